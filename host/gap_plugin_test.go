package host_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// gapPolicies writes policies that look for gaps of every kind, as the host measures them or as the plugin of
// examples/plugins/gapmeasure does.
type gapPolicies struct {
	t              *testing.T
	module, digest string
}

func newGapPolicies(t *testing.T) gapPolicies {
	t.Helper()
	module, digest := buildPlugin(t, "../examples/plugins/gapmeasure")
	return gapPolicies{t, module, digest}
}

// sameAsHost is the config under which the plugin measures what the host does, by kind.
var sameAsHost = map[string]string{
	"coverage": `of = "statement"`, "epistemic": "of = \"terms\"\n numbers = true", "probe": `of = "both"`, "bridge": `of = "terms"`,
}

// write returns a policy. Config is that of the plugin's coverage, by kind; without any, the host measures.
func (g gapPolicies) write(name string, config map[string]string) string {
	stages := func(kind string) string {
		if config == nil {
			return ""
		}
		return fmt.Sprintf(`
    stage "coverage" {
      plugin = plugin.gapmeasure
      config = {
        %s
      }
    }
    stage "saturation" {
      plugin = plugin.gapmeasure
      config = { what = "saturation" }
    }`, config[kind])
	}
	text := "policy \"test\" {\n  extends = [standard]\n  adaptive {\n    min_rounds = 1\n    min_new_docs = 0\n    min_quality_gain = 0\n  }\n"
	for _, kind := range []string{"coverage", "epistemic", "probe", "bridge"} {
		text += fmt.Sprintf("  gap %q {\n    after = every_round%s\n    subround {\n      measure = \"containment\"\n      below = 0.5\n      max = 1\n      counts_against_max = false\n    }\n  }\n", kind, stages(kind))
	}
	text += "}\n"
	if config != nil {
		text = fmt.Sprintf("plugin \"gapmeasure\" {\n  source = \"gapmeasure.wasm\"\n  digest = %q\n}\n", g.digest) + text
	}
	path := filepath.Join(filepath.Dir(g.module), name+".policy.hcl")
	require.NoError(g.t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// A gapRun is a run as far as gaps decide it.
type gapRun struct {
	result *record.Result
	steps  []record.Step // of gaps, without what they say of who measured
	calls  map[string]int64
}

func gapRuns(t *testing.T, policy, records string, questions []evidence.Question) []gapRun {
	t.Helper()
	h := openWith(t, host.Config{Policy: policy, RecordDir: records})
	var out []gapRun
	for _, q := range questions {
		r, err := h.Ask(context.Background(), q)
		require.NoError(t, err)
		require.Empty(t, r.Error)
		path := filepath.Join(records, r.Run+".jsonl")
		one := gapRun{result: r}
		one.calls, _ = used(t, path)
		reader, err := record.ReadFile(path)
		require.NoError(t, err)
		steps, err := record.Each[record.Step](reader, record.KindStep)
		require.NoError(t, err)
		for _, s := range steps {
			if strings.HasPrefix(s.Name, "gap.") {
				one.steps = append(one.steps, unmeasured(s))
			}
		}
		out = append(out, one)
	}
	return out
}

// unmeasured leaves out of a step who measured, how far gaps are carried and where the policy says so.
func unmeasured(s record.Step) record.Step {
	if delete(s.Texts, "measured"); len(s.Texts) == 0 {
		s.Texts = nil
	}
	for name := range s.Numbers {
		if strings.HasSuffix(name, ".coverage") {
			delete(s.Numbers, name)
		}
	}
	s.At = record.At{}
	return s
}

func TestAPluginThatMeasuresAsTheHostDoesFindsTheSameGapsAndAnswers(t *testing.T) {
	g, questions := newGapPolicies(t), thorough.Each(questionsOf(t, quickQuestions)[8:32], 8)
	own := gapRuns(t, g.write("own", nil), t.TempDir(), questions)
	plugged := gapRuns(t, g.write("plugged", sameAsHost), t.TempDir(), questions)
	gaps, subrounds, filled := 0, 0, 0
	for i := range own {
		a, b, name := own[i].result, plugged[i].result, questions[i].ID
		require.Equal(t, own[i].steps, plugged[i].steps, name)
		assert.Equal(t, a.Rounds, b.Rounds, name)
		assert.Equal(t, a.Answer, b.Answer, name)
		assert.Equal(t, a.Confidence, b.Confidence, name)
		assert.Equal(t, a.Options, b.Options, name)
		assert.Equal(t, a.Citations, b.Citations, name)
		for _, s := range own[i].steps {
			gaps += len(s.Texts["gaps"])
			filled += len(s.Texts["filled"])
			if s.Ran && strings.HasSuffix(s.Name, ".subround") {
				subrounds++
			}
		}
		for _, kind := range []string{"coverage", "epistemic", "probe"} {
			assert.Positive(t, plugged[i].calls["gap."+kind+".coverage"], name)
			assert.Zero(t, own[i].calls["gap."+kind+".coverage"], name)
		}
	}
	require.Positive(t, gaps)
	require.Positive(t, subrounds)
	require.Positive(t, filled)

	other := gapRuns(t, g.write("other", map[string]string{"coverage": `measure = "jaccard"`, "epistemic": `measure = "jaccard"`}), t.TempDir(), questions)
	differ := 0
	for i := range own {
		if !assert.ObjectsAreEqual(own[i].steps, other[i].steps) {
			differ++
		}
	}
	assert.Positive(t, differ, "what measures otherwise sees other gaps")
}

func TestAReplayDecidesAnewWithAGapsPlugin(t *testing.T) {
	g, questions := newGapPolicies(t), thorough.Each(questionsOf(t, quickQuestions)[:6], 6)
	home, dir := compiledHome(t), t.TempDir()
	policy := g.write("plugged", sameAsHost)
	answers, runs := answersOf(t, host.Config{Policy: policy, Corpus: []string{quickCorpus}, Home: home, RecordDir: dir}, questions)
	for i, replay := range replaysOf(t, host.ReplayConfig{Config: host.Config{Policy: policy}, Whole: true}, dir, runs) {
		require.Nil(t, replay.Need)
		assert.Equal(t, answers[i], canonical(t, replay.New), questions[i].ID)
	}
	// what if nothing were a gap? Most rounds ask for no more than the records hold; where another round would run, its search is named.
	changed := g.write("changed", sameAsHost)
	text, err := os.ReadFile(changed)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(changed, []byte(strings.ReplaceAll(string(text), "after = every_round", "after = every_round\n measure = \"containment\"\n threshold = 0")), 0o600))
	real, _ := answersOf(t, host.Config{Policy: changed, Corpus: []string{quickCorpus}, Home: home, RecordDir: t.TempDir()}, questions)
	decided := 0
	for i, replay := range replaysOf(t, host.ReplayConfig{Config: host.Config{Policy: changed}, Whole: true}, dir, runs) {
		if replay.Need != nil {
			assert.NotEmpty(t, replay.Need.Query, questions[i].ID)
			continue
		}
		decided++
		assert.Equal(t, real[i], canonical(t, replay.New), "as if it had been asked so")
	}
	assert.Greater(t, 2*decided, len(questions), "most need no search")
}
