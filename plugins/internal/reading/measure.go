package reading

import (
	"math"
	"math/bits"
)

// A measurer turns looks into features.
type measurer struct {
	q         *question
	discounts [levels]float64
	share     Discounts
	top       [3]int    // the most telling terms; -1: there are fewer
	subject   float64   // sum of the weights of the subject's terms
	relation  float64   // sum of the weights of the relation's
	all       float64   // sum of the weights of all
	names     float64   // sum of the weights of names
	pairs     float64   // terms that stand right behind another
	values    []float64 // of each term in context, of the sentence at hand
	unknown   float64   // share of the weight that nothing read holds
}

func newMeasurer(q *question, d Discounts) *measurer {
	m := &measurer{q: q, share: d, values: make([]float64, len(q.terms)), top: [3]int{-1, -1, -1}}
	m.discounts = [levels]float64{levelKin: d.Kin, levelNear: d.Near, levelExact: 1}
	for i := range q.terms {
		w := q.terms[i].weight
		m.all += w
		if q.terms[i].before >= 0 {
			m.pairs++
		}
		if q.terms[i].name {
			m.names += w
		}
		if q.terms[i].relation {
			m.relation += w
		} else {
			m.subject += w
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
			missing += m.q.terms[i].weight
		}
	}
	m.unknown = share(missing, m.all)
}

// held returns the sum of the weights of the terms that a document meets at a level or a better one, at its discount.
func (m *measurer) held(document *met, least level) float64 {
	sum := 0.0
	for i := range m.q.terms {
		if level := document.of(i); level >= least {
			sum += m.q.terms[i].weight * m.discounts[level]
		}
	}
	return sum
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

// at returns the values of a term here, in context and in the document.
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
	missing := 0.0
	for i := range m.q.terms {
		here, context, document := m.at(i, l, s)
		w := m.q.terms[i].weight
		f[FeatHere] += w * here
		f[FeatContext] += w * context
		missing += w * (1 - document)
		if m.q.terms[i].relation {
			f[FeatRelation] += w * here
			f[FeatRelationContext] += w * context
		} else {
			f[FeatSubject] += w * context
		}
		if m.q.terms[i].name {
			f[FeatNames] += w * document
		}
		m.values[i] = context
		if i == m.top[0] {
			f[FeatFirst] = here
		}
	}
	f[FeatMissing] = 1 - math.Exp(-missing)
	m.normalise(f)
	m.wording(l, f)
}

// normalise turns sums into shares, and joins them.
func (m *measurer) normalise(f *Vector) {
	f[FeatSubject] = share(f[FeatSubject], m.subject)
	f[FeatHere], f[FeatContext] = share(f[FeatHere], m.all), share(f[FeatContext], m.all)
	if m.relation > 0 {
		f[FeatRelation], f[FeatRelationContext] = f[FeatRelation]/m.relation, f[FeatRelationContext]/m.relation
	} else {
		f[FeatRelation], f[FeatRelationContext] = f[FeatHere], f[FeatContext]
	}
	if f[FeatNames] = share(f[FeatNames], m.names); m.names == 0 {
		f[FeatNames] = 1
	}
	f[FeatNameless] = truth(f[FeatNames] == 0)
	f[FeatBoth] = f[FeatSubject] * f[FeatRelationContext]
	f[FeatLeast] = 1
	for _, top := range m.top {
		if top >= 0 {
			f[FeatLeast] = min(f[FeatLeast], m.values[top])
		}
	}
}

// wording fills what the sentence's words tell beside the terms.
func (m *measurer) wording(l *look, f *Vector) {
	f[FeatBeside] = share(float64(bits.OnesCount64(l.beside)), m.pairs)
	if m.q.quantity {
		met := l.numbers > 0 && (!m.q.percent || l.percent)
		f[FeatNumber], f[FeatNoNumber] = truth(met), truth(!met)
	}
	f[FeatAim] = truth(l.aim && !l.finding)
	f[FeatFinding] = truth(l.finding)
	if len(m.q.options) > 0 {
		f[FeatOption] = m.q.chosen(l) * f[FeatContext]
	}
	f[FeatUnknown] = m.unknown
	f[FeatTerms] = math.Exp(-float64(len(m.q.terms)) / 4)
}

// chosen returns the greatest share of an option's own words that the sentence holds.
func (q *question) chosen(l *look) float64 {
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
