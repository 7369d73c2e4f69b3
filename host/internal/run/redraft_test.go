package run

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/answer"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
)

// refutedBy is a policy whose draft a team's stage refutes so strongly, and which holds that against an option as standard does.
func refutedBy(value float64) (body string, guest float64) {
	return oneRound("") + `
	options {
		term "refuted_draft" {
			feature = option.refuted
			weight  = -0.9
		}
	}
	falsify "draft" {
		queries = ["evidence against {draft}"]
		stage "team" { plugin = plugin.team }
		resynthesise { above = 0.7 }
	}`, value
}

func TestADraftThatIsRefutedYieldsToAnotherOption(t *testing.T) {
	alike := evidence.Question{ID: "alike", Type: evidence.TypeMultipleChoice, Question: "What does rapamycin bind in human cells?", Options: options("mTORC1", "FKBP12")}
	for _, tt := range []struct {
		refuted float64
		changes bool
	}{{0.6, false}, {0.9, true}} {
		t.Run(fmt.Sprint(tt.refuted), func(t *testing.T) {
			body, v := refutedBy(tt.refuted)
			r := answered(t, partsWith(t, team(signalling("score", v)), body, shelfOf(kinase, growth, binding)), alike)
			first := answered(t, partsOf(t, oneRound(""), shelfOf(kinase, growth, binding)), alike)
			if tt.changes {
				assert.NotEqual(t, first.Answer.Label, r.Answer.Label)
				assert.Equal(t, v, r.answer.RefutedBy(first.Answer.Label))
				assert.Zero(t, r.answer.RefutedBy(r.Answer.Label))
				return
			}
			assert.Equal(t, first.Answer.Label, r.Answer.Label)
		})
	}
}

func TestAShortAnswerThatWasRefutedYieldsToTheNextOne(t *testing.T) {
	r := stepsOver(&state.Run{Drafting: state.Drafting{Answer: &state.Answer{Text: "42 %"}}})
	r.Last.Score = 0.8
	r.answer.KeepRefuted()
	found := []answer.Span{{Text: "42 %", Weight: 0.5}, {Text: "17 %", Weight: 0.2}}
	r.answer.Doubt(found)
	assert.InDelta(t, 0.1, found[0].Weight+found[0].Vote, 1e-9)
	assert.InDelta(t, 0.2, found[1].Weight+found[1].Vote, 1e-9)
	assert.Equal(t, 0.5, found[0].Weight, "what the confidence reads stays")
}

// guarded is the policy s1 with a penalty for claims that rest on one type of source.
func guarded(penalty string) string {
	return `
	sources = [local, second]
	triangulate {
		stage "guard" { config = { guard_confidence = 0.3, min_types = 2, penalty = ` + penalty + ` } }
	}`
}

func TestAnOptionLosesWhatItsClaimsOfOneSourceLost(t *testing.T) {
	q := evidence.Question{ID: "sources", Type: evidence.TypeMultipleChoice, Question: "Which salve shortens tendon healing in greyhounds?", Options: options("fenweed salve", "marrow balm")}
	asked := func(penalty string) map[string]score.Item {
		balm := shelfOf(paper("b2", "Marrow balm", "Marrow balm shortens tendon healing in greyhounds."))
		balm.name = "second"
		first := shelfOf(paper("f1", "Fenweed salve", "Fenweed salve shortens tendon healing in greyhounds."), paper("b1", "Balm", "Marrow balm shortens tendon healing in greyhounds, as a trial found."))
		parts := partsUnder(t, policyText(t, "source \"second\" {}\npolicy \"test\" {\n  extends = [s1]\n"+guarded(penalty)+"\n}\n"), nil, first, balm)
		r := answered(t, parts, q)
		out := map[string]score.Item{}
		for _, o := range r.Answer.Options {
			out[o.Label] = o.Item
		}
		return out
	}
	without, with := asked("0"), asked("0.2")
	assert.InDelta(t, 0.2, with["A"].Features["option.single_source"], 1e-9)
	assert.InDelta(t, without["A"].Score-0.2, with["A"].Score, 1e-9, "fenweed salve is in one source")
	assert.InDelta(t, without["B"].Score, with["B"].Score, 1e-9, "marrow balm in two")
}
