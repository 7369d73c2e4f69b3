package host_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

var oneQuestion = []evidence.Question{{ID: "q", Question: "Vemurafenib inhibits BRAF V600E.", Type: evidence.TypeClaim}}

// recordedUnder runs one question under the text of a policy and gives the path of the record. The policy is
// gone afterwards.
func recordedUnder(t *testing.T, text string, environ ...string) (path, home string) {
	t.Helper()
	home, dir, at := compiledHome(t), t.TempDir(), filepath.Join(t.TempDir(), "own.policy.hcl")
	require.NoError(t, os.WriteFile(at, []byte(text), 0o600))
	_, runs := answersOf(t, host.Config{Policy: at, Corpus: []string{quickCorpus}, Home: home, RecordDir: dir, Environ: environ}, oneQuestion)
	require.NoError(t, os.Remove(at))
	return filepath.Join(dir, runs[0]+".jsonl"), home
}

func replayOne(t *testing.T, c host.ReplayConfig, path string) (*host.Replay, error) {
	t.Helper()
	r, err := host.OpenReplay(context.Background(), c)
	require.NoError(t, err)
	defer func() { require.NoError(t, r.Close()) }()
	reader, err := record.Skim(path)
	require.NoError(t, err)
	return r.Replay(context.Background(), reader)
}

const secretive = `
variable "level" {
  type    = number
  default = 0.1
}

variable "token" {
  type      = string
  sensitive = true
  env       = "THE_TOKEN"
  %s
}

policy "own" {
  extends = [as_written]

  gate "level" {
    condition = answer.confidence >= var.level
  }
}
`

func TestARecordCarriesItsPolicyWithTheVariablesThatWereGiven(t *testing.T) {
	path, home := recordedUnder(t, fmt.Sprintf(secretive, ""), "THE_TOKEN=hush-hush", "SPARKHOST_VAR_LEVEL=0.2")
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.NotContains(t, string(data), "hush-hush")
	got, err := replayOne(t, host.ReplayConfig{Config: host.Config{Home: home, Environ: nil, Vars: map[string]string{"token": "another"}}}, path)
	require.NoError(t, err)
	assert.Equal(t, canonical(t, got.Old), canonical(t, got.New), "a secret is no part of what a policy means")
	got, err = replayOne(t, host.ReplayConfig{Config: host.Config{Home: home, Vars: map[string]string{"token": "another", "level": "0.99"}}}, path)
	require.NoError(t, err)
	assert.Equal(t, record.VerdictAnswered, got.Old.Verdict)
	assert.NotEqual(t, record.VerdictAnswered, got.New.Verdict)
}

func TestARecordCarriesTheListsThatItsPolicyNames(t *testing.T) {
	home, dir, folder := compiledHome(t), t.TempDir(), t.TempDir()
	at := filepath.Join(folder, "own.policy.hcl")
	require.NoError(t, os.WriteFile(at, []byte("policy \"own\" {\n  extends = [standard]\n  select {\n    venues = \"own.csv\"\n  }\n}\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "own.csv"), []byte("venue,adjust\nNature,-1\n"), 0o600))
	_, runs := answersOf(t, host.Config{Policy: at, Corpus: []string{quickCorpus}, Home: home, RecordDir: dir}, oneQuestion)
	require.NoError(t, os.RemoveAll(folder))
	again, err := replayOne(t, host.ReplayConfig{Config: host.Config{Home: home}}, filepath.Join(dir, runs[0]+".jsonl"))
	require.NoError(t, err)
	assert.NotNil(t, again)
}

func TestARecordDoesNotCarryAPolicyWhoseFileHoldsASecret(t *testing.T) {
	path, home := recordedUnder(t, fmt.Sprintf(secretive, `default = "hush-hush"`))
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.NotContains(t, string(data), "hush-hush")
	_, err = replayOne(t, host.ReplayConfig{Config: host.Config{Home: home}}, path)
	require.ErrorIs(t, err, host.ErrNoPolicy)
	assert.ErrorContains(t, err, "own.policy.hcl has a default for token, which is sensitive")
	assert.ErrorContains(t, err, "--policy")
	got, err := replayOne(t, host.ReplayConfig{Config: host.Config{Home: home, Policy: "as_written"}}, path)
	require.NoError(t, err)
	assert.NotNil(t, got.New)
}

func TestARecordOfAnOlderVersionIsReplayedUnderAGivenPolicyWithItsPlugins(t *testing.T) {
	path, home := recordedUnder(t, "policy \"own\" {\n  extends = [as_written]\n}\n")
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	var old bytes.Buffer
	seq := 0
	data = bytes.Replace(data, []byte(`,"chained":true`), nil, 1)
	for _, line := range bytes.SplitAfter(data, []byte("\n")) { // without what older versions did not write
		if regexp.MustCompile(`"kind":"(material|checkpoint|seal)"|"what":"seal"`).Match(line) {
			continue
		}
		if bytes.HasPrefix(line, []byte(`{"seq":`)) {
			if !bytes.Contains(line, []byte(`"kind":"timing"`)) {
				seq++
			}
			line = regexp.MustCompile(`^\{"seq":\d+`).ReplaceAll(line, fmt.Appendf(nil, `{"seq":%d`, seq))
		}
		old.Write(line)
	}
	require.NoError(t, os.WriteFile(path, old.Bytes(), 0o600))
	_, err = replayOne(t, host.ReplayConfig{Config: host.Config{Home: home}}, path)
	require.ErrorIs(t, err, host.ErrNoPolicy)
	got, err := replayOne(t, host.ReplayConfig{Config: host.Config{Home: home, Policy: "as_written"}}, path)
	require.NoError(t, err)
	require.NotNil(t, got.New)
	assert.False(t, got.Resumed)
	assert.Equal(t, got.Old.Confidence, got.New.Confidence)
}

func TestAConditionOnTimeGetsTheTimeOfTheRun(t *testing.T) {
	timed := "policy \"own\" {\n  extends = [as_written]\n  gate \"fast\" {\n    condition = run.elapsed_seconds < %s\n    otherwise = \"abstain\"\n    reason = \"slow\"\n    message = \"slow\"\n    level = \"soft\"\n  }\n}\n"
	path, home := recordedUnder(t, fmt.Sprintf(timed, "100"))
	for _, tt := range []struct {
		limit string
		want  record.Verdict
	}{{"100", record.VerdictAnswered}, {"0.0000001", record.VerdictAbstained}} {
		at := filepath.Join(t.TempDir(), "own.policy.hcl")
		require.NoError(t, os.WriteFile(at, []byte(fmt.Sprintf(timed, tt.limit)), 0o600))
		got, err := replayOne(t, host.ReplayConfig{Config: host.Config{Home: home, Policy: at}}, path)
		require.NoError(t, err)
		assert.Equal(t, tt.want, got.New.Verdict, tt.limit)
	}
	at := filepath.Join(t.TempDir(), "own.policy.hcl")
	require.NoError(t, os.WriteFile(at, []byte(strings.Replace(fmt.Sprintf(timed, "5"), `"fast"`, `"quick"`, 1)), 0o600))
	_, err := replayOne(t, host.ReplayConfig{Config: host.Config{Home: home, Policy: at}}, path)
	assert.ErrorContains(t, err, "gate.quick reads run.elapsed_seconds, and the record does not say how much time had passed there")
}
