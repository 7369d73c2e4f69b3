package score

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/policy"
)

func TestATermIsHeldToItsBoundsAndToItsSign(t *testing.T) {
	low, high := -0.35, 0.1
	for _, tt := range []struct {
		name        string
		term        policy.Term
		value, want float64
	}{
		{"plain", policy.Term{Weight: 2}, 0.5, 1},
		{"floor", policy.Term{Weight: -0.07, Floor: &low}, 9, -0.35},
		{"cap", policy.Term{Weight: 1, Cap: &high}, 0.5, 0.1},
		{"one-sided never raises", policy.Term{Weight: -0.12, OneSided: true}, -1, 0},
		{"one-sided lowers", policy.Term{Weight: -0.12, OneSided: true}, 0.5, -0.06},
	} {
		t.Run(tt.name, func(t *testing.T) {
			total, parts := Sum([]policy.Term{tt.term}, func(policy.Term) (float64, bool) { return tt.value, true })
			assert.InDelta(t, tt.want, total, 1e-12)
			assert.Equal(t, total, parts[0].Delta)
		})
	}
}

func TestAnUnknownValueAddsNothing(t *testing.T) {
	terms := []policy.Term{{Name: "known", Weight: 1}, {Name: "unknown", Weight: 5}}
	total, parts := Sum(terms, func(t policy.Term) (float64, bool) { return 0.5, t.Name == "known" })
	assert.Equal(t, 0.5, total)
	assert.False(t, parts[1].Known)
	assert.Zero(t, parts[1].Delta)
}

func TestTermsOfOtherQuestionTypesDoNotApply(t *testing.T) {
	terms := []policy.Term{{Name: "all"}, {Name: "claims", Types: []string{"claim"}}}
	assert.Len(t, Applicable(terms, []string{"claim", "polar"}), 2)
	assert.Equal(t, []policy.Term{terms[0]}, Applicable(terms, []string{"free_form"}))
}

// The linear scores of docs/mechanisms.md: B-11, S2-10 with and without venue, B-13.
func TestLinearScoresAgreeWithTheGoldenVectors(t *testing.T) {
	values := map[string]float64{
		"title": 0.5, "abstract": 0.4, "recency": 1, "authority": 0.501075, "nature": 0.651075, "q": 0.5, "f": 0.6,
	}
	weigh := func(pairs ...any) float64 {
		var terms []policy.Term
		for i := 0; i < len(pairs); i += 2 {
			terms = append(terms, policy.Term{Name: pairs[i].(string), Weight: pairs[i+1].(float64)})
		}
		total, _ := Sum(terms, func(t policy.Term) (float64, bool) { return values[t.Name], true })
		return total
	}
	assert.InDelta(t, 1.65, weigh("title", 2.0, "abstract", 1.0, "recency", 0.25), 1e-9)
	assert.InDelta(t, 1.710537, weigh("title", 1.8, "abstract", 0.9, "recency", 0.2, "authority", 0.5), 1e-6)
	assert.InDelta(t, 1.785537, weigh("title", 1.8, "abstract", 0.9, "recency", 0.2, "nature", 0.5), 1e-6)
	assert.InDelta(t, 1.84, weigh("q", 1.4, "f", 1.9), 1e-9)
}

func TestMinMaxSpreadsTheValuesOverTheItems(t *testing.T) {
	terms := []policy.Term{{Name: "disc", Feature: "x", Weight: 1, MinMax: true}}
	items := []*Item{{Features: map[string]float64{"x": 0.02}}, {Features: map[string]float64{"x": 0.06}}, {Features: map[string]float64{"x": 0.1}}, {}}
	m := Spreads{}
	m.WeighAll("options", terms, items)
	assert.InDelta(t, 0, items[0].Score, 1e-12)
	assert.InDelta(t, 0.5, items[1].Score, 1e-12)
	assert.InDelta(t, 1, items[2].Score, 1e-12)
	assert.False(t, items[3].Parts[0].Known)
	equal := []*Item{{Features: map[string]float64{"x": 0.3}}, {Features: map[string]float64{"x": 0.3}}}
	m.WeighAll("options", terms, equal)
	assert.Zero(t, equal[0].Score, "what is equal tells none apart")
}
