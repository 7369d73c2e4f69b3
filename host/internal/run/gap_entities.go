package run

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// maxRuleEntities bounds the names that a bridge is built on.
const maxRuleEntities = 6

// topAbstracts are the best documents of a bridge block, those with an abstract.
func (r *run) topAbstracts(block int) look {
	var l look
	for _, d := range r.documents {
		if d.Document.Abstract != "" && len(l.documents) < r.Policy.Gaps[block].Bridge.Abstracts {
			l.documents = append(l.documents, d)
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

// bridgeEntities are the names in the best abstracts that the question does not have (S4-07): chemical names, symbols
// of genes and the like, acronyms, and names of several capitalised words. Those of more works come first, then those that stand
// beside words of the question more often, then those that come first.
func (r *run) bridgeEntities(block int) []string {
	names := map[string]*name{}
	var order []*name
	for _, d := range r.topAbstracts(block).documents {
		seen := map[string]bool{}
		for _, text := range r.namesIn(d.Document.Abstract) {
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
func (r *run) countBeside(names []*name, sentence string) {
	if evidence.Containment(r.question, r.lookupSet(sentence)) == 0 {
		return
	}
	for _, n := range names {
		if strings.Contains(sentence, strings.ToLower(n.text)) {
			n.beside++
		}
	}
}

// namesIn lists the names in a text that the question does not have, as [evidence.Analyzer.Names] does.
func (r *run) namesIn(text string) []string {
	return slices.DeleteFunc(r.content.Names(text), func(s string) bool {
		set := r.lookupSet(s)
		return len(set) > 0 && evidence.Containment(set, r.question) == 1
	})
}
