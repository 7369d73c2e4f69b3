package state

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
	Analyzer *evidence.Analyzer // which words mean something
	Vocab    *evidence.Vocabulary
	Question []uint32   // content tokens of the question
	Focus    []uint32   // the question's and, unless polar, the options' tokens
	Options  [][]uint32 // per option: its tokens
	Own      [][]uint32 // per option: its tokens that neither the question nor every option has

	asked  string                            // the question that beside is for
	beside func(description string) []string // the terms of a description that the question lacks
}

func newLexicon(content *evidence.Analyzer) lexicon {
	return lexicon{Analyzer: content, Vocab: evidence.NewVocabulary()}
}

// ReadWords gives the question's and the options' words their ids, first of all, so
// that ids are the same in every run of the question.
func (x *lexicon) ReadWords(p *query.Plan) {
	x.Question = x.TokenSet(p.Question.Question)
	x.Focus = x.Question
	x.Options = make([][]uint32, len(p.Options))
	x.Own = make([][]uint32, len(p.Options))
	for i, o := range p.Options {
		x.Options[i] = x.TokenSet(o.Text)
	}
	if p.Polar || len(x.Options) == 0 {
		return
	}
	shared := x.Options[0]
	for _, o := range x.Options {
		x.Focus = evidence.Union(x.Focus, o)
		shared = evidence.Intersection(shared, o)
	}
	for i, o := range x.Options {
		x.Own[i] = evidence.Difference(evidence.Difference(o, shared), x.Question)
		if len(x.Own[i]) == 0 {
			x.Own[i] = evidence.Difference(o, shared)
		}
		if len(x.Own[i]) == 0 {
			x.Own[i] = o
		}
	}
}

// TokenSet returns the set of a text's content tokens.
func (x *lexicon) TokenSet(text string) []uint32 { return x.Vocab.SetOf(x.Analyzer.Tokens(text)) }

// Beside returns the terms that set a description apart from a question, as [evidence.Analyzer.CharacteristicTerms] does. A question is
// taken apart once, however many descriptions there are.
func (x *lexicon) Beside(question, description string) []uint32 {
	if x.beside == nil || x.asked != question {
		x.asked, x.beside = question, x.Analyzer.Without(question)
	}
	return x.Vocab.SetOf(x.beside(description))
}

// Phrase returns the n most telling words of a text at most, in its order. Numbers find nothing.
func (x *lexicon) Phrase(text string, n int) string {
	words := strings.Fields(strings.Join(Telling(x.Analyzer.CoreTerms(text, 2*n)), " "))
	words = words[:min(len(words), n)]
	slices.SortStableFunc(words, func(a, b string) int { return cmp.Compare(strings.Index(text, a), strings.Index(text, b)) })
	return strings.Join(words, " ")
}

// Telling drops numbers and words of all sciences from core terms.
func Telling(core []string) []string {
	return slices.DeleteFunc(core, func(name string) bool {
		return evidence.Untelling(name) || !strings.ContainsFunc(name, unicode.IsLetter) || unicode.IsDigit(rune(name[0])) && len(evidence.Quantities(name)) > 0
	})
}

// LookupSet is tokenSet for a text of which new words need no id.
func (x *lexicon) LookupSet(text string) []uint32 {
	var ids []uint32
	for _, token := range x.Analyzer.Tokens(text) {
		if id, known := x.Vocab.Lookup(token); known {
			ids = append(ids, id)
		}
	}
	return evidence.Set(ids)
}

// SingleOption returns the only option all of whose own words are in the set, or -1.
func (x *lexicon) SingleOption(set []uint32) int {
	found := -1
	for i, own := range x.Own {
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
