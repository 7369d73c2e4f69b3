package evidence

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestNegations(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"whole words", "It does not, nor can it; neither will cannot.", []string{"not", "nor", "neither", "cannot"}},
		{"stems", "Failure to refute a lack of it", []string{"Failure", "refute", "lack"}},
		{"n't with either apostrophe", "It isn't and doesn\u2019t.", []string{"isn't", "doesn\u2019t"}},
		{"parts of words do not count", "a notable knot, another normal enormous note", nil},
		{"nitric oxide and numbers do not count", "NO was no. 5, but there was no. ", []string{"no"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, s := range Negations(tt.text) {
				got = append(got, s.Of(tt.text))
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestKeyNounPhrase(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"short options stay whole", "Inhibition of mTORC1.", "Inhibition of mTORC1"},
		{"the longest run without stop words", "It is the mitochondrial outer membrane potential of the cells", "mitochondrial outer membrane potential"},
		{"a mark ends a run", "They measured alpha, beta gamma delta, and then", "beta gamma delta"},
		{"only stop words stay whole", "it is what it is.", "it is what it is"},
		{"nothing", " ", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, KeyNounPhrase(tt.text)) })
	}
}

func TestCharacteristicTerms(t *testing.T) {
	a := NewAnalyzer(Content)
	assert.Equal(t, []string{"km", "substrat"}, a.CharacteristicTerms("Km of the cytochrome P450 substrate, the Km", "What does cytochrome P450 do?"))
	assert.Equal(t, []string{"cytochrom"}, a.CharacteristicTerms("the cytochrome", "Which cytochrome?"), "kept if nothing else is left")
}

func TestCoreTerms(t *testing.T) {
	tests := []struct {
		name, question string
		n              int
		want           []string
	}{
		{"anchors first, then long words", "Which drug does inhibit mTORC1 at 12.5 nM in hepatocytes?", 6, []string{"mTORC1", "12.5 nM", "hepatocytes", "inhibit", "drug"}},
		{"words of all sciences come last", "Is treatment with zinc significant?", 3, []string{"zinc", "significant", "treatment"}},
		{"at most n", "Does rapamycin inhibit growth?", 2, []string{"rapamycin", "inhibit"}},
		{"one form of a word only", "Do cells and the Cell grow?", 9, []string{"cells", "grow"}},
		{"nothing to ask", "What is it?", 3, nil},
		{"none wanted", "rapamycin", 0, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := CoreTerms(tt.question, tt.n)
			if len(tt.want) == 0 {
				assert.Empty(t, got)
				return
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestAnswerType(t *testing.T) {
	tests := map[string]string{
		"What is the melting point of gallium?":              AnswerNumericalValue,
		"How many electrons does neon hold?":                 AnswerNumericalValue,
		"Find the gap of silicon in eV.":                     AnswerNumericalValue,
		"At 300 K, name the phase of iron.":                  AnswerNumericalValue,
		"Why does ice float?":                                AnswerCausalMechanism,
		"Which gene drives the disease?":                     AnswerCausalMechanism,
		"What leads to rust?":                                AnswerCausalMechanism,
		"What is the difference between a star and a planet": AnswerComparison,
		"Is copper better than zinc here?":                   AnswerComparison,
		"What is a quasar?":                                  AnswerDefinition,
		"Define entropy.":                                    AnswerDefinition,
		"Name a noble gas.":                                  AnswerOther,
	}
	for question, want := range tests {
		assert.Equal(t, want, AnswerType(question), question)
	}
}

func TestSubClaims(t *testing.T) {
	tests := []struct {
		name, question string
		options, want  []string
	}{
		{"clauses", "The enzyme cleaves long sugar chains, whereas the mutant protein binds them tightly.", nil,
			[]string{"The enzyme cleaves long sugar chains", "whereas the mutant protein binds them tightly"}},
		{"and between nouns does not cut", "Are infliximab and etanercept safe for old patients?", nil, []string{"Are infliximab and etanercept safe for old patients"}},
		{"a short clause stays with the next", "In mice, the liver enzyme cleaves sugar chains.", nil, []string{"In mice, the liver enzyme cleaves sugar chains"}},
		{"a short question stays whole", "Why is it?", nil, []string{"Why is it"}},
		{"options bring their own", "Which organ stores sugar?", []string{"liver", " ", "spleen", "liver"},
			[]string{"Which organ stores sugar", "stores organ sugar liver", "stores organ sugar spleen"}},
		{"nothing", "", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, SubClaims(tt.question, tt.options)) })
	}
}

func TestClusterClaims(t *testing.T) {
	sets := [][]uint32{{1, 2, 3}, {7, 8}, {2, 3, 4}, {}, {3, 4, 5}, {8, 9}, {7, 8}}
	assert.Equal(t, [][]int{{0, 2, 4}, {1, 6}, {3}, {5}}, ClusterClaims(sets, ByJaccard, 0.5), "chains join")
	assert.Equal(t, [][]int{{0, 2, 4}, {1, 5, 6}, {3}}, ClusterClaims(sets, ByJaccard, 0), "nothing in common never joins")
	assert.Equal(t, [][]int{{0, 1}}, ClusterClaims([][]uint32{{1, 2, 3, 4}, {1}}, ByContainment, 1), "either direction of a measure joins")
	assert.Empty(t, ClusterClaims(nil, ByJaccard, 0.5))
}

func TestClustersAreThoseOfAllPairs(t *testing.T) {
	set := rapid.Custom(func(t *rapid.T) []uint32 { return Set(rapid.SliceOfN(rapid.Uint32Range(0, 12), 0, 6).Draw(t, "ids")) })
	rapid.Check(t, func(t *rapid.T) {
		sets := rapid.SliceOfN(set, 0, 14).Draw(t, "sets")
		threshold := rapid.SampledFrom([]float64{0.2, 0.5, 1}).Draw(t, "threshold")
		parent := make([]int, len(sets))
		for i := range parent {
			parent[i] = i
		}
		for i := range sets {
			for j := range i {
				if a, b := root(parent, i), root(parent, j); Jaccard(sets[i], sets[j]) >= threshold {
					parent[max(a, b)] = min(a, b)
				}
			}
		}
		assert.Equal(t, groups(parent), ClusterClaims(sets, ByJaccard, threshold))
	})
}
