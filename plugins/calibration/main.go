// Command calibration is the shipped plugin that makes a confidence out of features: it
// adds up weighted terms, holds the corrections within total caps and the sum within a
// clamp, and accounts for every unit of 1e-9.
package main

import (
	"errors"

	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

func init() { sdk.Serve(plugin) }

func main() {}

var plugin = sdk.Plugin{Manifest: manifest, Calibrate: answer}

// answer runs the kernel on a request.
func answer(req *contract.Request) (*contract.CalibrateResult, error) {
	table := req.Table("terms")
	if table == nil || table.Column("name") == nil {
		return nil, errors.New("the request has no column terms.name")
	}
	out, err := calibrate(settingsOf(req), termsOf(table))
	if err != nil {
		return nil, err
	}
	result := &contract.CalibrateResult{
		Base:       out.base.float(),
		Terms:      make([]contract.Term, len(out.terms)),
		Confidence: out.confidence.float(),
	}
	for i, s := range out.terms {
		result.Terms[i] = contract.Term{Name: s.name, Value: s.value, Weight: s.weight, Delta: s.delta.float()}
	}
	return result, nil
}

func settingsOf(req *contract.Request) settings {
	return settings{
		logistic:  req.Text("link") == linkLogistic,
		intercept: req.Number("intercept"),
		maxUp:     req.Number("max_up"),
		maxDown:   req.Number("max_down"),
		clampLow:  req.Number("clamp_low"),
		clampHigh: req.Number("clamp_high"),
	}
}

// termsOf reads the rows of table "terms". Columns that are not there are unknown in
// every row: no bounds, two-sided, a correction.
func termsOf(table *contract.Table) []term {
	names, values, weights := table.Column("name"), table.Column("value"), table.Column("weight")
	floors, caps := table.Column("floor"), table.Column("cap")
	oneSided, base := table.Column("one_sided"), table.Column("base")
	terms := make([]term, table.Len())
	for row := range terms {
		t := &terms[row]
		t.name = names.StringAt(row)
		t.value, t.known = values.NumberAt(row)
		t.weight, _ = weights.NumberAt(row)
		t.floor, t.cap = boundAt(floors, row), boundAt(caps, row)
		t.oneSided, t.base = flagAt(oneSided, row), flagAt(base, row)
	}
	return terms
}

func boundAt(c *contract.Column, row int) *float64 {
	if v, known := c.NumberAt(row); known {
		return &v
	}
	return nil
}

func flagAt(c *contract.Column, row int) bool {
	v, known := c.NumberAt(row)
	return known && v != 0
}
