package ranking

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host/evidence"
)

func TestAnOrderDoesNotDependOnTheScaleOfAReranker(t *testing.T) {
	probabilities, logits := []float64{0.9, 0.5, 0.1}, []float64{8, 0, -8}
	assert.InDeltaSlice(t, []float64{1, 0.5, 0}, Spread(probabilities), 1e-12)
	assert.InDeltaSlice(t, []float64{1, 0.5, 0}, Spread(logits), 1e-12)
	assert.Equal(t, []float64{0, 0}, Spread([]float64{0.7, 0.7}), "equal scores tell nothing apart")
	assert.Empty(t, Spread(nil))
}

func TestASpreadIsFromNoughtToOneAndKeepsTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.SliceOf(rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64)).Draw(t, "scores")
		out := Spread(in)
		for i := range in {
			require.True(t, out[i] >= 0 && out[i] <= 1, "%v", out[i])
			for j := range in {
				require.False(t, in[i] < in[j] && out[i] > out[j])
			}
		}
	})
}

// By hand: ranks 1, 2, 3 and 3, 1, 2 give 1/61+1/63, 1/62+1/61, 1/63+1/62.
func TestTwoOrdersAreFusedByReciprocalRank(t *testing.T) {
	got := Hybrid([]float64{3, 2, 1}, []float64{0.1, 0.9, 0.5})
	a, b, c := 1.0/61+1.0/63, 1.0/62+1.0/61, 1.0/63+1.0/62
	assert.InDeltaSlice(t, []float64{(a - c) / (b - c), 1, 0}, got, 1e-12)
}

func TestWhoTakesNoSideDoesNotWeighInTheBalance(t *testing.T) {
	assert.Zero(t, Balance(nil, nil))
	assert.InDelta(t, 1, Balance([]float64{1, 0, 0}, []float64{0.5, 1, 1}), 1e-12)
	assert.Zero(t, Balance([]float64{1, -1}, []float64{0.5, 0.5}))
	assert.InDelta(t, -0.5, Balance([]float64{1, -1}, []float64{0.25, 0.75}), 1e-12)
}

func TestADocumentIsShownByItsTitleAndTheBeginningOfItsText(t *testing.T) {
	assert.Equal(t, "Cats. They sleep.", TextOf(&evidence.Document{Title: "Cats.", Abstract: "They sleep."}))
	assert.Equal(t, "Cats. In a section.", TextOf(&evidence.Document{Title: "Cats", Sections: []evidence.Section{{Text: ""}, {Text: "In a section."}}}))
	long := TextOf(&evidence.Document{Title: "Cats", Abstract: strings.Repeat("é", MaxText)})
	assert.LessOrEqual(t, len(long), MaxText)
	assert.True(t, strings.HasSuffix(long, "é"))
}

func TestAHypothesisIsTheStatementOfAQuestionWhereThatNeedsNoParser(t *testing.T) {
	for question, want := range map[string]string{
		"Does aspirin cure colds?": "aspirin cure colds", "Is aspirin effective?": "Is aspirin effective?", "Aspirin cures colds.": "Aspirin cures colds.",
		"?": "?", "": "", "Do?": "Do?",
	} {
		assert.Equal(t, want, Hypothesis(question))
	}
}
