package claims

import (
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/measured"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// readValues adds, where the policy compares the values that are asked for, a claim for each work that reports one; those of one unit
// are a cluster.
func (r *Run) readValues() {
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
			members = append(members, len(r.Claims))
			r.Claims = append(r.Claims, r.measuredClaim(r.Sentences[v.Row], v.Quantity, len(r.Clusters)))
		}
		r.Clusters = append(r.Clusters, members)
	}
}

// reported returns the quantities of the sentences that count.
func (r *Run) reported() []measured.Value {
	var out []measured.Value
	words := r.plan.AskedWords()
	for row, s := range r.Sentences {
		near := s.Addresses
		if !s.Addressed {
			near = evidence.Containment(r.Focus, r.read.WordsOf(s))
		}
		if near == 0 || !r.read.Counts(s) {
			continue
		}
		folded := strings.ToLower(s.Text)
		for _, q := range evidence.Quantities(s.Text) {
			out = append(out, measured.Value{Quantity: q, Work: s.Passage.Doc.Index, Nearest: near, Beside: beside(words, folded, len(s.Text), q), Row: row})
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

// askedValue returns the quantity that the question asks for: one with the units of its options or of its claim, or any where it asks for one.
func (r *Run) askedValue() measured.Asked {
	asked := measured.Asked{Quantity: r.Plan.AnswerType == evidence.AnswerNumericalValue}
	texts := []string{r.Plan.Question.Question}
	if !r.Plan.Polar && len(r.Plan.Options) > 0 {
		texts = texts[:0]
		for _, o := range r.Plan.Options {
			texts = append(texts, o.Text)
		}
	}
	if !r.Plan.Polar && len(r.Plan.Options) == 0 {
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

// measuredClaim returns the claim of a sentence that it makes of the quantity which is asked for.
func (r *Run) measuredClaim(s *state.Sentence, q evidence.Quantity, cluster int) *state.Claim {
	c := &state.Claim{In: s.Passage, Cluster: cluster, Measured: true, Set: r.read.WordsOf(s)}
	c.Overlap, c.Option = evidence.Containment(r.Focus, c.Set), r.SingleOption(c.Set)
	c.Claim = evidence.Claim{
		Passage: r.read.PassageOf(s), Document: s.Passage.Document, Start: s.Start, End: s.End, Text: s.Text,
		Quantities: []evidence.Quantity{q}, Confidence: r.read.OwnConfidence(c),
	}
	c.Kind, c.Qualifier = evidence.ClaimType(c.Text, c.Quantities), evidence.ClaimQualifier(c.Text)
	return c
}

// valueOf returns the number of a claim that triangulate stages compare.
func (r *Run) valueOf(c *state.Claim, unit string) (float64, bool) {
	switch {
	case !r.Policy.Claims.AskedValues:
		return c.Quantity(unit)
	case c.Measured:
		return c.Quantities[0].Value, true
	}
	return 0, false
}
