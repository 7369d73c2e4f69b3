package reading

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// An alias says that two names mean the same: an abbreviation or another name, and the long form's words.
type alias struct {
	short uint64
	long  [mostLong]uint64
	n     int
}

// A phrase meets what the abbreviation that it stands for does, where all its words stand.
type phrase struct {
	words uint64
	near  uint64
}

// mostLong is how many words a long form has at most.
const mostLong = 6

// aliases collects what a text introduces, such as "red cell distribution width (RDW)", "sirolimus (rapamycin)" and
// "sirolimus, also known as rapamycin", as far as the question has to do with it.
func (q *question) aliases(s *scanner, t string, to []alias) []alias {
	if strings.IndexByte(t, '(') < 0 && !strings.Contains(t, " known as ") && !strings.Contains(t, " called ") {
		return to
	}
	words := s.scan(t, mostWords)
	for i := 1; i < len(words); i++ {
		a, is := introduced(t, words, i)
		if is && q.concerns(&a) {
			to = append(to, a)
		}
	}
	return to
}

// introduced returns the alias that word i is, if it is one.
func introduced(t string, words []token, i int) (a alias, is bool) {
	w := &words[i]
	open := strings.TrimRight(t[words[i-1].to:w.from], " ")
	switch {
	case strings.HasSuffix(open, "("):
		end := strings.IndexAny(t[w.from:], "),; ")
		if end < 0 || t[w.from+end] == ' ' {
			return a, false
		}
		if text.IsAbbreviation(t[w.from : w.from+end]) {
			return longForm(t, words, i, t[w.from:w.from+end])
		}
		if w.to == w.from+end {
			return otherName(words, i-1, i)
		}
	case i > 2 && t[words[i-1].from:words[i-1].to] == "as" && t[words[i-2].from:words[i-2].to] == "known":
		return otherName(words, behindAlso(t, words, i-3), i)
	case i > 2 && t[words[i-1].from:words[i-1].to] == "called" && t[words[i-2].from:words[i-2].to] == "also":
		return otherName(words, i-3, i)
	}
	return a, false
}

// behindAlso skips "also" and "commonly" backwards from word i.
func behindAlso(t string, words []token, i int) int {
	for i > 0 && (t[words[i].from:words[i].to] == "also" || words[i].cue&text.CueBelief != 0) {
		i--
	}
	return i
}

// longForm returns the words before an abbreviation that it stands for, see [text.LongForm].
func longForm(t string, words []token, i int, short string) (a alias, has bool) {
	first := max(0, i-min(len(short)+5, 2*len(short)))
	at, is := text.LongForm(t, words[first].from, words[i-1].to, short)
	if !is {
		return a, false
	}
	a.short = words[i].key
	for k := first; k < i; k++ {
		if words[k].from < at || words[k].cue&text.CueStop != 0 || slices.Contains(heads, words[k].key) {
			continue
		}
		if a.n == mostLong {
			return a, false
		}
		a.long[a.n] = words[k].key
		a.n++
	}
	return a, a.n > 0
}

// heads are words that a long form may leave out: "coronavirus" stands for "coronavirus disease".
var heads = keysOf("disease syndrome disorder infection illness virus")

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c | 0x20
	}
	return c
}

// otherName makes words i and j names of one thing, if both are long enough to be names.
func otherName(words []token, i, j int) (a alias, is bool) {
	for _, k := range []int{i, j} {
		if k < 0 || words[k].to-words[k].from < 5 || words[k].number || words[k].cue != 0 || words[k].shift != 0 {
			return a, false
		}
	}
	if words[i].key == words[j].key {
		return a, false
	}
	a.short, a.n = words[j].key, 1
	a.long[0] = words[i].key
	return a, true
}

// concerns says whether either name stands in the question.
func (q *question) concerns(a *alias) bool {
	if q.words.Of(a.short).exact != 0 {
		return true
	}
	for _, key := range a.long[:a.n] {
		if q.words.Of(key).exact == 0 {
			return false
		}
	}
	return true
}

// learn makes the question's terms be met by their other names too. The order of aliases makes no difference.
func (q *question) learn(all []alias) {
	slices.SortFunc(all, func(a, b alias) int {
		return cmp.Or(cmp.Compare(a.short, b.short), slices.Compare(a.long[:a.n], b.long[:b.n]))
	})
	all = slices.Compact(all)
	shorts, longs := make([]met, len(all)), make([]met, len(all))
	for i := range all {
		shorts[i] = q.words.Of(all[i].short)
		for _, key := range all[i].long[:all[i].n] {
			longs[i].add(q.words.Of(key))
		}
	}
	for i := range all {
		if bits := shorts[i].exact; bits != 0 {
			q.phrase(all[i].long[:all[i].n], bits)
		} else if bits := longs[i].exact; bits != 0 {
			q.words.grant(all[i].short, met{near: bits})
		}
	}
}

// phrase makes words that stand together meet terms.
func (q *question) phrase(keys []uint64, bits uint64) {
	if len(keys) == 1 {
		q.words.grant(keys[0], met{near: bits})
		return
	}
	p := phrase{near: bits}
	for _, key := range keys {
		bit := q.extra(key)
		if bit == 0 {
			return
		}
		p.words |= bit
	}
	q.phrases = append(q.phrases, p)
}
