package roles_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/roles"
	"github.com/sparkhost/sparkhost/host/model/scorer"
	"github.com/sparkhost/sparkhost/host/model/standin"
)

// scores opens the model of a role that is served by a form.
func scores(t *testing.T, role model.Role, e roles.Endpoint) model.Model {
	t.Helper()
	e.Model, e.KeyEnv = "m", "THE_KEY"
	set, err := roles.Open(roles.Config{Endpoints: map[string]roles.Endpoint{"test": e}, Roles: map[model.Role]string{role: "test"}}, environ, options(t))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, set.Close()) })
	return set.Role(role, nil)
}

var papers = []string{"Cats sleep all day.", "Rapamycin binds FKBP12.", "Rapamycin was found on an island."}

func asked(t *testing.T, role model.Role) model.Request {
	t.Helper()
	var r model.Request
	var err error
	switch role {
	case model.Rerank:
		r, err = scorer.Rerank("What does rapamycin bind?", papers)
	case model.Embed:
		r, err = scorer.Embed(papers)
	default:
		r, err = scorer.Entail([]scorer.Pair{{Premise: papers[1], Hypothesis: "Rapamycin binds FKBP12."}, {Premise: "Rapamycin does not bind FKBP12.", Hypothesis: "Rapamycin binds FKBP12."}})
	}
	require.NoError(t, err)
	return r
}

func TestServersThatScoreAreAskedInTheirOwnForms(t *testing.T) {
	for _, tt := range []struct {
		wire, flavour, path string
		role                model.Role
		fields              []string
	}{
		{"rerank", "cohere", "/v2", model.Rerank, []string{"model", "query", "documents", "top_n"}},
		{"rerank", "vllm", "/v1", model.Rerank, []string{"model", "query", "documents", "top_n"}},
		{"rerank", "tei", "", model.Rerank, []string{"query", "texts", "truncate"}},
		{"embeddings", "", "/v1", model.Embed, []string{"model", "input", "encoding_format"}},
		{"embeddings", "tei", "", model.Embed, []string{"model", "input", "encoding_format"}},
		{"predict", "tei", "", model.NLI, []string{"inputs", "truncate"}},
	} {
		t.Run(tt.wire+" of "+tt.flavour, func(t *testing.T) {
			server, base := serve(t)
			m := scores(t, tt.role, roles.Endpoint{Wire: tt.wire, Flavour: tt.flavour, BaseURL: base + tt.path, Free: true})
			reply, err := m.Complete(t.Context(), asked(t, tt.role))
			require.NoError(t, err)
			seen := server.Requests()
			require.Len(t, seen, 1)
			for _, f := range tt.fields {
				assert.Contains(t, seen[0].Fields, f)
			}
			assert.Len(t, seen[0].Fields, len(tt.fields))
			assert.Equal(t, string(tt.role), seen[0].Role)
			switch tt.role {
			case model.Rerank:
				list, err := scorer.ParseRanking(reply.JSON, len(papers))
				require.NoError(t, err)
				assert.Greater(t, list[1], list[0], "the stand-in goes by words")
			case model.Embed:
				list, err := scorer.ParseVectors(reply.JSON, len(papers))
				require.NoError(t, err)
				assert.Greater(t, list[1].Cosine(list[2]), list[0].Cosine(list[2]), "both speak of rapamycin")
			default:
				list, err := scorer.ParseVerdicts(reply.JSON, 2)
				require.NoError(t, err)
				assert.Equal(t, []float64{1, -1}, []float64{list[0].Stance(), list[1].Stance()})
			}
		})
	}
}

func TestAChatModelRanksAndJudgesByTheSameRequest(t *testing.T) {
	said := map[model.Role]string{
		model.Rerank: `{"results":[{"index":2,"relevance_score":0.2},{"index":0,"relevance_score":0},{"index":1,"relevance_score":1}]}`,
		model.NLI:    `{"verdicts":[{"index":0,"entailment":1,"neutral":0,"contradiction":0},{"index":1,"entailment":0,"neutral":0,"contradiction":1}]}`,
	}
	for role, text := range said {
		_, base := serve(t, standin.Exchange{Match: standin.Match{Task: string(role[:2]) + "*", Wire: "anthropic"}, Text: text}, standin.Exchange{Text: text})
		m := scores(t, role, roles.Endpoint{Wire: "anthropic", BaseURL: base, Free: true})
		reply, err := m.Complete(t.Context(), asked(t, role))
		require.NoError(t, err)
		assert.JSONEq(t, text, string(reply.JSON))
	}
}

func TestWhatAScoringModelSaysWrongIsNamedAndNotAskedForAgain(t *testing.T) {
	ranked := `{"results":[{"index":0,"relevance_score":1},{"index":1,"relevance_score":2},{"index":2,"relevance_score":3}]}`
	two := `{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[1,1]}]}`
	for _, tt := range []struct {
		name, wire, body, want string
		role                   model.Role
	}{
		{"too few", "rerank", `{"results":[{"index":1,"relevance_score":0.9}]}`, "minItems: got 1, want 3", model.Rerank},
		{"NaN", "rerank", strings.Replace(ranked, "2}", "NaN}", 1), "got null, want number", model.Rerank},
		{"a foreign index", "rerank", strings.Replace(ranked, `"index":2`, `"index":99`, 1), "maximum: got 99, want 2", model.Rerank},
		{"vectors for some", "embeddings", two, "minItems: got 2, want 3", model.Embed},
		{"a vector of NaN", "embeddings", strings.Replace(two, "]}]}", "]},{\"index\":2,\"embedding\":[NaN,1]}]}", 1), "got null, want string", model.Embed},
		{"a vector without direction", "embeddings", strings.Replace(two, "]}]}", "]},{\"index\":2,\"embedding\":[0,0]}]}", 1), "got null, want string", model.Embed},
		{"unknown labels", "predict", `[[{"label":"LABEL_0","score":1}],[{"label":"LABEL_1","score":1}]]`, "label_0", model.NLI},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server, base := serve(t, standin.Exchange{Text: tt.body, Times: -1})
			m := scores(t, tt.role, roles.Endpoint{Wire: tt.wire, Flavour: "compatible", BaseURL: base + "/v1", Free: true})
			_, err := m.Complete(t.Context(), asked(t, tt.role))
			require.ErrorIs(t, err, model.ErrSchema)
			assert.ErrorContains(t, err, tt.want)
			assert.Len(t, server.Requests(), 1)
		})
	}
}

func TestEveryFaultOfAServerThatScoresIsTypedAndPaidWithinTheWorstCase(t *testing.T) {
	for _, fault := range standin.Faults() {
		if fault == standin.NoChoices || fault == standin.InvalidAnswer || fault == standin.EmptyAnswer || fault == standin.UnknownStop {
			continue // chat's own
		}
		t.Run(string(fault), func(t *testing.T) {
			_, base := serve(t, standin.Exchange{Fault: fault, RetryAfterMs: "1", Times: -1})
			m := scores(t, model.Rerank, roles.Endpoint{Wire: "rerank", Flavour: "compatible", BaseURL: base + "/v1", CeilingMicroUSD: 2000, Tries: 2})
			r := asked(t, model.Rerank)
			reply, err := m.Complete(t.Context(), r)
			worst := m.WorstCase(r)
			assert.LessOrEqual(t, reply.Cost.MicroUSD, worst.MicroUSD)
			assert.LessOrEqual(t, reply.Cost.Tokens, worst.Tokens)
			if fault == standin.NoUsage {
				require.NoError(t, err)
				assert.NotEmpty(t, reply.Notes)
				return
			}
			require.Error(t, err)
			assert.NotEmpty(t, model.ClassOf(err))
			assert.NotContains(t, err.Error(), canary)
		})
	}
}

func TestARoleIsServedByTheFormsThatCanServeIt(t *testing.T) {
	for _, tt := range []struct {
		role model.Role
		e    roles.Endpoint
		want string
	}{
		{model.Planning, roles.Endpoint{Wire: "rerank", Flavour: "tei", Model: "m"}, "cannot serve it"},
		{model.Embed, roles.Endpoint{Wire: "anthropic", Model: "m"}, "cannot serve it"},
		{model.Rerank, roles.Endpoint{Wire: "predict", Flavour: "tei", Model: "m"}, "cannot serve it"},
		{model.Rerank, roles.Endpoint{Wire: "rerank", Flavour: "gemini", Model: "m"}, `flavour "gemini" does not have wire "rerank"`},
		{model.Judge, roles.Endpoint{Wire: "openai", Flavour: "tei", Model: "m"}, "has no chat"},
		{model.NLI, roles.Endpoint{Wire: "openai", Model: "m"}, ""},
	} {
		err := roles.Config{Endpoints: map[string]roles.Endpoint{"test": tt.e}, Roles: map[model.Role]string{tt.role: "test"}}.Check()
		if tt.want == "" {
			assert.NoError(t, err)
		} else {
			assert.ErrorContains(t, err, tt.want)
		}
	}
}
