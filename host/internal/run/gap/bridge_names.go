package gap

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// maxRuleEntities bounds the names that a bridge is built on.
const maxRuleEntities = 6

// topAbstracts returns the best documents of a bridge block, those with an abstract.
func (r *Run) topAbstracts(block int) Look {
	var l Look
	for _, d := range r.Documents {
		if d.Document.Abstract != "" && len(l.Documents) < r.Policy.Gaps[block].Bridge.Abstracts {
			l.Documents = append(l.Documents, d)
		}
	}
	return l
}

// A name is an entity that the best abstracts mention.
type name struct {
	text   string
	works  int // that have it
	beside int // sentences that have it and a word of the question
}

// bridgeEntities returns the names in the best abstracts that the question does not have (S4-07): chemical names, symbols
// of genes and the like, acronyms, and names of several capitalised words. Those of more works come first, then those that stand
// beside words of the question more often, then those that come first.
func (r *Run) bridgeEntities(block int) []string {
	names := map[string]*name{}
	var order []*name
	for _, d := range r.topAbstracts(block).Documents {
		seen := map[string]bool{}
		for _, text := range r.NamesIn(d.Document.Abstract) {
			key := strings.ToLower(text)
			n := names[key]
			if n == nil {
				n = &name{text: text}
				names[key] = n
				order = append(order, n)
			}
			if !seen[key] {
				seen[key] = true
				n.works++
			}
		}
		for _, s := range evidence.Sentences(d.Document.Abstract) {
			r.countBeside(order, strings.ToLower(s.Of(d.Document.Abstract)))
		}
	}
	slices.SortStableFunc(order, func(a, b *name) int {
		return cmp.Or(cmp.Compare(b.works, a.works), cmp.Compare(b.beside, a.beside))
	})
	var out []string
	for _, n := range order[:min(len(order), maxRuleEntities)] {
		out = append(out, n.text)
	}
	return out
}

// countBeside counts a sentence for the names that it has, if it has a word of the question.
func (r *Run) countBeside(names []*name, sentence string) {
	if evidence.Containment(r.Question, r.LookupSet(sentence)) == 0 {
		return
	}
	for _, n := range names {
		if strings.Contains(sentence, strings.ToLower(n.text)) {
			n.beside++
		}
	}
}

// NamesIn lists the names in a text that the question does not have, as [evidence.Analyzer.Names] does.
func (r *Run) NamesIn(text string) []string {
	return slices.DeleteFunc(r.Content.Names(text), func(s string) bool {
		set := r.LookupSet(s)
		return len(set) > 0 && evidence.Containment(set, r.Question) == 1
	})
}
