package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// sided is a passage of a work of its own that a verify stage gave a stance.
func sided(id string, stance float64) *state.Passage {
	return &state.Passage{Passage: evidence.Passage{ID: id}, Doc: &state.Document{}, Chunk: &analysis.Passage{}, Stance: stance, Judged: true}
}

func TestOnlyFindingsThatWeighEnoughAreEvents(t *testing.T) {
	finding := func(kind string, row uint32, weight float64) state.Noted {
		return state.Noted{Finding: contract.Finding{Kind: kind, Table: "passages", Rows: []uint32{row}, Weight: weight, Text: kind}, Stage: "stance", Pairs: true}
	}
	tests := []struct {
		name             string
		contra, pro, min float64
		want             int
	}{
		{"as written any finding is one (S2-16)", 0.05, 0.05, 0, 1},
		{"one that weighs less is none", 0.29, 0.9, 0.3, 0},
		{"nor is one without a clear counterpart", 0.9, 0.29, 0.3, 0},
		{"both weigh enough", 0.3, 0.3, 0.3, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := stepsOver(&state.Run{})
			r.Passages = []*state.Passage{sided("a", 0), sided("b", 0)}
			r.Noted = []state.Noted{finding("supports", 0, tt.pro), finding("contradicts", 1, tt.contra)}
			assert.Len(t, r.assess.Events(&policy.Handler{Kind: policy.OnContradiction, MinWeight: tt.min}), tt.want)
		})
	}
}

func TestAnEventIsSettledByWorksThatTakeOneSide(t *testing.T) {
	tests := []struct {
		name    string
		found   []float64 // their stances
		settled bool
	}{
		{"one work says it clearly", []float64{0.5, 0.1}, true},
		{"the other way is a side too", []float64{-0.5}, true},
		{"works on both sides settle nothing", []float64{0.5, -0.5}, false},
		{"nor do those that say little", []float64{0.2, 0.1}, false},
		{"nor does nothing", nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := policy.Handler{Kind: policy.OnContradiction, MinWeight: 0.3, ResolvedBy: policy.ResolvedByAgreement}
			p := &policy.Policy{Handlers: []policy.Handler{h}}
			metrics := policy.State{}
			r := stepsOver(&state.Run{Engine: &state.Engine{Parts: Parts{Policy: p}}, Course: policy.NewCourse(p, metrics, nil)})
			var found []*state.Passage
			for i, s := range tt.found {
				found = append(found, sided(string(rune('a'+i)), s))
			}
			r.Passages = append(found, sided("read before", -0.9))
			r.Course.Reacted(&p.Handlers[0], 1)
			r.react.Settle([][]*state.Passage{found})
			assert.Equal(t, tt.settled, metrics["on.contradiction.resolved"])
		})
	}
}

func TestAsWrittenAnyNewWorkSettlesAContradiction(t *testing.T) {
	p := &policy.Policy{Handlers: []policy.Handler{{Kind: policy.OnContradiction, ResolvedBy: policy.ResolvedByNew}}}
	metrics := policy.State{}
	r := stepsOver(&state.Run{Engine: &state.Engine{Parts: Parts{Policy: p}}, Course: policy.NewCourse(p, metrics, nil)})
	r.Course.Reacted(&p.Handlers[0], 1)
	r.react.Settle(make([][]*state.Passage, 1))
	assert.Equal(t, true, metrics["on.contradiction.resolved"], "S2-19")
}

func TestASearchThatNobodyReadsSettlesNothingByAgreement(t *testing.T) {
	body := reacting(`on "contradiction" {
		queries     = ["systematic review {hypothesis_a} {hypothesis_b}"]
		sources     = [local]
		resolved_by = agreement
	}`)
	r := answered(t, partsOf(t, body, shelfOf(kinase, growth, retraction, verdicts), empty()), inhibits)
	require.Equal(t, 1.0, r.State["on.contradiction.new_documents"])
	assert.Equal(t, false, r.State["on.contradiction.resolved"], "no verify stage of this policy takes sides")
	assert.False(t, *r.Result.QualityGates.CapResolved)
}

func TestAClaimForOneOptionCanBeSureOfItselfAmongFour(t *testing.T) {
	confidence := func(body string) float64 {
		r := answered(t, partsOf(t, body, shelfOf(kinase)), inhibits)
		for _, c := range r.Claims {
			if c.Option >= 0 {
				return c.Confidence
			}
		}
		require.Fail(t, "no claim for a single option")
		return 0
	}
	assert.Less(t, confidence(""), 0.78, "U14 over the words of all options: S1-15 never acts")
	assert.InDelta(t, 1, confidence(`claims { confidence_over = "own_option" }`), 1e-9, "it holds all words of the question and of its option")
}
