package main

import (
	"cmp"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/stance"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// telling is the stance from which a sentence becomes a finding.
const telling = 0.1

// result is the answer in the words of the contract.
func (r *reading) result(v *stance.Verdict, findings int) *contract.AssessResult {
	stances := make([]float64, r.rows)
	for _, s := range v.Stances {
		if row := r.row[s.Row]; math.Abs(s.Value) > math.Abs(stances[row]) {
			stances[row] = s.Value
		}
	}
	result := &contract.AssessResult{
		Signals: []contract.Signal{
			{Name: "supports", Value: v.Supports}, {Name: "contradicts", Value: v.Contradicts}, {Name: "undecided", Value: v.Undecided},
			{Name: "disputed", Value: v.Disputed}, {Name: "for_works", Value: float64(v.ForWorks)}, {Name: "against_works", Value: float64(v.AgainstWorks)},
		},
		Findings: append(r.findings(v, 1, "supports", findings), r.findings(v, -1, "contradicts", findings)...),
	}
	if r.rows > 0 {
		result.Parts = []contract.Part{{Name: "stance", Table: "sentences", Values: stances}}
	}
	return result
}

// findings are the sentences that speak most clearly one way, each with its cue.
func (r *reading) findings(v *stance.Verdict, way float64, kind string, most int) []contract.Finding {
	var found []contract.Finding
	for _, s := range v.Stances {
		if s.Value*way >= telling {
			found = append(found, contract.Finding{Kind: kind, Table: "sentences", Rows: []uint32{uint32(r.row[s.Row])}, Weight: s.Value * way, Text: s.Cue})
		}
	}
	slices.SortStableFunc(found, func(a, b contract.Finding) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Text, b.Text))
	})
	return found[:min(most, len(found))]
}
