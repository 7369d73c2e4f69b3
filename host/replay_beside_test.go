package host_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// variants are policies that differ in what they read, score and call.
func variants(t *testing.T) []string {
	t.Helper()
	out := []string{"standard", "baseline"}
	for name, change := range map[string]string{
		"summary": "read {\n    summary {\n      lead_sentences = 1\n      signals = \"corrected\"\n    }\n  }",
		"stance":  "options {\n    term \"stance\" { weight = 0.2 }\n  }",
	} {
		path := filepath.Join(t.TempDir(), name+".policy.hcl")
		require.NoError(t, os.WriteFile(path, []byte("policy \""+name+"\" {\n  extends = [standard]\n  "+change+"\n}\n"), 0o600))
		out = append(out, path)
	}
	return out
}

func TestARecordReadOnceIsDecidedByReplayersBesideEachOtherAsByEachAlone(t *testing.T) {
	questions := thorough.Each(questionsOf(t, quickQuestions), 30)
	home, dir := compiledHome(t), t.TempDir()
	_, runs := answersOf(t, host.Config{Policy: "standard", Corpus: []string{quickCorpus}, Home: home, RecordDir: dir}, questions)
	policies := variants(t)
	config := host.ReplayConfig{Config: host.Config{Policy: policies[0], Home: home}}
	first, err := host.OpenReplay(context.Background(), config)
	require.NoError(t, err)
	defer func() { require.NoError(t, first.Close()) }()
	side := []*host.Replayer{first}
	for _, p := range policies[1:] {
		r, err := first.Beside(p)
		require.NoError(t, err)
		side = append(side, r)
	}
	got := make([][]*host.Replay, len(policies))
	for _, id := range runs {
		reader, err := record.Skim(filepath.Join(dir, id+".jsonl"))
		require.NoError(t, err)
		recorded, err := host.ReadRecorded(reader)
		require.NoError(t, err)
		for i, r := range side {
			one, err := r.Decide(context.Background(), recorded)
			require.NoError(t, err)
			got[i] = append(got[i], one)
		}
	}
	for _, r := range side[1:] {
		require.NoError(t, r.Close(), "before the first, which goes on")
	}
	for i, p := range policies {
		alone := config
		alone.Policy = p
		for k, want := range replaysOf(t, alone, dir, runs) {
			assert.Equal(t, want.Need, got[i][k].Need, p)
			if want.New != nil {
				assert.Equal(t, canonical(t, want.New), canonical(t, got[i][k].New), p)
			}
		}
	}
}

func TestAWrongPolicyBesideAnotherIsRefusedAsAlone(t *testing.T) {
	first, err := host.OpenReplay(context.Background(), host.ReplayConfig{Config: host.Config{Policy: "standard", Home: t.TempDir()}})
	require.NoError(t, err)
	defer func() { require.NoError(t, first.Close()) }()
	_, err = first.Beside("nosuch")
	var wrong *host.PolicyError
	assert.ErrorAs(t, err, &wrong)
	assert.Equal(t, "standard", first.Policy().Name)
}
