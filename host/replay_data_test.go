package host_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/replay"
	"github.com/sparkhost/sparkhost/internal/realdata"
)

// pubmedqa is the folder of the PubMedQA pack.
func pubmedqa(t *testing.T) string {
	t.Helper()
	return realdata.Path(t, "pubmedqa")
}

// TestReplaysOfPubMedQAAgreeWithRunningThePolicy changes one threshold, and then one weight, of the
// standard policy and holds all 500 replays against really running the changed policy.
func TestReplaysOfPubMedQAAgreeWithRunningThePolicy(t *testing.T) {
	data := pubmedqa(t)
	home, dir := compiledHome(t), t.TempDir()
	questions := questionsOf(t, filepath.Join(data, "questions-dev.jsonl"))
	require.Len(t, questions, 500)
	base := host.Config{Policy: "standard", Corpus: []string{filepath.Join(data, "corpus.jsonl")}, Home: home, RecordDir: dir}
	_, runs := answersOf(t, base, questions)
	for _, tt := range []struct {
		name, change  string
		flips, needed int // at least, at most
		cause         string
	}{
		{"a gate's threshold", `gate "confident" { condition = answer.confidence >= 0.65 }`, 100, 0, "gate.confident"},
		// Another draft is falsified by other searches, which a few of the runs did not make.
		{"an option's weight", `options {
			term "stance" { weight = -1 }
		}`, 100, 25, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "changed.policy.hcl")
			require.NoError(t, os.WriteFile(path, []byte("policy \"changed\" {\n  extends = [standard]\n  "+tt.change+"\n}\n"), 0o600))
			changed := base
			changed.Policy, changed.RecordDir = path, ""
			want, _ := answersOf(t, changed, questions)
			report := replay.NewReport(nil, nil)
			for i, r := range replaysOf(t, host.ReplayConfig{Config: host.Config{Policy: path, Home: home}}, dir, runs) {
				c := replay.Change{Need: r.Need}
				if r.New != nil {
					assert.Equal(t, want[i], canonical(t, r.New), questions[i].ID)
					c = compared(t, filepath.Join(dir, runs[i]+".jsonl"), r)
				}
				report.Add(c)
			}
			t.Logf("%+v", report.Summary)
			assert.LessOrEqual(t, report.Summary.Need, tt.needed)
			assert.GreaterOrEqual(t, report.Summary.Flipped, tt.flips)
			for _, c := range report.Changes {
				if !c.Flipped {
					continue
				}
				require.NotEmpty(t, c.Causes, "%s flipped without a cause", c.ID)
				if tt.cause != "" {
					assert.Equal(t, tt.cause, c.Decisive().Where)
				}
			}
		})
	}
}

// compared returns the changes of a recorded run.
func compared(t *testing.T, path string, r *host.Replay) replay.Change {
	t.Helper()
	reader, err := record.Skim(path)
	require.NoError(t, err)
	before, err := reader.Decision()
	require.NoError(t, err)
	return replay.Compare(before, r.Decision)
}
