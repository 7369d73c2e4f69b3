package host_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// repeating is a policy whose first round asks two queries a pass, in so many passes, until little
// is new.
func repeating(t *testing.T, passes, fewest int) string {
	t.Helper()
	repeat := ""
	if passes > 1 {
		repeat = fmt.Sprintf("repeat {\n      max   = %d\n      until = round.new_documents < %d\n    }", passes, fewest)
	}
	path := filepath.Join(t.TempDir(), "again.policy.hcl")
	text := fmt.Sprintf("policy \"again\" {\n  extends = [standard]\n  adaptive { enabled = false }\n  round \"primary\" {\n    max_queries = 2\n    %s\n  }\n}\n", repeat)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestAReplayOfARepeatedRoundIsTheRun(t *testing.T) {
	questions := thorough.Each(questionsOf(t, quickQuestions)[:24], 12)
	home, dir := compiledHome(t), t.TempDir()
	run := func(policy, dir string) ([]string, []string) {
		return answersOf(t, host.Config{Policy: policy, Corpus: []string{quickCorpus}, Home: home, RecordDir: dir}, questions)
	}
	four := repeating(t, 4, 1)
	answers, runs := run(four, dir)
	passes, deepest := 0, 0
	for _, whole := range []bool{false, true} {
		for i, replay := range replaysOf(t, host.ReplayConfig{Config: host.Config{Policy: four}, Whole: whole}, dir, runs) {
			require.Nil(t, replay.Need, questions[i].ID)
			assert.Equal(t, answers[i], canonical(t, replay.New), questions[i].ID)
			for _, r := range replay.New.Rounds {
				if r.Ran && r.Pass > 1 {
					passes++
					deepest = max(deepest, r.Pass)
				}
			}
		}
	}
	require.NotZero(t, passes, "rounds were repeated")
	assert.Greater(t, deepest, 2)
	for _, tt := range []struct {
		name   string
		policy string
	}{
		{"fewer passes", repeating(t, 2, 1)},
		{"no repetition", repeating(t, 1, 1)},
		{"an earlier end", repeating(t, 4, 8)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			real, _ := run(tt.policy, t.TempDir())
			decided := 0
			for i, replay := range replaysOf(t, host.ReplayConfig{Config: host.Config{Policy: tt.policy}}, dir, runs) {
				if replay.Need != nil { // later rounds may ask what the longer run had asked before
					continue
				}
				decided++
				assert.Equal(t, real[i], canonical(t, replay.New), questions[i].ID)
			}
			assert.Greater(t, decided, len(questions)/2, "most need no evidence that was never fetched")
		})
	}
}
