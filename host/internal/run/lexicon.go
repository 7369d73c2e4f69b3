package run

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/query"
)

// A lexicon knows the words of a run: each has an id, in the order in which it was met, so that ids are the same in every run
// of a question.
type lexicon struct {
	analyzer *evidence.Analyzer // which words mean something
	vocab    *evidence.Vocabulary
	question []uint32   // content tokens of the question
	focus    []uint32   // the question's and, unless polar, the options' tokens
	options  [][]uint32 // per option: its tokens
	own      [][]uint32 // per option: its tokens that neither the question nor every option has
}

func newLexicon(content *evidence.Analyzer) lexicon {
	return lexicon{analyzer: content, vocab: evidence.NewVocabulary()}
}

// read gives the question's and the options' words their ids, first of all, so
// that ids are the same in every run of the question.
func (x *lexicon) read(p *query.Plan) {
	x.question = x.tokenSet(p.Question.Question)
	x.focus = x.question
	x.options = make([][]uint32, len(p.Options))
	x.own = make([][]uint32, len(p.Options))
	for i, o := range p.Options {
		x.options[i] = x.tokenSet(o.Text)
	}
	if p.Polar || len(x.options) == 0 {
		return
	}
	shared := x.options[0]
	for _, o := range x.options {
		x.focus = evidence.Union(x.focus, o)
		shared = evidence.Intersection(shared, o)
	}
	for i, o := range x.options {
		x.own[i] = evidence.Difference(evidence.Difference(o, shared), x.question)
		if len(x.own[i]) == 0 {
			x.own[i] = evidence.Difference(o, shared)
		}
		if len(x.own[i]) == 0 {
			x.own[i] = o
		}
	}
}

// tokenSet is the set of a text's content tokens.
func (x *lexicon) tokenSet(text string) []uint32 { return x.vocab.SetOf(x.analyzer.Tokens(text)) }

// phrase returns the n most telling words of a text at most, in its order. Numbers find nothing.
func (x *lexicon) phrase(text string, n int) string {
	words := strings.Fields(strings.Join(telling(x.analyzer.CoreTerms(text, 2*n)), " "))
	words = words[:min(len(words), n)]
	slices.SortStableFunc(words, func(a, b string) int { return cmp.Compare(strings.Index(text, a), strings.Index(text, b)) })
	return strings.Join(words, " ")
}

// telling drops numbers and words of all sciences from core terms.
func telling(core []string) []string {
	return slices.DeleteFunc(core, func(name string) bool {
		return evidence.Untelling(name) || !strings.ContainsFunc(name, unicode.IsLetter) || unicode.IsDigit(rune(name[0])) && len(evidence.Quantities(name)) > 0
	})
}

// lookupSet is tokenSet for a text of which new words need no id.
func (x *lexicon) lookupSet(text string) []uint32 {
	var ids []uint32
	for _, token := range x.analyzer.Tokens(text) {
		if id, known := x.vocab.Lookup(token); known {
			ids = append(ids, id)
		}
	}
	return evidence.Set(ids)
}

// singleOption is the only option all of whose own words are in the set, or -1.
func (x *lexicon) singleOption(set []uint32) int {
	found := -1
	for i, own := range x.own {
		if len(own) == 0 || evidence.Containment(own, set) < 1 {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}
