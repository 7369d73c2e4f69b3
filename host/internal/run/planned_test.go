package run

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// engineOf is an engine without sources and plugins, for what follows from the question alone.
func engineOf(p *policy.Policy) *Engine {
	return &Engine{
		Parts:   Parts{Policy: p},
		content: evidence.NewAnalyzer(evidence.Content), plainWords: evidence.NewAnalyzer(evidence.WhitespaceNoStop),
	}
}

// stepsNamed are the record's steps of one mechanism.
func stepsNamed(t *testing.T, r *run, name string) []record.Step {
	t.Helper()
	return slices.DeleteFunc(recorded[record.Step](t, r, record.KindStep), func(s record.Step) bool { return s.Name != name })
}

func textsOf(queries []plannedQuery) []string {
	var out []string
	for _, q := range queries {
		out = append(out, q.text)
	}
	return out
}

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
			e := engineOf(&policy.Policy{Intents: []policy.Intent{in}})
			p := planOf(evidence.Question{Question: "Which?", Type: evidence.TypeMultipleChoice, Options: options(tt.options...)})
			e.findPairs(&p)
			if len(tt.want) == 3 && tt.name == "at most three pairs" {
				assert.Len(t, p.intentQueries(&in), 3)
				return
			}
			assert.Equal(t, tt.want, textsOf(p.intentQueries(&in)))
		})
	}
}

func TestAnIntentOfOtherAnswerTypesAsksNothing(t *testing.T) {
	in := policy.Intent{Queries: []string{"experimental measurement {entity} value", "{entity} reported range literature"}, AnswerTypes: []string{"numerical_value"}}
	number := planOf(evidence.Question{Question: "What is the half-life of FKBP12?"})
	assert.Equal(t, []string{"experimental measurement FKBP12 value", "FKBP12 reported range literature"}, textsOf(number.intentQueries(&in)))
	cause := planOf(evidence.Question{Question: "Why does FKBP12 bind rapamycin?"})
	assert.Empty(t, cause.intentQueries(&in))
	assert.Contains(t, cause.asks(&in), "causal_mechanism")
}

func TestTheSlotsOfS0AreFilledByTheWordingOfTheQuestion(t *testing.T) {
	cause := planOf(evidence.Question{Question: "How does rapamycin lead to autophagy?"})
	assert.Equal(t, []string{"rapamycin pathway mechanism review"}, cause.expand("{subject} pathway mechanism review", nil))
	assert.Equal(t, []string{"autophagy causal factor meta-analysis"}, cause.expand("{effect} causal factor meta-analysis", nil))
	both := planOf(evidence.Question{Question: "Is aspirin better than ibuprofen?"})
	assert.Equal(t, []string{"aspirin vs ibuprofen advantage"}, both.expand("{first} vs {second} advantage", nil))
}

const seeded = `
	order = [one, two]
	adaptive { enabled = false }
	intent "one" { queries = ["{question}"] }
	intent "two" { queries = ["{core_terms} {vocabulary} {anchors} {domain}"] }
	intent "numbers" {
		answer_types = [ "numerical_value" ]
		queries      = ["value of {entity}"]
	}
	intent "pairs" {
		queries = ["{shared} {first} versus {second}"]
		pairs {
			measure = "jaccard"
			above   = 0.4
		}
	}
	intent "refute" {
		against = true
		options = "surviving"
		queries = ["{option} fail limitation does not exception negative result"]
	}
	round "one" { intents = [one, numbers, pairs] }
	round "two" { intents = [two, refute] }
	vocabulary {
		after     = one
		documents = [1, 2]
	}
	relax { max_terms = 8 }
	options {
		eliminate_early {
			after         = one
			keep_at_least = 1
		}
	}
`

func TestWhatARoundFindsIsInTheQueriesOfTheNext(t *testing.T) {
	field := kinase
	field.Fields = []string{"Biology", "Medicine"}
	other := growth
	other.Fields = []string{"Medicine"}
	r := answered(t, partsOf(t, seeded, shelfOf(field, other, binding)), inhibits)
	words := stepsNamed(t, r, "vocabulary")
	require.Len(t, words, 1)
	assert.True(t, words[0].Ran)
	require.NotEmpty(t, words[0].Texts["words"])
	asked := r.roundNamed(t, "two").Queries
	assert.Contains(t, asked[0], words[0].Texts["words"][0])
	assert.Equal(t, "Medicine", r.plan.wording.domain, "the field of most documents (U12)")

	early := stepsNamed(t, r, "options.eliminate_early")
	require.Len(t, early, 1)
	require.NotEmpty(t, early[0].Texts["struck"], "%v", early[0])
	assert.Len(t, stepsNamed(t, r, "intent.refute")[0].Texts["queries"], len(early[0].Texts["surviving"]), "only surviving options are asked for (S3-05)")

	skipped := stepsNamed(t, r, "intent.pairs")
	require.Len(t, skipped, 1)
	assert.False(t, skipped[0].Ran)
	assert.Contains(t, skipped[0].Reason, "no two options overlap", "S3-02")
	assert.False(t, stepsNamed(t, r, "intent.numbers")[0].Ran)

	relaxed := stepsNamed(t, r, "relax")
	require.NotEmpty(t, relaxed, "B-09")
	assert.Equal(t, len(relaxed[0].Texts["before"]), len(relaxed[0].Texts["after"]))
}
