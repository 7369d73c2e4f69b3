package reading

import (
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// An option is met as far as words of its own are, which the question lacks.
type option struct{ words uint64 }

// option makes the words of an option findable that the question lacks.
func (q *question) option(s *scanner, t string) {
	var o option
	for _, w := range s.scan(t, 64) {
		if w.cue&text.CueStop == 0 && q.words.Of(w.key).exact == 0 && !slices.Contains(verdicts, w.key) {
			o.words |= q.extra(w.key)
		}
	}
	if o.words != 0 {
		q.options = append(q.options, o)
	}
}

// verdicts are the options of yes/no questions and claims: no literature says them.
var verdicts = keysOf("yes no maybe true false supported contradicted undecided unknown none")

// extra returns the bit of a word among the extra ones; 0: there is no more room.
func (q *question) extra(key uint64) uint64 {
	if old := q.words.Of(key).extra; old != 0 {
		return old
	}
	if q.extras == 64 {
		return 0
	}
	bit := uint64(1) << q.extras
	q.extras++
	q.words.grant(key, met{extra: bit})
	return bit
}
