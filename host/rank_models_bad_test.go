package host_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/model/standin"
	"github.com/sparkhost/sparkhost/host/record"
)

// textOf makes bodies of which some are no JSON.
func textOf(text string) func(standin.Request) *standin.Exchange {
	return func(standin.Request) *standin.Exchange { return &standin.Exchange{Text: text} }
}

// badScores maps what a scoring model says wrong to what a record must say of it.
var badScores = map[string]struct {
	role, step, want string
	answer           func(standin.Request) *standin.Exchange
}{
	"too few":          {"rerank", "select.rerank", "minItems: got 1", textOf(`[{"index":0,"score":1}]`)},
	"NaN":              {"rerank", "select.rerank", "got null, want number", func(q standin.Request) *standin.Exchange { return repeated(q, `{"index":%,"score":NaN}`) }},
	"foreign indices":  {"rerank", "select.rerank", "maximum: got 900", func(q standin.Request) *standin.Exchange { return repeated(q, `{"index":90%,"score":0.5}`) }},
	"one index always": {"rerank", "select.rerank", "document 0 is answered", func(q standin.Request) *standin.Exchange { return repeated(q, `{"index":0,"score":0.5}`) }},
	"equal scores":     {"rerank", "select.rerank", "the same relevance", func(q standin.Request) *standin.Exchange { return repeated(q, `{"index":%,"score":0.5}`) }},
	"two dimensions":   {"embed", "select.embed", "vectors of 2 and of 3 dimensions", dimensions},
	"a vector of NaN": {"embed", "select.embed", "got null, want string", func(q standin.Request) *standin.Exchange {
		e := repeated(q, `{"index":%,"embedding":[NaN,1]}`)
		e.Text = `{"data":` + e.Text + `}`
		return e
	}},
	"unknown labels":    {"nli", "verify.entail", "label_7", func(q standin.Request) *standin.Exchange { return repeated(q, `[{"label":"LABEL_7","score":1}]`) }},
	"labels of nothing": {"nli", "verify.entail", "minItems: got 0", textOf(`[]`)},
}

// repeated writes an item for each text, % being its number.
func repeated(q standin.Request, item string) *standin.Exchange {
	var list []string
	for i := range len(q.Texts) + len(q.Pairs) {
		n, _ := json.Marshal(i)
		list = append(list, strings.ReplaceAll(item, "%", string(n)))
	}
	return &standin.Exchange{Text: "[" + strings.Join(list, ",") + "]"}
}

// dimensions gives the question two dimensions and documents three.
func dimensions(q standin.Request) *standin.Exchange {
	e := repeated(q, `{"index":%,"embedding":[1,2,3]}`)
	e.Text = `{"data":` + strings.Replace(e.Text, "[1,2,3]", "[1,2]", 1) + `}`
	return e
}

func TestScoresThatCannotBeUsedAreNamedAndTheRunGoesOnWithout(t *testing.T) {
	corpus, questions, _ := echoWorld(t)
	questions = questions[:1]
	without := scored(t, corpus, questions, "", "").results[questions[0].ID]
	for name, bad := range badScores {
		t.Run(name, func(t *testing.T) {
			url, asked := played(t, bad.answer)
			got := scored(t, corpus, questions, bad.role, strings.TrimSuffix(url, "/v1"))
			require.Positive(t, asked())
			assert.Zero(t, got.steps[bad.step])
			r := got.results[questions[0].ID]
			assert.Equal(t, without.Answer, r.Answer)
			assert.Equal(t, without.Confidence, r.Confidence)
			assert.NotEqual(t, without.Warnings, r.Warnings, "the result warns of it")
			assert.Contains(t, troublesOf(t, filepath.Join(got.config.RecordDir, r.Run+".jsonl")), bad.want)
		})
	}
}

// troublesOf are the reasons of steps and the errors of calls in a record.
func troublesOf(t *testing.T, path string) string {
	t.Helper()
	reader, err := record.ReadFile(path)
	require.NoError(t, err)
	steps, err := record.Each[record.Step](reader, record.KindStep)
	require.NoError(t, err)
	calls, err := record.Each[record.ModelCall](reader, record.KindModelCall)
	require.NoError(t, err)
	var out []string
	for _, s := range steps {
		out = append(out, s.Reason)
	}
	for _, c := range calls {
		out = append(out, c.Error)
	}
	return strings.Join(out, "\n")
}

func TestRunsWithScoringModelsReplayToTheSameBytesWithoutThem(t *testing.T) {
	corpus, questions, titles := echoWorld(t)
	for _, role := range []string{"rerank", "embed", "nli"} {
		ran := scored(t, corpus, questions[:2], role, playedScores(t, questions, titles, false))
		c := host.ReplayConfig{Config: host.Config{Policy: "standard", Models: ran.config.Models, Home: compiledHome(t)}, Whole: true}
		for _, replay := range replaysOf(t, c, ran.config.RecordDir, ran.ids) {
			require.Nil(t, replay.Need, "%s: %+v", role, replay.Need)
			assert.Equal(t, canonical(t, replay.Old), canonical(t, replay.New), role)
		}
	}
}
