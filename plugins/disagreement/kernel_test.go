package main

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/sdktest"
)

// document is a row of table "documents".
type document struct{ title, sentence, text string }

func request(t require.TestingT, config map[string]any, documents []document) *contract.Request {
	settings, err := manifest.Settings(config)
	require.NoError(t, err)
	column := func(name string, of func(document) string) contract.Column {
		values := make([]string, len(documents))
		for i, d := range documents {
			values[i] = of(d)
		}
		return contract.TextColumn(name, values)
	}
	return &contract.Request{Contract: contract.Version, Config: settings, Tables: []contract.Table{
		{Name: "documents", Rows: uint32(len(documents)), Columns: []contract.Column{
			column("title", func(d document) string { return d.title }),
			column("first_sentence", func(d document) string { return d.sentence }),
			column("text", func(d document) string { return d.text }),
		}},
		{Name: "options", Rows: 1, Columns: []contract.Column{contract.TextColumn("text", []string{"mTORC1"})}},
	}}
}

// call goes the whole way of a request: encoded, answered, decoded, checked.
func call(t require.TestingT, req *contract.Request) *contract.AssessResult {
	return sdktest.Call(t, plugin, req).Assess
}

func score(t require.TestingT, config map[string]any, a, b string) float64 {
	return call(t, request(t, config, []document{{"mTORC1", a, a}, {"mTORC1", b, b}})).Signals[0].Value
}

func TestThereAreTwentyPairsAndEachSideExcludesTheOther(t *testing.T) {
	pairs, err := table(antonyms())
	require.NoError(t, err)
	assert.Len(t, pairs, 20, "U18")
	c := config{antonyms: pairs, negations: patterns(negations())}
	for i, o := range pairs {
		assert.Equal(t, 1.0, score(t, map[string]any{"form": formLiteral}, o[0][0].word, o[1][0].word), antonyms()[i])
		assert.Equal(t, 0.0, score(t, map[string]any{"form": formLiteral}, o[0][0].word, o[0][0].word), antonyms()[i])
		assert.Empty(t, c.entity(o[0][0].word), "a predicate is no entity")
	}
}

func TestWhatAPredicateIsSaidOf(t *testing.T) {
	tests := []struct {
		name, a, b string
		want       float64
	}{
		{"one object, two sides", "Rapamycin increases autophagy.", "Rapamycin decreases autophagy.", 1},
		{"two objects", "Rapamycin increases autophagy.", "Rapamycin decreases translation.", 0},
		{"a passive is said of what stands before it", "Autophagy is increased by rapamycin.", "Rapamycin decreases autophagy.", 1},
		{"a passive is not said of its agent", "Autophagy is increased by rapamycin.", "Torin decreases rapamycin.", 0},
		{"an adjective at the end is said of what stands before it", "The complex is stable.", "The complex is unstable.", 1},
		{"a clause ends what is said", "Doses increase, and translation halts.", "We decrease translation.", 0},
		{"a contraction negates", "Rapamycin doesn't inhibit mTORC1.", "Rapamycin inhibits mTORC1.", 1},
		{"two negations agree", "Rapamycin does not inhibit mTORC1.", "Rapamycin never inhibits mTORC1.", 0},
		{"a negated antonym agrees with its opposite", "Rapamycin does not activate mTORC1.", "Rapamycin inhibits mTORC1.", 0},
		{"a negation of another clause does not count", "Not in yeast, rapamycin inhibits mTORC1.", "Rapamycin inhibits mTORC1.", 0},
		{"an up-regulation against a downregulation", "Stress up-regulates MTOR.", "Stress downregulates MTOR.", 1},
		{"nothing to say", "", "Rapamycin inhibits mTORC1.", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, score(t, nil, tt.a, tt.b)) })
	}
}

func TestATableThatCannotBeReadIsThePluginsError(t *testing.T) {
	for _, line := range []string{"inhibit*", "a/b/c", "/b", "a/,"} {
		resp := sdktest.Call(t, plugin, request(t, map[string]any{"antonyms": []string{line}}, []document{{"a", "b", "c"}}))
		assert.Contains(t, resp.Error, "two sides parted by one slash", line)
	}
}

func TestClustersNeedTheThresholdAndAreLinkedSingly(t *testing.T) {
	texts := []string{"a b c d e f", "c d e f g h", "e f g h i j", "x y z"}
	assert.Equal(t, []int{0, 0, 0, 3}, clusters(texts, 3, 0.10), "the first and third share nothing and are linked by the second")
	assert.Equal(t, []int{0, 1, 2, 3}, clusters(texts, 3, 0.40), "2 of 6 trigrams are too few")
	assert.Equal(t, []int{0, 1}, clusters([]string{"a b", "a b"}, 3, 0.10), "shorter than a trigram: alone")
}

func TestResultsDoNotDependOnTheOrderOfWorks(t *testing.T) {
	words := []string{"mTORC1", "rapamycin", "inhibits", "activates", "not", "increases", "decreases", "autophagy", "by", ","}
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.Custom(func(rt *rapid.T) string {
			out := ""
			for _, w := range rapid.SliceOfN(rapid.SampledFrom(words), 0, 6).Draw(rt, "words") {
				out += " " + w
			}
			return out
		})
		documents := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) document {
			return document{text.Draw(rt, "title"), text.Draw(rt, "sentence"), text.Draw(rt, "text")}
		}), 0, 6).Draw(rt, "documents")
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0)).Perm(len(documents))
		shuffled := make([]document, len(documents))
		for i, j := range order {
			shuffled[i] = documents[j]
		}
		a, b := call(rt, request(rt, nil, documents)), call(rt, request(rt, nil, shuffled))
		assert.Equal(rt, a.Signals, b.Signals)
		for p := range a.Parts {
			for i, j := range order {
				assert.Equal(rt, a.Parts[p].Values[j], b.Parts[p].Values[i])
			}
		}
		require.Len(rt, b.Findings, len(a.Findings))
		for i := range a.Findings {
			assert.Equal(rt, a.Findings[i].Text, b.Findings[i].Text)
		}
	})
}
