// Package gate says yes or no to an evaluation: a small file names bounds for measures, and what may not get worse than a baseline, by the
// same statistics as comparisons.
package gate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/eval/blocks"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/report"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// What a gate may want of a measure against the baseline.
const (
	NotWorse           = "not_worse"            // the comparison may not find it worse
	Better             = "better"               // the comparison must find it better
	EquivalentOrBetter = "equivalent_or_better" // the comparison must show that it is not worse by the margin or more
)

// A Gate is one demand. It has a bound, or a demand against the baseline, or both.
type Gate struct {
	Name     string    `hcl:"name,label" json:"name"`
	Measure  string    `hcl:"measure" json:"measure"`
	Min      *float64  `hcl:"min,optional" json:"min,omitempty"`
	Max      *float64  `hcl:"max,optional" json:"max,omitempty"`
	By       string    `hcl:"by,optional" json:"by,omitempty"` // "value", or "interval": all of the 95 % interval must keep the bound
	Baseline string    `hcl:"baseline,optional" json:"baseline,omitempty"`
	Margin   float64   `hcl:"margin,optional" json:"margin,omitempty"` // of equivalent_or_better
	At       hcl.Range `hcl:",def_range" json:"-"`
}

// Read reads a file of gate blocks, in HCL. The error joins all mistakes, each with its line; beside it stand the gates that were read.
func Read(path string) ([]Gate, error) {
	text, err := bounded.ReadFile(path, bounded.Blocks)
	if err != nil {
		return nil, err
	}
	var file struct {
		Gates []Gate `hcl:"gate,block"`
	}
	wrong := blocks.Decode(path, text, &file)
	if len(file.Gates) == 0 && wrong == nil {
		return nil, fmt.Errorf("%s: no gate in it; write gate \"NAME\" { measure = \"accuracy\" min = 0.7 }", path)
	}
	errs, first := []error{wrong}, map[string]int{}
	for i := range file.Gates {
		g := &file.Gates[i]
		if line := first[g.Name]; line > 0 {
			errs = append(errs, blocks.At(path, &g.At, "gate %q: the gate of line %d has this name; give each its own", g.Name, line))
		} else {
			first[g.Name] = g.At.Start.Line
		}
		if blocks.Wrong(wrong, &g.At) {
			continue // what it lacks would be told twice
		}
		for _, err := range g.check() {
			errs = append(errs, blocks.At(path, &g.At, "gate %q: %w", g.Name, err))
		}
	}
	return file.Gates, blocks.Join(errs...)
}

// Measures returns the names of what gates may bound: shares and errors of [report.Side], and the means of costs.
func Measures() []string {
	return []string{"accuracy", "best_option_accuracy", "answered", "selective_accuracy", "gold_cited", "brier", "aurc", "auc",
		"calibration_error", "squared_error_debiased", "cost_usd", "searches", "model_tokens"}
}

// compared returns the measures that comparisons know by the same name, beside costs.
func compared() []string {
	return []string{"accuracy", "best_option_accuracy", "answered", "gold_cited", "brier", "aurc", "auc", "calibration_error", "cost_usd", "searches", "model_tokens"}
}

// check lists all mistakes of the gate.
func (g *Gate) check() (errs []error) {
	wrong := func(is bool, format string, args ...any) {
		if is {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	known := slices.Contains(Measures(), g.Measure)
	wrong(!known, "measure %q: must be one of: %s", g.Measure, strings.Join(Measures(), ", "))
	wrong(g.Min == nil && g.Max == nil && g.Baseline == "", "nothing is asked for: give min, max or baseline")
	wrong(!slices.Contains([]string{"", "value", "interval"}, g.By), "by %q: must be \"value\" or \"interval\"", g.By)
	if demands := []string{NotWorse, Better, EquivalentOrBetter}; g.Baseline != "" {
		wrong(!slices.Contains(demands, g.Baseline), "baseline %q: must be one of: %q, %q, %q", g.Baseline, NotWorse, Better, EquivalentOrBetter)
		wrong(known && !slices.Contains(compared(), g.Measure), "baseline: %s is not compared; compared are %s", g.Measure, strings.Join(compared(), ", "))
	}
	wrong(g.Baseline == EquivalentOrBetter && !(g.Margin > 0), "equivalent_or_better needs a margin over 0, such as margin = 0.02")
	wrong(g.Baseline != EquivalentOrBetter && g.Margin < 0, "margin %g: must be over 0", g.Margin)
	wrong(g.Baseline != EquivalentOrBetter && g.Margin > 0, "margin %g: only baseline = \"equivalent_or_better\" has a margin; leave it out", g.Margin)
	wrong(known && !(g.possible(g.Min) && g.possible(g.Max)), "%s is a share: min and max must be between 0 and 1", g.Measure)
	if g.Min != nil && g.Max != nil {
		wrong(*g.Min > *g.Max, "min %g is over max %g", *g.Min, *g.Max)
	}
	return errs
}

// possible says whether a measure can reach a bound. All measures but costs are shares, or errors between 0 and 1.
func (g *Gate) possible(bound *float64) bool {
	return bound == nil || slices.Contains([]string{"cost_usd", "searches", "model_tokens"}, g.Measure) || *bound >= 0 && *bound <= 1
}

// A Ruling is the result of one gate.
type Ruling struct {
	Gate
	Passed bool   `json:"passed"`
	Says   string `json:"says"`
}

// Judge asks each gate about a side and, where it wants that, about its comparison with the baseline, which may be nil. A measure that does not exist
// is a no.
func Judge(gates []Gate, side *report.Side, against *compare.Report) []Ruling {
	out := make([]Ruling, len(gates))
	for i, g := range gates {
		out[i] = Ruling{Gate: g, Passed: true}
		var said []string
		for _, ask := range []func(*Gate) (string, bool){
			func(g *Gate) (string, bool) { return g.bounds(side) },
			func(g *Gate) (string, bool) { return g.regression(against) },
		} {
			text, ok := ask(&g)
			if text != "" {
				said = append(said, text)
			}
			out[i].Passed = out[i].Passed && ok
		}
		out[i].Says = strings.Join(said, "; ")
	}
	return out
}
