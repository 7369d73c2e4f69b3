package state

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/record"
)

// A Claim is a sentence that says something about the question.
type Claim struct {
	evidence.Claim
	In      *Passage
	Set     []uint32
	Overlap float64 // containment of the question in the sentence
	Cluster int
	Option  int // the single option it supports, -1 if none or several

	Kind      string  // claim_type of S0-12; empty: unknown
	Qualifier string  // how sure it says that it is; empty: it does not
	Extracted bool    // a model worded it; the passage has the sentence from Start to End
	Lost      float64 // of its own confidence, as it rests on too few types of sources (S1-20)
	Measured  bool    // it reports a value of what the question asks for, its one quantity
}

// Structure reads out of the words of the claim's sentence what a model would be asked for (S0-12, S0-13).
func (c *Claim) Structure(from analysis.Sentence) {
	s := from.Structure(c.Text)
	c.Quantities, c.Kind, c.Qualifier = s.Quantities, s.Type, s.Qualifier
}

// Event returns the claim as the record tells it.
func (c *Claim) Event() record.Claim {
	out := record.Claim{
		Passage: c.In.ID, Text: c.Text, Start: c.Start, End: c.End, Cluster: c.Cluster, Confidence: c.Confidence,
		Type: c.Kind, Qualifier: c.Qualifier, Extracted: c.Extracted, Chain: c.In.Chain(),
	}
	if q, ok := evidence.MainQuantity(c.Quantities); ok {
		out.Value, out.Unit = &q.Value, q.Unit
	}
	return out
}

// Quantity returns the claim's first number in that unit.
func (c *Claim) Quantity(unit string) (float64, bool) {
	i := slices.IndexFunc(c.Quantities, func(q evidence.Quantity) bool { return q.Unit == unit })
	if i < 0 || unit == "" {
		return 0, false
	}
	return c.Quantities[i].Value, true
}

// MeasuredUnit returns the unit of a claim that reports a value which is asked for; "" of any other.
func (c *Claim) MeasuredUnit() string {
	if !c.Measured {
		return ""
	}
	return c.Quantities[0].Unit
}
