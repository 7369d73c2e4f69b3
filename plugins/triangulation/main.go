// Command triangulation is the shipped plugin that compares what documents say about
// one thing: it counts clusters of claims whose numbers agree, conflict or allow no
// conclusion, and flags confident claims that rest on too few types of sources.
package main

import (
	"errors"
	"math"

	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

func init() { sdk.Serve(plugin) }

func main() {}

var plugin = sdk.Plugin{Manifest: manifest, Assess: answer}

// answer runs the kernel on a request.
func answer(req *contract.Request) (*contract.AssessResult, error) {
	table := req.Table("claims")
	if table == nil {
		return nil, errors.New("the request has no table claims")
	}
	claims := claimsOf(table)
	types := typesInAll(claims)
	if known, is := poolTypes(req); is {
		types = known
	}
	out := triangulate(configOf(req), claims, types)
	return &contract.AssessResult{
		Signals: []contract.Signal{
			{Name: "triangulated", Value: float64(out.triangulated)},
			{Name: "disputed", Value: float64(out.disputed)},
			{Name: "inconclusive", Value: float64(out.inconclusive)},
			{Name: "triangulated_any", Value: flag(out.triangulated > 0)},
			{Name: "disputed_any", Value: flag(out.disputed > 0)},
			{Name: "guard_waived", Value: flag(out.waived)},
		},
		Parts: []contract.Part{
			{Name: "confidence_adjustment", Table: "claims", Values: out.adjustment},
			{Name: "flagged", Table: "claims", Values: flags(out.flagged)},
		},
		Findings: findingsOf(out.findings),
	}, nil
}

func configOf(req *contract.Request) config {
	return config{
		agree:           whole(req.Number("agree")),
		minCluster:      whole(req.Number("min_cluster")),
		tolerance:       req.Number("relative_tolerance"),
		conflict:        whole(req.Number("conflict")),
		onBoth:          req.Text("on_both"),
		guardConfidence: req.Number("guard_confidence"),
		minTypes:        whole(req.Number("min_types")),
		penalty:         req.Number("penalty"),
	}
}

// whole returns the least count that reaches v.
func whole(v float64) int { return int(math.Ceil(v)) }

func claimsOf(table *contract.Table) []claim {
	cluster, document, value := table.Column("cluster"), table.Column("document"), table.Column("value")
	confidence, option := table.Column("base_confidence"), table.Column("option")
	source, unit := table.Column("source"), table.Column("unit")
	claims := make([]claim, table.Len())
	for row := range claims {
		claims[row] = claim{
			cluster: numberAt(cluster, row), document: numberAt(document, row), value: numberAt(value, row),
			confidence: numberAt(confidence, row), option: numberAt(option, row),
			source: textAt(source, row), unit: textAt(unit, row),
		}
	}
	return claims
}

// poolTypes returns the number of source types in all that was retrieved, if the host says it.
func poolTypes(req *contract.Request) (int, bool) {
	table := req.Table("pool")
	if table.Len() == 0 {
		return 0, false
	}
	v, known := table.Column("source_types").NumberAt(0)
	return int(v), known
}

func numberAt(c *contract.Column, row int) number {
	v, known := c.NumberAt(row)
	return number{v, known}
}

func textAt(c *contract.Column, row int) string {
	if c == nil {
		return ""
	}
	return c.StringAt(row)
}

func findingsOf(found []finding) []contract.Finding {
	out := make([]contract.Finding, len(found))
	for i, f := range found {
		rows := make([]uint32, len(f.rows))
		for j, row := range f.rows {
			rows[j] = uint32(row)
		}
		out[i] = contract.Finding{Kind: f.kind, Table: "claims", Rows: rows, Weight: f.weight, Text: f.text}
	}
	return out
}

func flags(of []bool) []float64 {
	out := make([]float64, len(of))
	for i, f := range of {
		out[i] = flag(f)
	}
	return out
}

func flag(f bool) float64 {
	if f {
		return 1
	}
	return 0
}
