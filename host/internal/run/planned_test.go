package run

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
)

// stepsNamed are the record's steps of one mechanism.
func stepsNamed(t *testing.T, r *run, name string) []record.Step {
	t.Helper()
	return slices.DeleteFunc(recorded[record.Step](t, r, record.KindStep), func(s record.Step) bool { return s.Name != name })
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
	assert.Equal(t, "Medicine", r.Plan.Wording.Domain, "the field of most documents (U12)")

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
