package assess

import (
	"context"

	"github.com/sparkhost/sparkhost/host/policy"
)

// lookAhead begins the calls of verify stages, and of those that will most likely look for the answer once these are done: what they are
// shown seldom depends on each other. Together they are half of a new question's time.
func (r *Run) lookAhead(ctx context.Context) {
	r.Ahead(ctx, r.VerifyFrame, r.Policy.Verify, r.answering())
}

// answering returns the stages that will be asked for the answer, as far as that can be told: none where models may answer first,
// handlers may assess anew, or nothing addresses the question.
func (r *Run) answering() []policy.Stage {
	switch {
	case len(r.Models) > 0 || len(r.Policy.Handlers) > 0 || len(r.Passages) == 0:
		return nil
	case !r.read.Addressed() && r.Policy.FollowUp.MaxQueries == 0:
		return nil
	case len(r.Plan.Options) == 0:
		return r.Policy.Answer.Stages
	case r.Plan.Polar:
		return nil // see answer.optionStages
	}
	return r.Policy.Options.Stages
}
