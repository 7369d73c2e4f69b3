package record

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func number(v float64) *float64 { return &v }

// calibrated is a final sum of 0.1 + 0.45 - 0.06 = 0.49 and the result that states it.
func calibrated() (Calibration, Result) {
	c := Calibration{Phase: PhaseFinal, Base: 0.1, Confidence: 0.49, Terms: []CalibrationTerm{
		{Name: "coverage", Feature: "answer.support_coverage", Value: number(0.9), Weight: 0.5, Delta: 0.45},
		{Name: "disputed", Feature: "verify.flags", Value: number(1), Weight: -0.06, Delta: -0.06},
	}}
	r := Result{Confidence: 0.49, Calibration: CalibrationSum{
		Base: 0.1, Confidence: 0.49, Terms: []TermResult{{Name: "coverage", Delta: 0.45}, {Name: "disputed", Delta: -0.06}},
	}}
	return c, r
}

func TestASumIsCheckedToTheLastUnit(t *testing.T) {
	tests := []struct {
		name           string
		change         func(*Calibration, *Result)
		wrong, unusual string // empty: none
	}{
		{"what was recorded adds up", func(*Calibration, *Result) {}, "", ""},
		{"a confidence that is one unit off", func(c *Calibration, r *Result) { c.Confidence, r.Confidence = 0.490000001, 0.490000001 },
			"the final confidence: base and terms make 0.49, recorded is 0.490000001", ""},
		{"another base", func(c *Calibration, _ *Result) { c.Base = 0.2 }, "base and terms make 0.59, recorded is 0.49", ""},
		{"a result that says more", func(_ *Calibration, r *Result) { r.Confidence = 0.99 }, "the sum makes 0.49, the result says 0.99", ""},
		{"a result with another sum", func(_ *Calibration, r *Result) { r.Calibration.Terms[1].Delta = 0 }, "the result's confidence: base and terms make 0.55", ""},
		{"a delta and the confidence raised together", func(c *Calibration, r *Result) {
			c.Terms[0].Delta, c.Confidence, r.Confidence = 0.75, 0.79, 0.79
		}, "", `the final term "coverage": weight × value makes 0.45, recorded is 0.75`},
		{"a fall that became a rise", func(c *Calibration, r *Result) {
			c.Terms[1].Delta, c.Confidence, r.Confidence = 0.01, 0.56, 0.56
		}, "", `"disputed": weight × value makes -0.06, recorded is 0.01`},
		{"an unknown value that adds something", func(c *Calibration, _ *Result) { c.Terms[0].Value = nil }, "", "makes 0, recorded is 0.45"},
		{"a cap and a one-sided term", func(c *Calibration, r *Result) {
			c.Terms[0].Delta, c.Terms[1].Delta, c.Confidence, r.Confidence = 0.2, 0, 0.3, 0.3
		}, "", ""},
		{"a confidence above one that adds up", func(c *Calibration, r *Result) {
			c.Base, c.Confidence, r.Calibration.Base, r.Calibration.Confidence, r.Confidence = 9.1, 9.49, 9.1, 9.49, 9.49
		}, "the result's confidence is 9.49, and none is outside 0 to 1", ""},
		{"a summand of the plugin's own", func(c *Calibration, r *Result) {
			c.Terms = append(c.Terms, CalibrationTerm{Name: "clamp", Value: number(0), Weight: 1, Delta: -0.09})
			c.Confidence, r.Confidence = 0.4, 0.4
		}, "", ""},
		{"a product that is rounded", func(c *Calibration, r *Result) {
			c.Terms[0].Value, c.Terms[0].Delta, c.Confidence, r.Confidence = number(1.0/3), 0.166666667, 0.206666667, 0.206666667
		}, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, r := calibrated()
			tt.change(&c, &r)
			got := CheckSums([]Calibration{c}, &r)
			requireOne(t, got.Wrong, tt.wrong)
			requireOne(t, got.Unusual, tt.unusual)
		})
	}
}

func requireOne(t *testing.T, got []string, want string) {
	t.Helper()
	if want == "" {
		require.Empty(t, got)
		return
	}
	require.Len(t, got, 1)
	require.Contains(t, got[0], want)
}

func TestOfVeryManySumsTheFirstAreTold(t *testing.T) {
	c, _ := calibrated()
	all := make([]Calibration, 30)
	for i := range all {
		all[i] = c
		all[i].Confidence = 1e308
	}
	got := CheckSums(all, nil)
	require.Len(t, got.Wrong, 20)
	require.Equal(t, "the final confidence: base and terms make 0.49, recorded is 1e+308", got.Wrong[0])
	require.Equal(t, "and others", got.Wrong[19])
}
