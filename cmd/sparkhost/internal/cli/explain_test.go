package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/record"
)

func number(v float64) *float64 { return &v }

// calibrated is a final sum of 0.1 + 0.45 - 0.06 = 0.49 and the result that states it.
func calibrated() (record.Calibration, record.Result) {
	c := record.Calibration{Phase: record.PhaseFinal, Base: 0.1, Confidence: 0.49, Terms: []record.CalibrationTerm{
		{Name: "coverage", Feature: "answer.support_coverage", Value: number(0.9), Weight: 0.5, Delta: 0.45},
		{Name: "disputed", Feature: "verify.flags", Value: number(1), Weight: -0.06, Delta: -0.06},
	}}
	r := record.Result{Confidence: 0.49, Calibration: record.CalibrationSum{
		Base: 0.1, Confidence: 0.49, Terms: []record.TermResult{{Name: "coverage", Delta: 0.45}, {Name: "disputed", Delta: -0.06}},
	}}
	return c, r
}

func TestExplainFailsOnATamperedRecordAndTakesAPrefix(t *testing.T) {
	home, files := t.TempDir(), t.TempDir()
	ids := []string{"abcdef01", "abcdef02", "fedcba01"}
	writeCalibrated(t, home, files, ids)

	code, stdout, stderr := sparkhost("explain", "fedcba", "--cache", home)
	require.Equal(t, shell.ExitDone, code, stderr)
	require.Contains(t, stdout, "run fedcba01")
	require.NotContains(t, stdout, "WARNING")
	code, _, stderr = sparkhost("runs", "show", "abcdef", "--cache", home)
	require.Equal(t, shell.ExitFailed, code)
	require.Contains(t, stderr, `record "abcdef" may be any of 2: abcdef01, abcdef02`)

	path := filepath.Join(files, "fedcba01.jsonl")
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	tampered := strings.Replace(string(b), `"delta":0.45`, `"delta":0.44`, 1)
	require.NoError(t, os.WriteFile(path, []byte(tampered), 0o600))
	code, stdout, stderr = sparkhost("explain", path)
	require.Equal(t, shell.ExitFailed, code)
	require.Empty(t, stdout)
	require.Contains(t, stderr, "its events do not have the digest that its seal says")

	seal := regexp.MustCompile(`,"chained":true|(?m)^.*"(kind|what)":"seal".*\n`) // a record of before there were seals
	require.NoError(t, os.WriteFile(path, []byte(seal.ReplaceAllString(tampered, "")), 0o600))
	code, stdout, stderr = sparkhost("explain", path)
	require.Equal(t, shell.ExitFailed, code)
	require.Contains(t, stdout, "WARNING: the sum does not add up: the final confidence: base and terms make 0.48, recorded is 0.49\n")
	require.Contains(t, stderr, "sparkhost: the sum does not add up: the record was changed or damaged\n")
	code, stdout, _ = sparkhost("explain", path, "--format", "json")
	require.Equal(t, shell.ExitFailed, code)
	require.Contains(t, stdout, `"wrong":["the final confidence: `)
}

// writeCalibrated records runs below home and as files.
func writeCalibrated(t *testing.T, home, files string, ids []string) {
	t.Helper()
	s, err := record.Open(t.Context(), record.Options{Dir: filepath.Join(home, shell.RecordsFolder)})
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

func TestARecordsTextsActOnNoTerminal(t *testing.T) {
	const evil = "red \x1b[31m turned \u202e back"
	home, files := t.TempDir(), t.TempDir()
	s, err := record.Open(t.Context(), record.Options{Dir: filepath.Join(home, shell.RecordsFolder)})
	require.NoError(t, err)
	folder, err := record.OpenFolder(files)
	require.NoError(t, err)
	w, err := record.Multi(s, folder).Begin("abcdef01")
	require.NoError(t, err)
	question, err := record.Canonical(map[string]string{"id": evil, "question": evil})
	require.NoError(t, err)
	c, r := calibrated()
	c.Terms[0].Name, r.Question, r.Answer = evil, evil, &record.AnswerText{Label: evil}
	for _, e := range []struct {
		kind record.Kind
		data any
	}{
		{record.KindRun, record.Run{ID: "abcdef01", Question: question, Policy: record.Named{Name: evil}}},
		{record.KindRound, record.Round{Name: "primary", SkippedReason: evil}},
		{record.KindPluginCall, record.PluginCall{Stage: "verify", Plugin: "mine", Error: evil}},
		{record.KindCalibration, c}, {record.KindGate, record.Gate{Name: "g", Passed: "false", Reason: evil}},
		{record.KindWarning, record.Warning{Text: evil}}, {record.KindResult, r},
	} {
		require.NoError(t, w.Append(e.kind, e.data))
	}
	require.NoError(t, w.Finish())
	require.NoError(t, w.Close())
	require.NoError(t, s.Close())
	for _, args := range [][]string{{"explain", "abcdef01"}, {"runs", "show", "abcdef01"}, {"runs", "list"}, {"replay", folder.Path("abcdef01")}} {
		_, stdout, stderr := sparkhost(append(args, "--cache", home)...)
		require.NotContains(t, stdout+stderr, "\x1b", args)
		require.NotContains(t, stdout+stderr, "\u202e", args)
		require.Contains(t, stdout, "red", args)
	}
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
