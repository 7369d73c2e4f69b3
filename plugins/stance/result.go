package main

import (
	"cmp"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/stance"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// result returns the answer in the words of the contract, of so many rows.
func result(v *stance.Verdict, rows, findings int) *contract.AssessResult {
	stances, leans, states := make([]float64, rows), make([]float64, rows), make([]float64, rows)
	for i := range states {
		states[i] = 1
	}
	for _, s := range v.Stances {
		states[s.Row] = s.States
		if math.Abs(s.Value) >= stance.Telling {
			stances[s.Row] = s.Value
		}
		if math.Abs(s.Leans) >= stance.Leans {
			leans[s.Row] = s.Leans
		}
	}
	out := &contract.AssessResult{
		Signals: []contract.Signal{
			{Name: "supports", Value: v.Supports}, {Name: "contradicts", Value: v.Contradicts}, {Name: "undecided", Value: v.Undecided},
			{Name: "disputed", Value: v.Disputed}, {Name: "for_works", Value: float64(v.ForWorks)}, {Name: "against_works", Value: float64(v.AgainstWorks)},
			{Name: "backing", Value: v.Backing},
			{Name: "hearsay", Value: v.Hearsay},
		},
		Findings: append(sided(v, 1, "supports", findings), sided(v, -1, "contradicts", findings)...),
	}
	if rows > 0 {
		out.Parts = []contract.Part{{Name: "stance", Table: "sentences", Values: stances}, {Name: "leans", Table: "sentences", Values: leans}, {Name: "states", Table: "sentences", Values: states}}
	}
	return out
}

// sided returns the sentences that speak most clearly one way, each with its cue.
func sided(v *stance.Verdict, way float64, kind string, most int) []contract.Finding {
	var found []contract.Finding
	for _, s := range v.Stances {
		if s.Value*way >= stance.Telling {
			found = append(found, contract.Finding{Kind: kind, Table: "sentences", Rows: []uint32{uint32(s.Row)}, Weight: s.Value * way, Text: s.Cue})
		}
	}
	slices.SortStableFunc(found, func(a, b contract.Finding) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Text, b.Text))
	})
	return found[:min(most, len(found))]
}
