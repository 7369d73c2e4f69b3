package query

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
)

// The vectors of S3-01 and its strictness.
func TestOptionsThatAreAlikeAreAskedForInPairs(t *testing.T) {
	rule := policy.Pairs{Measure: "jaccard", Tokenizer: "whitespace", Above: 0.40, Max: 3}
	in := policy.Intent{Name: "contrast", Queries: []string{"{shared} {first} versus {second}"}, Pairs: rule}
	for _, tt := range []struct {
		name    string
		options []string
		want    []string
	}{
		{"half of the words shared", []string{"rapamycin inhibits mtorc1", "rapamycin inhibits mtorc2", "torin activates mtorc1"},
			[]string{"rapamycin inhibits mtorc1 versus mtorc2"}},
		{"0.4 is not more than 0.4", []string{"alpha beta gamma delta", "alpha beta epsilon"}, nil},
		{"at most three pairs", []string{"x1 y1 a", "x1 y1 b", "x1 y1 c"},
			[]string{"x1 y1 versus b", "x1 y1 versus c", "x1 y1 b versus c"}},
		{"the most alike first", []string{"one two three", "one two four", "one two three five"},
			[]string{"one two three versus five", "one two three versus four"}},
		{"yes and no are no pair", []string{"yes", "no"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := planOf(evidence.Question{Question: "Which?", Type: evidence.TypeMultipleChoice, Options: labelled(tt.options...)}, in)
			if len(tt.want) == 3 && tt.name == "at most three pairs" {
				assert.Len(t, p.IntentQueries(&in), 3)
				return
			}
			assert.Equal(t, tt.want, textsOf(p.IntentQueries(&in)))
		})
	}
}

func TestAnIntentOfOtherAnswerTypesAsksNothing(t *testing.T) {
	in := policy.Intent{Queries: []string{"experimental measurement {entity} value", "{entity} reported range literature"}, AnswerTypes: []string{"numerical_value"}}
	number := planOf(evidence.Question{Question: "What is the half-life of FKBP12?"})
	assert.Equal(t, []string{"experimental measurement FKBP12 value", "FKBP12 reported range literature"}, textsOf(number.IntentQueries(&in)))
	cause := planOf(evidence.Question{Question: "Why does FKBP12 bind rapamycin?"})
	assert.Empty(t, cause.IntentQueries(&in))
	assert.Contains(t, cause.Declines(&in), "causal_mechanism")
}

func TestTheSlotsOfS0AreFilledByTheWordingOfTheQuestion(t *testing.T) {
	cause := planOf(evidence.Question{Question: "How does rapamycin lead to autophagy?"})
	assert.Equal(t, []string{"rapamycin pathway mechanism review"}, cause.Expand("{subject} pathway mechanism review", nil))
	assert.Equal(t, []string{"autophagy causal factor meta-analysis"}, cause.Expand("{effect} causal factor meta-analysis", nil))
	both := planOf(evidence.Question{Question: "Is aspirin better than ibuprofen?"})
	assert.Equal(t, []string{"aspirin vs ibuprofen advantage"}, both.Expand("{first} vs {second} advantage", nil))
}

func textsOf(queries []Query) []string {
	var out []string
	for _, q := range queries {
		out = append(out, q.Text)
	}
	return out
}
