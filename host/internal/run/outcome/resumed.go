package outcome

import (
	"github.com/sparkhost/sparkhost/host/record"
)

// fillResumed completes the result of a run that was taken up from a checkpoint: what was found and
// drafted is the recorded run's.
func (r *Run) fillResumed() {
	old := r.Resumed
	r.Result.Rounds, r.Result.Options, r.Result.Citations = old.Rounds, old.Options, old.Citations
	r.Result.Excluded, r.Result.Disputed = old.Excluded, old.Disputed
	if r.Result.Verdict == record.VerdictAnswered {
		r.Result.Answer = r.Tape.Checkpoint.Answer
	}
}
