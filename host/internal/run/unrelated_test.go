package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/confidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// anything is a shelf that returns the same document whatever it is asked for, as one does that found the words which
// a round adds to its queries.
func anything(d evidence.Document) *shelf { return shelfOf(d) }

func TestWhatHasNoWordOfTheQuestionIsNoEvidence(t *testing.T) {
	const stance = `verify {
		stage "stance" {
			plugin = plugin.stance
		}
	}`
	other := paper("other", "Methods of measurement", "A review of reference values and of experiments. None of them was repeated.")
	claim := evidence.Question{ID: "q", Question: "旅鼠会跳崖自杀吗？", Type: evidence.TypeClaim}
	choice := evidence.Question{ID: "q", Question: "Do quixotes frumple?", Type: evidence.TypeMultipleChoice, Options: options("blarg", "vlorp")}
	tests := []struct {
		name     string
		body     string
		question evidence.Question
		shelf    *shelf
		want     record.Verdict
	}{
		{"a claim is not undecided by it", stance, claim, anything(other), record.VerdictAbstained},
		{"no option is chosen by it", "", choice, anything(other), record.VerdictAbstained},
		{"a free question is not answered with it", "answer {\n max_sentences = 2\n min_support = 0\n}", without(choice), anything(other), record.VerdictAbstained},
		{"a claim of which a text has a word is answered", stance, polar, shelfOf(kinase), record.VerdictAnswered},
		{"a text with a word of an option is evidence", "", choice, anything(paper("own", "A vlorp", "We saw a vlorp.")), record.VerdictAnswered},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := answered(t, partsOf(t, tt.body, tt.shelf), tt.question)
			require.NotEmpty(t, r.Passages, "something was read")
			assert.Equal(t, tt.want, r.Result.Verdict)
			if tt.want == record.VerdictAnswered {
				assert.NotContains(t, r.Result.Warnings, confidence.NoneRelated)
				return
			}
			assert.Nil(t, r.Result.Answer)
			assert.Zero(t, r.Result.Confidence)
			assert.Empty(t, r.Result.Citations)
			assert.Empty(t, r.Result.Options)
			assert.Equal(t, []string{"no_evidence"}, r.Result.UncertaintyReasons)
			assert.Contains(t, r.Result.Warnings, confidence.NoneRelated)
		})
	}
}
