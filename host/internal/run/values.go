package run

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/measured"
)

// readValues adds, where the policy compares the values that are asked for, a claim for each work that reports one; those of one unit
// are a cluster.
func (r *run) readValues() {
	if !r.Policy.Claims.AskedValues {
		return
	}
	asked := r.askedValue()
	if !asked.Quantity {
		return
	}
	for _, group := range measured.Groups(r.reported(), asked) {
		var members []int
		for _, v := range group {
			members = append(members, len(r.claims))
			r.claims = append(r.claims, r.measuredClaim(r.sentences[v.Row], v.Quantity, len(r.clusters)))
		}
		r.clusters = append(r.clusters, members)
	}
}

// reported are the quantities of the sentences that count.
func (r *run) reported() []measured.Value {
	var out []measured.Value
	words := r.askedWords()
	for row, s := range r.sentences {
		near := s.addresses
		if !s.addressed {
			near = evidence.Containment(r.focus, r.wordsOf(s))
		}
		if near == 0 || !r.counts(s) {
			continue
		}
		folded := strings.ToLower(s.text)
		for _, q := range evidence.Quantities(s.text) {
			out = append(out, measured.Value{Quantity: q, Work: s.passage.doc.Index, Nearest: near, Beside: beside(words, folded, len(s.text), q), Row: row})
		}
	}
	return out
}

// beside counts the bytes between a quantity and the nearest of the words in its sentence, which is folded to lower case; furthest
// where it has none of them.
func beside(words []string, folded string, furthest int, q evidence.Quantity) int {
	best := furthest
	for _, word := range words {
		for at := 0; ; {
			i := strings.Index(folded[at:], word)
			if i < 0 {
				break
			}
			from, to := at+i, at+i+len(word)
			switch {
			case to <= q.Start:
				best = min(best, q.Start-to)
			case from >= q.End:
				best = min(best, from-q.End)
			}
			at = to
		}
	}
	return best
}

// askedValue is the quantity that the question asks for: one with the units of its options or of its claim, or any where it asks for one.
func (r *run) askedValue() measured.Asked {
	asked := measured.Asked{Quantity: r.plan.AnswerType == evidence.AnswerNumericalValue}
	texts := []string{r.plan.Question.Question}
	if !r.plan.Polar && len(r.plan.Options) > 0 {
		texts = texts[:0]
		for _, o := range r.plan.Options {
			texts = append(texts, o.Text)
		}
	}
	if !r.plan.Polar && len(r.plan.Options) == 0 {
		return asked
	}
	for _, text := range texts {
		for _, q := range evidence.Quantities(text) {
			if !slices.Contains(asked.Units, q.Unit) {
				asked.Units = append(asked.Units, q.Unit)
			}
		}
	}
	asked.Quantity = len(asked.Units) > 0
	return asked
}

// measuredClaim is the claim of a sentence that it makes of the quantity which is asked for.
func (r *run) measuredClaim(s *sentence, q evidence.Quantity, cluster int) *claim {
	c := &claim{passage: s.passage, cluster: cluster, measured: true, set: r.wordsOf(s)}
	c.overlap, c.option = evidence.Containment(r.focus, c.set), r.singleOption(c.set)
	c.Claim = evidence.Claim{
		Passage: r.passageOf(s), Document: s.passage.Document, Start: s.Start, End: s.End, Text: s.text,
		Quantities: []evidence.Quantity{q}, Confidence: r.ownConfidence(c),
	}
	c.kind, c.qualifier = evidence.ClaimType(c.Text, c.Quantities), evidence.ClaimQualifier(c.Text)
	return c
}

// measuredUnit is the unit of a claim that reports a value which is asked for; "" of any other.
func (c *claim) measuredUnit() string {
	if !c.measured {
		return ""
	}
	return c.Quantities[0].Unit
}

// valueOf is the number of a claim that triangulate stages compare.
func (r *run) valueOf(c *claim, unit string) (float64, bool) {
	switch {
	case !r.Policy.Claims.AskedValues:
		return c.quantity(unit)
	case c.measured:
		return c.Quantities[0].Value, true
	}
	return 0, false
}
