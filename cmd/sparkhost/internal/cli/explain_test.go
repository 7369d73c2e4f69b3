package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
)

func number(v float64) *float64 { return &v }

// calibrated is a final sum of 0.1 + 0.45 - 0.06 = 0.49 and the result that states it.
func calibrated() (record.Calibration, record.Result) {
	c := record.Calibration{Phase: finalPhase, Base: 0.1, Confidence: 0.49, Terms: []record.CalibrationTerm{
		{Name: "coverage", Feature: "answer.support_coverage", Value: number(0.9), Weight: 0.5, Delta: 0.45},
		{Name: "disputed", Feature: "verify.flags", Value: number(1), Weight: -0.06, Delta: -0.06},
	}}
	r := record.Result{Confidence: 0.49, Calibration: record.CalibrationSum{
		Base: 0.1, Confidence: 0.49, Terms: []record.TermResult{{Name: "coverage", Delta: 0.45}, {Name: "disputed", Delta: -0.06}},
	}}
	return c, r
}

func TestASumIsCheckedToTheLastUnit(t *testing.T) {
	tests := []struct {
		name           string
		change         func(*record.Calibration, *record.Result)
		wrong, unusual string // empty: none
	}{
		{"what was recorded adds up", func(*record.Calibration, *record.Result) {}, "", ""},
		{"a confidence that is one unit off", func(c *record.Calibration, r *record.Result) { c.Confidence, r.Confidence = 0.490000001, 0.490000001 },
			"the final confidence: base and terms make 0.49, recorded is 0.490000001", ""},
		{"another base", func(c *record.Calibration, _ *record.Result) { c.Base = 0.2 }, "base and terms make 0.59, recorded is 0.49", ""},
		{"a result that says more", func(_ *record.Calibration, r *record.Result) { r.Confidence = 0.99 }, "the sum makes 0.49, the result says 0.99", ""},
		{"a result with another sum", func(_ *record.Calibration, r *record.Result) { r.Calibration.Terms[1].Delta = 0 }, "the result's confidence: base and terms make 0.55", ""},
		{"a delta and the confidence raised together", func(c *record.Calibration, r *record.Result) {
			c.Terms[0].Delta, c.Confidence, r.Confidence = 0.75, 0.79, 0.79
		}, "", `the final term "coverage": weight × value makes 0.45, recorded is 0.75`},
		{"a fall that became a rise", func(c *record.Calibration, r *record.Result) {
			c.Terms[1].Delta, c.Confidence, r.Confidence = 0.01, 0.56, 0.56
		}, "", `"disputed": weight × value makes -0.06, recorded is 0.01`},
		{"an unknown value that adds something", func(c *record.Calibration, _ *record.Result) { c.Terms[0].Value = nil }, "", "makes 0, recorded is 0.45"},
		{"a cap and a one-sided term", func(c *record.Calibration, r *record.Result) {
			c.Terms[0].Delta, c.Terms[1].Delta, c.Confidence, r.Confidence = 0.2, 0, 0.3, 0.3
		}, "", ""},
		{"a summand of the plugin's own", func(c *record.Calibration, r *record.Result) {
			c.Terms = append(c.Terms, record.CalibrationTerm{Name: "clamp", Value: number(0), Weight: 1, Delta: -0.09})
			c.Confidence, r.Confidence = 0.4, 0.4
		}, "", ""},
		{"a product that is rounded", func(c *record.Calibration, r *record.Result) {
			c.Terms[0].Value, c.Terms[0].Delta, c.Confidence, r.Confidence = number(1.0/3), 0.166666667, 0.206666667, 0.206666667
		}, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, r := calibrated()
			tt.change(&c, &r)
			got := checkSum([]record.Calibration{c}, &r)
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

func TestExplainFailsOnATamperedRecordAndTakesAPrefix(t *testing.T) {
	home, files := t.TempDir(), t.TempDir()
	ids := []string{"abcdef01", "abcdef02", "fedcba01"}
	writeCalibrated(t, home, files, ids)

	code, stdout, stderr := sparkhost("explain", "fedcba", "--cache", home)
	require.Equal(t, ExitDone, code, stderr)
	require.Contains(t, stdout, "run fedcba01")
	require.NotContains(t, stdout, "WARNING")
	code, _, stderr = sparkhost("runs", "show", "abcdef", "--cache", home)
	require.Equal(t, ExitFailed, code)
	require.Contains(t, stderr, `record "abcdef" may be any of 2: abcdef01, abcdef02`)

	path := filepath.Join(files, "fedcba01.jsonl")
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(b), `"delta":0.45`, `"delta":0.44`, 1)), 0o600))
	code, stdout, stderr = sparkhost("explain", path)
	require.Equal(t, ExitFailed, code)
	require.Contains(t, stdout, "WARNING: the sum does not add up: the final confidence: base and terms make 0.48, recorded is 0.49\n")
	require.Equal(t, "sparkhost: the sum does not add up: the record was changed or damaged\n", stderr)
	code, stdout, _ = sparkhost("explain", path, "--format", "json")
	require.Equal(t, ExitFailed, code)
	require.Contains(t, stdout, `"wrong":["the final confidence: `)
}

// writeCalibrated records runs below home and as files.
func writeCalibrated(t *testing.T, home, files string, ids []string) {
	t.Helper()
	s, err := record.Open(t.Context(), record.Options{Dir: filepath.Join(home, recordsFolder)})
	require.NoError(t, err)
	folder, err := record.OpenFolder(files)
	require.NoError(t, err)
	for _, id := range ids {
		w, err := record.Multi(s, folder).Begin(id)
		require.NoError(t, err)
		c, r := calibrated()
		require.NoError(t, w.Append(record.KindRun, record.Run{ID: id, Question: []byte(fmt.Sprintf(`{"id":%q,"question":"Does ice float?"}`, id))}))
		require.NoError(t, w.Append(record.KindCalibration, c))
		require.NoError(t, w.Append(record.KindResult, r))
		require.NoError(t, w.Finish())
		require.NoError(t, w.Close())
	}
	require.NoError(t, s.Close())
}

func TestEveryCommandHasAnExample(t *testing.T) {
	commands := []string{""}
	for _, c := range newRoot().Commands() {
		commands = append(commands, c.Name())
		for _, sub := range c.Commands() {
			commands = append(commands, c.Name()+" "+sub.Name())
		}
	}
	for _, name := range commands {
		c, _, err := newRoot().Find(strings.Fields(name))
		require.NoError(t, err)
		require.NotEmpty(t, c.Example, "sparkhost "+name)
	}
}
