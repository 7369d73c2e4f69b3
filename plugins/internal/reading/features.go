package reading

import (
	"math"
	"math/bits"
)

// The features of a sentence, all between 0 and 1. Coverage is the share of the terms' weight that is met; of the subject
// and of all terms the weights are squared, so that telling terms count more. "Here" is the sentence, "context" also its
// title and the sentence before it, "document" also the rest of its document, each at its discount.
const (
	FeatSubjectHere = iota
	FeatSubjectContext
	FeatSubjectDocument
	FeatRelationHere
	FeatRelationContext
	FeatAllHere
	FeatAllContext
	FeatAllDocument
	FeatFirstHere // the most telling term
	FeatFirstContext
	FeatFirstDocument
	FeatSecondContext // the next one; 1 if there is none
	FeatSecondDocument
	FeatLeast    // the least met of the three most telling terms, in context
	FeatBoth     // subject × relation, in context
	FeatWeaker   // the smaller of the two
	FeatBeside   // share of neighbours in the question that are neighbours here
	FeatMass     // telling weight that is met in context, saturating
	FeatMissing  // telling weight that is not met in the document, saturating
	FeatNumber   // a number is asked for and there
	FeatNoNumber // a number is asked for and not there
	FeatAim      // tells what was asked, not what was found
	FeatFinding
	FeatOption
	FeatNoOption
	FeatUnknown      // share of telling weight that nothing read holds
	FeatFirstUnknown // the most telling term is among it
	FeatTerms        // few terms
	Features
)

// Names of the features, in order, for reports.
var Names = [Features]string{
	"subject here", "subject context", "subject document", "relation here", "relation context", "all here", "all context",
	"all document", "first here", "first context", "first document", "second context", "second document", "least of three",
	"both", "weaker", "beside", "mass", "missing", "number", "no number", "aim", "finding",
	"option", "no option", "unknown", "first unknown", "few terms",
}

// A Vector holds the features of a sentence.
type Vector [Features]float64

// Discounts say how much a term counts that is not met here, exactly.
type Discounts struct {
	Near     float64 // by a synonym or abbreviation
	Kin      float64 // by a word of its family
	Title    float64 // in the title
	Previous float64 // in the sentence before
	Document float64 // elsewhere in the document
}

// Standard are the discounts that the shipped weights were fitted with.
var Standard = Discounts{Near: 0.8, Kin: 0.5, Title: 0.8, Previous: 0.6, Document: 0.3}

// A measurer turns looks into features.
type measurer struct {
	q         *question
	discounts [levels]float64
	share     Discounts
	squared   []float64 // of each term's weight
	top       [3]int    // the most telling terms; -1: there are fewer
	subject   float64   // sum of the squared weights of the subject
	relation  float64   // sum of the weights of the relation
	all       float64   // sum of squared weights
	unknown   float64
	unheard   float64 // 1: the most telling term is met nowhere
}

func newMeasurer(q *question, d Discounts) *measurer {
	m := &measurer{q: q, share: d, squared: make([]float64, len(q.terms)), top: [3]int{-1, -1, -1}}
	m.discounts = [levels]float64{levelKin: d.Kin, levelNear: d.Near, levelExact: 1}
	for i := range q.terms {
		w := q.terms[i].weight
		m.squared[i] = w * w
		m.all += w * w
		if q.terms[i].relation {
			m.relation += w
		} else {
			m.subject += w * w
		}
		for k, at := 0, i; k < len(m.top) && at >= 0; k++ {
			if m.top[k] < 0 || q.terms[at].weight > q.terms[m.top[k]].weight {
				m.top[k], at = at, m.top[k]
			}
		}
	}
	return m
}

// hear notes what all that was read meets.
func (m *measurer) hear(all met) {
	missing := 0.0
	for i := range m.q.terms {
		if !m.q.terms[i].heard(&all, i) {
			missing += m.squared[i]
		}
	}
	m.unknown = share(missing, m.all)
	if m.top[0] >= 0 && !m.q.terms[m.top[0]].heard(&all, m.top[0]) {
		m.unheard = 1
	}
}

func (t *term) heard(all *met, i int) bool { return (all.exact|all.near)>>i&1 == 1 }

func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}

// A surrounding is what stands around a sentence.
type surrounding struct {
	title, previous, document met
}

// at are the values of a term here, in context and in the document.
func (m *measurer) at(i int, l *look, s *surrounding) (here, context, document float64) {
	here = m.discounts[l.of(i)]
	context = max(here, m.share.Title*m.discounts[s.title.of(i)], m.share.Previous*m.discounts[s.previous.of(i)])
	document = context
	if d := m.discounts[s.document.of(i)]; d > m.discounts[levelKin] {
		document = max(context, m.share.Document*d)
	}
	return here, context, document
}

// measure fills the features of a sentence.
func (m *measurer) measure(l *look, s *surrounding, f *Vector) {
	*f = Vector{}
	mass, missing := 0.0, 0.0
	var tops [3]float64
	for k := range tops {
		tops[k] = 1
	}
	for i := range m.q.terms {
		here, context, document := m.at(i, l, s)
		w := m.squared[i]
		f[FeatAllHere] += w * here
		f[FeatAllContext] += w * context
		f[FeatAllDocument] += w * document
		mass += w * context
		missing += w * (1 - document)
		if m.q.terms[i].relation {
			f[FeatRelationHere] += m.q.terms[i].weight * here
			f[FeatRelationContext] += m.q.terms[i].weight * context
		} else {
			f[FeatSubjectHere] += w * here
			f[FeatSubjectContext] += w * context
			f[FeatSubjectDocument] += w * document
		}
		m.telling(i, here, context, document, &tops, f)
	}
	m.normalise(f)
	f[FeatLeast] = min(tops[0], tops[1], tops[2])
	f[FeatMass] = 1 - math.Exp(-mass)
	f[FeatMissing] = 1 - math.Exp(-missing)
	f[FeatBoth] = f[FeatSubjectContext] * f[FeatRelationContext]
	f[FeatWeaker] = min(f[FeatSubjectContext], f[FeatRelationContext])
	m.wording(l, f)
}

// telling notes the values of the most telling terms.
func (m *measurer) telling(i int, here, context, document float64, tops *[3]float64, f *Vector) {
	for k, top := range m.top {
		if top == i {
			tops[k] = context
		}
	}
	switch i {
	case m.top[0]:
		f[FeatFirstHere], f[FeatFirstContext], f[FeatFirstDocument] = here, context, document
	case m.top[1]:
		f[FeatSecondContext], f[FeatSecondDocument] = context, document
	}
}

// normalise turns sums into shares.
func (m *measurer) normalise(f *Vector) {
	for _, k := range [...]int{FeatSubjectHere, FeatSubjectContext, FeatSubjectDocument} {
		f[k] = share(f[k], m.subject)
	}
	for _, k := range [...]int{FeatAllHere, FeatAllContext, FeatAllDocument} {
		f[k] = share(f[k], m.all)
	}
	if m.relation == 0 {
		f[FeatRelationHere], f[FeatRelationContext] = f[FeatSubjectHere], f[FeatSubjectContext]
	} else {
		f[FeatRelationHere], f[FeatRelationContext] = f[FeatRelationHere]/m.relation, f[FeatRelationContext]/m.relation
	}
	if m.top[1] < 0 {
		f[FeatSecondContext], f[FeatSecondDocument] = f[FeatFirstContext], f[FeatFirstDocument]
	}
}

// wording fills what the sentence's words tell beside the terms.
func (m *measurer) wording(l *look, f *Vector) {
	pairs := 0
	for i := range m.q.terms {
		if m.q.terms[i].before >= 0 {
			pairs++
		}
	}
	f[FeatBeside] = share(float64(bits.OnesCount64(l.beside)), float64(pairs))
	if m.q.quantity {
		met := l.numbers > 0 && (!m.q.percent || l.percent)
		f[FeatNumber], f[FeatNoNumber] = truth(met), truth(!met)
	}
	f[FeatAim] = truth(l.aim && !l.finding)
	f[FeatFinding] = truth(l.finding)
	if len(m.q.options) > 0 {
		f[FeatOption] = m.q.option1(l)
		f[FeatNoOption] = 1 - f[FeatOption]
	}
	f[FeatUnknown], f[FeatFirstUnknown] = m.unknown, m.unheard
	f[FeatTerms] = math.Exp(-float64(len(m.q.terms)) / 4)
}

// option1 is the greatest share of an option's own words that the sentence holds.
func (q *question) option1(l *look) float64 {
	best := 0.0
	for _, o := range q.options {
		best = max(best, float64(bits.OnesCount64(o.words&l.extra))/float64(bits.OnesCount64(o.words)))
	}
	return best
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
