package answer

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// DraftSteps make a draft answer of the passages; a draft that was refuted is made anew by the same.
func (r *Run) DraftSteps() []state.Step {
	return slices.Concat(r.assess.AssessSteps(), r.AnswerSteps())
}

// AnswerSteps make the answer of what was assessed.
func (r *Run) AnswerSteps() []state.Step {
	return []state.Step{
		{Name: "synthesise", Do: r.synthesise},              // the best option, what models wrote, or sentences
		{Name: "provisional", Do: r.confidence.Provisional}, // confidence without falsification
	}
}
