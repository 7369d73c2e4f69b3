package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/record"
)

// recordRuns writes a finished and a partial run below home.
func recordRuns(t *testing.T, home string) {
	t.Helper()
	s, err := record.Open(context.Background(), record.Options{Dir: filepath.Join(home, shell.RecordsFolder)})
	require.NoError(t, err)
	for _, id := range []string{"b", "a"} {
		w, err := s.Begin(id)
		require.NoError(t, err)
		question := json.RawMessage(`{"id":"q1","question":"Does ice float?"}`)
		require.NoError(t, w.Append(record.KindRun, record.Run{ID: id, Question: question, Policy: record.Named{Name: "baseline", Digest: "d1"}}))
		if id == "b" {
			sum := record.CalibrationSum{Base: 0.625, Confidence: 0.625}
			require.NoError(t, w.Append(record.KindResult, record.Result{Verdict: record.VerdictAnswered, Confidence: 0.625, Calibration: sum, Answer: &record.AnswerText{Label: "A"}}))
			require.NoError(t, w.Append(record.KindTiming, record.Timing{What: record.TimingRun, ElapsedUS: 1500}))
			require.NoError(t, w.Finish())
		}
		require.NoError(t, w.Close())
	}
	require.NoError(t, s.Close())
}

// sparkhost runs one command line and returns its exit code and output.
func sparkhost(args ...string) (code int, stdout, stderr string) {
	var out, talk bytes.Buffer
	code = run(context.Background(), args, strings.NewReader(""), &out, &talk)
	return code, out.String(), talk.String()
}

func TestRunsAreListedByIdAndShown(t *testing.T) {
	home := t.TempDir()
	recordRuns(t, home)
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"a table", []string{"list"}, "" +
			"run  verdict   confidence  policy    time   question\n" +
			"a    partial   -           baseline  -      Does ice float?\n" +
			"b    answered  0.625       baseline  1.5ms  Does ice float?\n"},
		{"lines", []string{"list", "--format", "jsonl"}, "" +
			`{"id":"a","question_id":"q1","question":"Does ice float?","confidence":0,"policy":{"name":"baseline","digest":"d1"},"partial":true}` + "\n" +
			`{"id":"b","question_id":"q1","question":"Does ice float?","verdict":"answered","answer":"A","confidence":0.625,` +
			`"policy":{"name":"baseline","digest":"d1"},"elapsed_us":1500,"partial":false}` + "\n"},
		{"one run", []string{"show", "b"}, "" +
			"run         b\nquestion    Does ice float?\nverdict     answered\nanswer      A\nconfidence  0.625\n" +
			"policy      baseline (d1)\ntime        1.5ms\n  run       1\n  result    1\n  seal      1\n  timing    2\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, stdout, stderr := sparkhost(append(append([]string{"runs"}, tt.args...), "--cache", home)...)
			require.Equal(t, shell.ExitDone, code, stderr)
			require.Equal(t, tt.want, stdout)
			require.Empty(t, stderr)
		})
	}
	code, stdout, stderr := sparkhost("runs", "show", "c", "--cache", home)
	require.Equal(t, shell.ExitFailed, code)
	require.Empty(t, stdout)
	require.Contains(t, stderr, `record "c": no such file or folder`)
}
