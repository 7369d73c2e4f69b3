package extract

import (
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A phraseCue is a word or two that open the phrase that answers, and how clearly.
type phraseCue struct {
	words string
	fit   float64
	after bool // the phrase begins behind the cue; else with it
}

var methodCues = []phraseCue{
	{"by", 1, false}, {"via", 1, false}, {"through", 0.9, false}, {"using", 1, false}, {"with", 0.6, false}, {"upon", 0.5, false}, {"activation of", 0.7, false}, {"inhibition of", 0.6, false},
	{"mechanism", 0.6, false}, {"requires", 0.6, false}, {"required", 0.4, false}, {"in a manner", 0.4, false},
}

var causeCues = []phraseCue{
	{"because", 1, false}, {"due to", 1, true}, {"owing to", 1, true}, {"caused by", 1, true}, {"as a result of", 1, true}, {"attributable to", 1, true}, {"attributed to", 1, true},
	{"results from", 1, true}, {"resulted from", 1, true}, {"resulting from", 1, true}, {"reflects", 0.9, true}, {"reflect", 0.8, true}, {"through", 0.6, false}, {"via", 0.7, false}, {"by", 0.6, false},
	{"explained by", 1, true}, {"mediated by", 0.9, true}, {"arises from", 0.9, true}, {"arise from", 0.9, true}, {"since", 0.5, false}, {"so that", 0.6, false}, {"suggesting that", 0.4, true}, {"leads to", 0.3, false},
}

var orderCues = []phraseCue{
	{"before", 1, false}, {"precede", 1, false}, {"precedes", 1, false}, {"preceded", 1, false}, {"after", 0.9, false}, {"followed by", 1, false}, {"first", 0.8, false}, {"prior to", 1, false}, {"then", 0.6, false},
	{"followed", 0.8, false}, {"follow", 0.7, false}, {"followed", 0.7, false},
}

// phrases returns the parts of a sentence that one of the cues opens; without one the clauses count little.
func (a *asking) phrases(d *document, s *sentence, cues []phraseCue) []candidate {
	var out []candidate
	for i := range s.words {
		for _, cue := range cues {
			n := s.reads(i, cue.words)
			if n == 0 || i > 0 && cue.words == "by" && s.at(i-1) == "followed" {
				continue
			}
			first := i
			if cue.after {
				first = i + n
			}
			if a.form == formOrder {
				first = s.clauseStart(i)
			}
			end := s.clauseEnd(max(i+n, first))
			if end <= first {
				continue
			}
			end = s.cut(first, end)
			out = append(out, a.span(d, s, first, end, i, cue.fit))
		}
	}
	if a.form == formCause {
		out = append(out, a.causes(d, s)...)
		if !a.tellsCause(s) {
			return out
		}
	}
	for _, c := range a.clauses(d, s) {
		c.fit *= 0.35
		out = append(out, c)
	}
	return out
}

// tellsCause says whether a sentence has a word for causing.
func (a *asking) tellsCause(s *sentence) bool {
	cause := a.kinOf("cause")
	for i := range s.words {
		if s.words[i].kin == cause {
			return true
		}
	}
	return false
}

func (a *asking) span(d *document, s *sentence, first, end, anchor int, fit float64) candidate {
	c := candidate{document: d, sentence: s, first: first, end: end, anchor: anchor, fit: fit, value: math.NaN()}
	c.from, c.to = s.bytes(first, end)
	c.group = strings.ToLower(s.line.Text[c.from:c.to])
	return c
}

// reads returns how many words from word i on are those of a cue; 0: they differ.
func (l *line) reads(i int, cue string) int {
	n := 0
	for cue != "" {
		w, rest, _ := strings.Cut(cue, " ")
		if i+n >= len(l.words) || !strings.EqualFold(l.at(i+n), w) {
			return 0
		}
		n, cue = n+1, rest
	}
	return n
}

// clauseEnd returns the end of the clause of word i.
func (l *line) clauseEnd(i int) int {
	for ; i < len(l.words); i++ {
		gap := l.gap(i)
		if strings.ContainsAny(gap, ";:") || strings.Contains(gap, ", ") || strings.Contains(gap, ". ") && !l.initialAt(i) {
			return i + 1
		}
	}
	return len(l.words)
}

// initialAt says whether word i is the initial of a name, as in "A. major", and its point no end.
func (l *line) initialAt(i int) bool {
	return l.words[i].capital && len(l.at(i)) == 1 && i+1 < len(l.words) && !l.words[i+1].capital && !strings.HasSuffix(l.before(i), "°")
}

// clauseStart returns the first word of the clause of word i.
func (l *line) clauseStart(i int) int {
	for ; i > 0; i-- {
		if gap := l.before(i); strings.ContainsAny(gap, ";:") || strings.Contains(gap, ", ") {
			return i
		}
	}
	return i
}

// clauses are windows of a sentence around the words that tell a direction or outcome.
func (a *asking) clauses(d *document, s *sentence) []candidate {
	var out []candidate
	for i := range s.words {
		w := &s.words[i]
		fit := 0.0
		switch {
		case w.shift != 0:
			fit = 1
		case w.cue&(text.CueSame|text.CueDiffer|text.CueNegation|text.CueRelate) != 0:
			fit = 0.8
		case a.isVerb(&s.line, i):
			fit = 0.6
		}
		if fit == 0 {
			continue
		}
		first, end := s.window(i)
		out = append(out, a.span(d, s, first, end, i, fit))
	}
	return out
}

// window returns the part of word i's clause that an answer can hold, with three words ahead of it if all do not fit.
func (l *line) window(i int) (first, end int) {
	first, end = l.clauseStart(i), l.clauseEnd(i)
	if len(strings.Fields(l.quote(first, end))) > most {
		first = max(first, i-3)
	}
	return first, l.cut(first, end)
}
