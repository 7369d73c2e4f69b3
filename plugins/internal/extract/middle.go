package extract

import (
	"cmp"
	"slices"
	"strings"
)

// How much is tried where a question only describes what it asks about.
const (
	describing = 3 // documents that fit the description best
	middles    = 4 // entities of each of them
	tried      = 8 // entities in all
	proposed   = 3 // searches

	leastTrust = 0.4 // of an answer that hangs on an entity that hardly fits
	unnamed    = 0.6 // what an answer counts that is found without the entity
)

// A middle is an entity that may be what the question describes.
type middle struct {
	name  string
	words []term
	score float64 // 0..1
}

// middles returns the entities of the documents that fit the description best, best first.
func (a *asking) middles(description []term) []middle {
	type fitting struct {
		document *document
		score    float64
	}
	var docs []fitting
	for k := range a.documents {
		d := &a.documents[k]
		d.look(description)
		best := 0.0
		for i := range d.sentences {
			best = max(best, d.sentences[i].score)
		}
		docs = append(docs, fitting{d, best})
	}
	slices.SortStableFunc(docs, func(x, y fitting) int { return cmp.Compare(y.score, x.score) })
	var out []middle
	for _, f := range docs[:min(describing, len(docs))] {
		out = append(out, a.entities(f.document, description, f.score)...)
	}
	slices.SortStableFunc(out, func(x, y middle) int { return cmp.Compare(y.score, x.score) })
	return distinct(out)
}

func distinct(all []middle) []middle {
	var out []middle
	for _, m := range all {
		if !slices.ContainsFunc(out, func(o middle) bool { return o.words[0].key == m.words[0].key }) {
			out = append(out, m)
		}
	}
	return out[:min(len(out), tried)]
}

// entities returns the words of a document that look like what a description stands for: written like names, new to the question,
// near the words of the description and rare among the documents.
func (a *asking) entities(d *document, description []term, fits float64) []middle {
	found := map[uint64]*middle{}
	var order []uint64
	top := 0.0
	for i := range d.sentences {
		s := &d.sentences[i]
		for w := range s.words {
			fit := a.mayBeMiddle(d, s, w)
			if fit == 0 {
				continue
			}
			key := s.words[w].key
			m := found[key]
			if m == nil {
				m = &middle{name: s.at(w), words: []term{{key: key, bare: s.words[w].bare, alt: s.alsoCalled(w), weight: 1, asked: true, name: true}}}
				found[key] = m
				order = append(order, key)
			}
			m.score += fit * s.score * (0.3 + 0.7*nearTerms(s, w, description, a.Reach))
			top = max(top, m.score)
		}
	}
	var out []middle
	for _, key := range order {
		m := found[key]
		titled := 0.0
		for w := range d.title.words {
			if d.title.words[w].key == key {
				titled = 1
			}
		}
		m.score = fits * (0.5*m.score/max(top, 1e-9) + 0.3*titled + 0.2)
		out = append(out, *m)
	}
	slices.SortStableFunc(out, func(x, y middle) int { return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(x.name, y.name)) })
	return out[:min(middles, len(out))]
}

// alsoCalled returns the key of the other name that stands beside a word in a parenthesis, as in "saracatinib (AZD0530)"; 0: none.
func (l *line) alsoCalled(w int) uint64 {
	if w+1 < len(l.words) && strings.HasSuffix(l.gap(w), "(") && strings.HasPrefix(l.gap(w+1), ")") {
		return l.words[w+1].key
	}
	if w > 0 && strings.HasSuffix(l.before(w), "(") && strings.HasPrefix(l.gap(w), ")") {
		return l.words[w-1].key
	}
	return 0
}

// mayBeMiddle returns how well a word may name what is described, 0..1.
func (a *asking) mayBeMiddle(d *document, s *sentence, w int) float64 {
	v := &s.words[w]
	if a.known(s, w) || indexTerm(a.terms, v.key) >= 0 || v.cue != 0 && !v.name || v.number == v.number || isCommonName(s.at(w)) || len(s.at(w)) < 3 || isPluralName(s.at(w)) {
		return 0
	}
	fit := a.fitsEntity(d, s, w, w+1)
	if a.kind == kindProtein { // an inhibitor may be a protein or a drug
		drug := *a
		drug.kind = kindDrug
		fit = max(fit, drug.fitsEntity(d, s, w, w+1))
	}
	if !v.name && !(v.capital && w > 0) && (fit < 0.8 || a.kind == kindAny || v.kin != 0 || a.verbs.Of(v.key) || v.shift != 0 || len(s.at(w)) < 6) {
		return 0
	}
	return fit
}

// nearTerms returns the weighted share of terms that stand near a word.
func nearTerms(s *sentence, word int, terms []term, reach float64) float64 {
	best := make([]float64, len(terms))
	for _, h := range s.hits {
		best[h.term] = max(best[h.term], h.quality/(1+float64(max(h.word-word, word-h.word))/reach))
	}
	sum, of := 0.0, 0.0
	for t := range terms {
		sum += best[t] * terms[t].weight
		of += terms[t].weight
	}
	if of == 0 {
		return 0
	}
	return sum / of
}
