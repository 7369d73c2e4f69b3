package gate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/report"
	"github.com/sparkhost/sparkhost/host/eval/stats"
)

func read(t *testing.T, text string) ([]Gate, error) {
	path := filepath.Join(t.TempDir(), "gates.hcl")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return Read(path)
}

var side = &report.Side{
	Measures:    []report.Measure{{Key: "accuracy", Value: 0.75, Units: stats.MinUnits, Interval: stats.Interval{Low: 0.65, High: 0.83}}},
	Calibration: report.Calibration{Of: 9, Units: 9, Error: 0.04},
	Costs:       map[string]report.CostRange{"cost_usd": {Mean: 0.02}},
}

func TestGatesHoldMeasuresToTheirBounds(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want bool
		says string
	}{
		"over the least":               {`measure = "accuracy"` + "\n min = 0.7", true, "accuracy is 0.7500 [0.6500, 0.8300], at least 0.7 is asked for"},
		"not by its whole interval":    {`measure = "accuracy"` + "\n min = 0.7\n by = \"interval\"", false, "of the whole interval"},
		"by its whole interval":        {`measure = "accuracy"` + "\n min = 0.6\n by = \"interval\"", true, ""},
		"under the least":              {`measure = "accuracy"` + "\n min = 0.8", false, ""},
		"exactly the least":            {`measure = "accuracy"` + "\n min = 0.75", true, ""},
		"calibrated":                   {`measure = "calibration_error"` + "\n max = 0.05", true, ""},
		"a measure without interval":   {`measure = "calibration_error"` + "\n max = 0.05\n by = \"interval\"", false, "has no interval"},
		"too dear":                     {`measure = "cost_usd"` + "\n max = 0.01", false, "at most 0.01 is asked for"},
		"nothing to measure it by":     {`measure = "auc"` + "\n min = 0.5", false, "auc is not known"},
		"no baseline where one is due": {`measure = "accuracy"` + "\n baseline = \"not_worse\"", false, "give --baseline"},
	} {
		t.Run(name, func(t *testing.T) {
			gates, err := read(t, "gate \"g\" {\n "+tt.text+"\n}\n")
			require.NoError(t, err)
			r := Judge(gates, side, nil)
			assert.Equal(t, tt.want, r[0].Passed, r[0].Says)
			assert.Contains(t, r[0].Says, tt.says)
		})
	}
}

func TestGatesHoldMeasuresToTheBaseline(t *testing.T) {
	for name, tt := range map[string]struct {
		verdict   compare.Verdict
		low, high float64
		demand    string
		want      bool
	}{
		"inconclusive is not worse":           {compare.Inconclusive, -0.05, 0.06, `baseline = "not_worse"`, true},
		"worse is":                            {compare.Worse, -0.09, -0.01, `baseline = "not_worse"`, false},
		"inconclusive is not better":          {compare.Inconclusive, -0.05, 0.06, `baseline = "better"`, false},
		"better is":                           {compare.Better, 0.01, 0.06, `baseline = "better"`, true},
		"a loss under the margin is excluded": {compare.Inconclusive, -0.01, 0.06, "baseline = \"equivalent_or_better\"\n margin = 0.02", true},
		"a loss over the margin is possible":  {compare.Inconclusive, -0.05, 0.06, "baseline = \"equivalent_or_better\"\n margin = 0.02", false},
	} {
		t.Run(name, func(t *testing.T) {
			gates, err := read(t, "gate \"g\" {\n measure = \"accuracy\"\n "+tt.demand+"\n}\n")
			require.NoError(t, err)
			c := &compare.Report{Metrics: []compare.Metric{{Name: "accuracy", Verdict: compare.Inconclusive, Alone: tt.verdict, Interval: stats.Interval{Low: tt.low, High: tt.high}}}}
			assert.Equal(t, tt.want, Judge(gates, side, c)[0].Passed, "a gate goes by the measure alone")
		})
	}
	gates, err := read(t, "gate \"g\" {\n measure = \"searches\"\n baseline = \"equivalent_or_better\"\n margin = 1\n}\n")
	require.NoError(t, err)
	c := &compare.Report{Costs: []compare.Cost{{Name: "searches", Interval: stats.Interval{Low: -9, High: 0.5}}}}
	assert.True(t, Judge(gates, side, c)[0].Passed, "of a cost, more is a loss")
}

func TestMistakesInAFileOfGatesAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		"": "no gate in it",
		"gate \"g\" {\n measure = \"luck\"\n min = 1\n}":                                 `gate "g": measure "luck": must be one of: accuracy`,
		"gate \"g\" {\n measure = \"accuracy\"\n}":                                       "nothing is asked for",
		"gate \"g\" {\n measure = \"accuracy\"\n min = 1\n by = \"luck\"\n}":             `by "luck"`,
		"gate \"g\" {\n measure = \"accuracy\"\n baseline = \"luck\"\n}":                 `baseline "luck"`,
		"gate \"g\" {\n measure = \"accuracy\"\n baseline = \"equivalent_or_better\"\n}": "needs a margin",
		"gate \"g\" {\n measure = \"accuracy\"\n min = 0.9\n max = 0.1\n}":               "min 0.9 is over max 0.1",
		"gate \"g\" {\n measure = \"selective_accuracy\"\n baseline = \"not_worse\"\n}":  "selective_accuracy is not compared",
		"gate \"g\" {\n measure = \"accuracy\"\n mn = 0.9\n}":                            "mn",
	} {
		_, err := read(t, text)
		assert.ErrorContains(t, err, want, text)
	}
}

func TestEveryMistakeOfAFileOfGatesIsToldAtOnceFromTopToBottom(t *testing.T) {
	_, err := read(t, `gate "a" {
  measure = "luck"
  by      = "chance"
}
gate "b" {
  min = 0.5
}
gate "a" {
  measure  = "accuracy"
  baseline = "not_worse"
  margin   = -0.1
}
gate "c" {
  measure = "accuracy"
  min     = 0.5
  margin  = 0.1
}
gate "d" {
  measure  = "accuracy"
  baseline = "equivalent_or_better"
  margin   = -0.1
}
gatter "e" {}
`)
	require.Error(t, err)
	var told []string
	for line := range strings.Lines(err.Error()) {
		told = append(told, line[strings.LastIndex(line, "gates.hcl:")+len("gates.hcl:"):])
	}
	for i, want := range []string{
		`1: gate "a": measure "luck"`, `1: gate "a": nothing is asked for`, `1: gate "a": by "chance"`, "5: Missing required argument",
		`8: gate "a": the gate of line 1 has this name`, `8: gate "a": margin -0.1: must be over 0`, `13: gate "c": margin 0.1: only baseline = "equivalent_or_better" has`,
		`18: gate "d": equivalent_or_better needs a margin over 0`, "23: Unsupported block type",
	} {
		require.Greater(t, len(told), i, want)
		assert.Contains(t, told[i], want)
	}
	assert.Len(t, told, 9)
}

func TestWhatTooFewQuestionsTellFailsItsGate(t *testing.T) {
	few := &report.Side{Measures: []report.Measure{{Key: "brier", Value: 0.1, Units: stats.MinUnits - 1, Interval: stats.Unknown()}, {Key: "aurc", Units: stats.MinUnits, Interval: stats.Unknown()}},
		Calibration: report.Calibration{Of: 9, Units: stats.MinUnits - 1}}
	c := &compare.Report{Metrics: []compare.Metric{{Name: "accuracy", Verdict: compare.Inconclusive, Alone: compare.Inconclusive, Interval: stats.Unknown()}}}
	for text, says := range map[string]string{
		"measure = \"brier\"\n max = 0.2\n by = \"interval\"":                         "brier is not measurable: 5 of at least 6 independent questions",
		"measure = \"calibration_error\"\n max = 0.2":                                 "calibration_error is not measurable: 5 of at least 6",
		"measure = \"squared_error_debiased\"\n max = 0.2":                            "squared_error_debiased is not measurable: 5 of at least 6",
		"measure = \"aurc\"\n max = 0.2\n by = \"interval\"":                          "the interval of aurc is not known: all of its resamples are equal",
		"measure = \"accuracy\"\n baseline = \"not_worse\"":                           "accuracy against the baseline is not known",
		"measure = \"accuracy\"\n baseline = \"equivalent_or_better\"\n margin = 0.5": "is not known",
	} {
		gates, err := read(t, "gate \"g\" {\n "+text+"\n}\n")
		require.NoError(t, err)
		r := Judge(gates, few, c)[0]
		assert.False(t, r.Passed)
		assert.Contains(t, r.Says, says)
	}
}
