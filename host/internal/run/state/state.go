package state

import (
	"time"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// Extracting is whom the budget has pay for claims that a model reads. They count as synthesis (C24), but what is
// kept for the answer stays for the answer.
const Extracting = "claims"

// What a prompt shows of the program's own reading.
const (
	QuotesOfOption = 1
	ClaimsShown    = 8
	ClearSide      = 0.3 // a stance of less says little
)

// Falsifying is the intent of queries that look for evidence against the draft.
const Falsifying = "falsification"

// Synthesis is the stage of solvers and judges, as records and the budget call it.
const Synthesis = "synthesis"

// A Run is the state of one question's way through the pipeline, in groups: each has a file of its own and methods that need
// nothing else, and is embedded, so that a step reads r.Documents, whichever group holds it. A run is used by one goroutine; searches of one
// round, and inquiries of one step, run side by side and touch nothing of it.
type Run struct {
	*Engine
	Plan   query.Plan     // the question taken apart, and what rounds found to say of it
	Course *policy.Course // which rounds run, what the gates say

	journal  // the record and the result: what is told
	metrics  // what conditions and calibration terms can read
	Ledger   // what may be spent, and what an answer costs
	calls    // of plugins
	ahead    // calls of plugins whose turn comes later
	playback // of a replay: the recorded run

	Asker *inquiry.Caller // asks language models

	lexicon    // the words of question and evidence
	queue      // queries that were asked and that wait
	progress   // the rounds so far, and how sources did
	Collection // what was found: the pool and its documents
	novelty    // what the last round brought
	KnownGaps  // what the evidence leaves open
	weights    // the terms that count
	Reading    // what is read: passages, claims, findings
	Drafting   // the answer under work
}

// NewRun returns a run without a plan.
func (e *Engine) NewRun(q evidence.Question, id string, out Trace, costs []record.ModeCost) *Run {
	r := &Run{
		Engine: e, journal: newJournal(e, q, id, out), metrics: newMetrics(), Ledger: newLedger(e, costs), calls: calls{inputs: map[string]bool{}},
		playback: playback{asks: map[string]int{}},
		lexicon:  newLexicon(e.Content), queue: newQueue(), progress: progress{Used: outbound.NewReport()}, Collection: newCollection(),
		KnownGaps: NewKnownGaps(), weights: weights{Spreads: score.Spreads{}},
	}
	r.Since = func() time.Duration { return r.Clock().Sub(r.Started) }
	r.Asker = r.newCaller()
	r.Course = policy.NewCourse(e.Policy, r.State, r.Holds)
	return r
}
