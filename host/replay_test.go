package host_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/testwasm"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// compiledHome is a home folder whose compiled plugins are shared with other tests.
func compiledHome(t testing.TB) string {
	t.Helper()
	home := t.TempDir()
	testwasm.Link(t, home)
	return home
}

// answersOf runs questions and returns their results, canonical and without elapsed time, in order, and
// the folder of their records.
func answersOf(t testing.TB, c host.Config, questions []evidence.Question) (answers []string, runs []string) {
	t.Helper()
	h, err := host.Open(context.Background(), c)
	require.NoError(t, err)
	defer func() { require.NoError(t, h.Close()) }()
	for _, q := range questions {
		result, err := h.Ask(context.Background(), q)
		require.NoError(t, err)
		runs = append(runs, result.Run)
		answers = append(answers, canonical(t, result))
	}
	return answers, runs
}

func canonical(t testing.TB, r *record.Result) string {
	t.Helper()
	copied := *r
	copied.Budget.ElapsedMS = 0
	data, err := record.Canonical(copied)
	require.NoError(t, err)
	return string(data)
}

// replaysOf decides the records anew.
func replaysOf(t testing.TB, c host.ReplayConfig, dir string, runs []string) []*host.Replay {
	t.Helper()
	if c.Home == "" {
		c.Home = compiledHome(t)
	}
	r, err := host.OpenReplay(context.Background(), c)
	require.NoError(t, err)
	defer func() { require.NoError(t, r.Close()) }()
	var out []*host.Replay
	for _, id := range runs {
		reader, err := record.Skim(filepath.Join(dir, id+".jsonl"))
		require.NoError(t, err)
		replay, err := r.Replay(context.Background(), reader)
		require.NoError(t, err)
		out = append(out, replay)
	}
	return out
}

func TestAReplayUnderTheSamePolicyIsTheRun(t *testing.T) {
	questions := thorough.Each(questionsOf(t, quickQuestions), 24)
	for _, policy := range []string{"baseline", "standard"} {
		home, dir := compiledHome(t), t.TempDir()
		answers, runs := answersOf(t, host.Config{Policy: policy, Corpus: []string{quickCorpus}, Home: home, RecordDir: dir}, questions)
		for _, tt := range []struct {
			name  string
			c     host.ReplayConfig
			whole bool
		}{
			{"from checkpoints", host.ReplayConfig{Config: host.Config{Policy: policy}}, false},
			{"from the start", host.ReplayConfig{Config: host.Config{Policy: policy}, Whole: true}, true},
			{"under the policies that the records carry", host.ReplayConfig{}, false},
		} {
			t.Run(policy+" "+tt.name, func(t *testing.T) {
				for i, replay := range replaysOf(t, tt.c, dir, runs) {
					require.Nil(t, replay.Need, "%v", questions[i].ID)
					assert.Equal(t, answers[i], canonical(t, replay.New), questions[i].ID)
					if tt.whole {
						assert.False(t, replay.Resumed)
					} else if len(replay.Old.Warnings) == 0 {
						assert.True(t, replay.Resumed, questions[i].ID)
					}
				}
			})
		}
	}
}
