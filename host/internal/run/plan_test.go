package run

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
)

func planOf(q evidence.Question) plan { return makePlan(q, evidence.NewAnalyzer(evidence.Content)) }

func options(texts ...string) []evidence.Option {
	out := make([]evidence.Option, len(texts))
	for i, t := range texts {
		out[i] = evidence.Option{Label: string(rune('A' + i)), Text: t}
	}
	return out
}

func TestAnUnfilledSlotIsDroppedWithItsWord(t *testing.T) {
	for _, tt := range []struct{ template, want string }{
		{"evidence against {draft}", "evidence against mTORC1"},
		{"why {draft} is wrong {domain}", "why mTORC1 is wrong"},
		{"({draft}) {nonesuch}", "(mTORC1)"},
		{"}{ stays", "}{ stays"},
		{"{domain}", ""},
	} {
		assert.Equal(t, tt.want, fill(tt.template, slots{"draft": "mTORC1", "domain": ""}), tt.template)
	}
}

func TestATemplateIsRepeatedForEachOptionButNotForYesAndNo(t *testing.T) {
	p := planOf(evidence.Question{Question: "What inhibits mTORC1?", Options: options("rapamycin", "aspirin")})
	assert.Equal(t, []string{"about rapamycin", "about aspirin"}, p.expand("about {option}", nil))

	polar := planOf(evidence.Question{Question: "Does it?", Options: options("yes", "no")})
	assert.Empty(t, polar.expand("about {option}", nil))
}

func TestOptionsAreReadAsVerdictsOnlyIfAllOfThemAre(t *testing.T) {
	for _, tt := range []struct {
		name  string
		texts []string
		want  []stance
	}{
		{"yes, no and maybe", []string{"Yes", "no.", "maybe"}, []stance{stanceSupports, stanceContra, stanceUndecided}},
		{"verdicts on a claim", []string{"supported", "contradicted", "undecided"}, []stance{stanceSupports, stanceContra, stanceUndecided}},
		{"one ordinary option", []string{"yes", "no", "aspirin"}, nil},
		{"no negative verdict", []string{"yes", "maybe"}, nil},
		{"none", nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, polar := polarStances(options(tt.texts...))
			assert.Equal(t, tt.want != nil, polar)
			if polar {
				assert.Equal(t, tt.want, got)
			}
		})
	}
}

func TestAClaimImpliesItsOptions(t *testing.T) {
	p := planOf(evidence.Question{Question: "Rapamycin inhibits mTORC1.", Type: evidence.TypeClaim})
	assert.Equal(t, claimOptions, p.options)
	assert.True(t, p.polar)
}

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
			total, parts := sum([]policy.Term{tt.term}, func(policy.Term) (float64, bool) { return tt.value, true })
			assert.InDelta(t, tt.want, total, 1e-12)
			assert.Equal(t, total, parts[0].delta)
		})
	}
}

func TestAnUnknownValueAddsNothing(t *testing.T) {
	terms := []policy.Term{{Name: "known", Weight: 1}, {Name: "unknown", Weight: 5}}
	total, parts := sum(terms, func(t policy.Term) (float64, bool) { return 0.5, t.Name == "known" })
	assert.Equal(t, 0.5, total)
	assert.False(t, parts[1].known)
	assert.Zero(t, parts[1].delta)
}

func TestTermsOfOtherQuestionTypesDoNotApply(t *testing.T) {
	terms := []policy.Term{{Name: "all"}, {Name: "claims", Types: []string{"claim"}}}
	assert.Len(t, applicable(terms, []string{"claim", "polar"}), 2)
	assert.Equal(t, []policy.Term{terms[0]}, applicable(terms, []string{"free_form"}))
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
		total, _ := sum(terms, func(t policy.Term) (float64, bool) { return values[t.Name], true })
		return total
	}
	assert.InDelta(t, 1.65, weigh("title", 2.0, "abstract", 1.0, "recency", 0.25), 1e-9)
	assert.InDelta(t, 1.710537, weigh("title", 1.8, "abstract", 0.9, "recency", 0.2, "authority", 0.5), 1e-6)
	assert.InDelta(t, 1.785537, weigh("title", 1.8, "abstract", 0.9, "recency", 0.2, "nature", 0.5), 1e-6)
	assert.InDelta(t, 1.84, weigh("q", 1.4, "f", 1.9), 1e-9)
}
