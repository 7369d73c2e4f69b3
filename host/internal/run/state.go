package run

import (
	"context"
	"fmt"
	"time"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// A run is the state of one question's way through the pipeline, in groups: each has a file of its own and methods that need
// nothing else, and is embedded, so that a step reads r.documents, whosever it is. A run is used by one goroutine; searches of one
// round, and inquiries of one step, run side by side and touch nothing of it.
type run struct {
	*Engine
	plan   query.Plan     // the question taken apart, and what rounds found to say of it
	course *policy.Course // which rounds run, what the gates say

	journal  // the record and the result: what is told
	metrics  // what conditions and calibration terms can read
	ledger   // what may be spent, and what an answer costs
	calls    // of plugins
	playback // of a replay: the recorded run

	asker *inquiry.Caller // asks language models

	lexicon    // the words of question and evidence
	queue      // queries that were asked and that wait
	progress   // the rounds so far, and how sources did
	collection // what was found: the pool and its documents
	novelty    // what the last round brought
	knownGaps  // what the evidence leaves open
	weights    // the terms that count
	reading    // what is read: passages, claims, findings
	drafting   // the answer under work
}

// begin opens the record and prepares the run.
func (e *Engine) begin(q evidence.Question, how Asking) (*run, error) {
	if err := q.CheckSize(); err != nil {
		return nil, fmt.Errorf("question %q: %w", q.ID, err)
	}
	id, err := e.RunID(q, how)
	if err != nil {
		return nil, fmt.Errorf("question %q: %w", q.ID, err)
	}
	out, err := e.Records.Begin(id)
	if err != nil {
		return nil, fmt.Errorf("question %q: %w", q.ID, err)
	}
	r := e.newRun(q, id, out, e.synthesisCosts(q))
	r.withhold(e.withholds(how))
	r.plan = query.Make(q, e.Policy.Intents, e.content, e.plainWords)
	r.lexicon.read(&r.plan)
	r.describe()
	return r, nil
}

// newRun is a run without a plan.
func (e *Engine) newRun(q evidence.Question, id string, out trace, costs []record.ModeCost) *run {
	r := &run{
		Engine: e, journal: newJournal(e, q, id, out), metrics: newMetrics(), ledger: newLedger(e, costs), calls: calls{inputs: map[string]bool{}},
		playback: playback{asks: map[string]int{}},
		lexicon:  newLexicon(e.content), queue: newQueue(), progress: progress{used: outbound.NewReport()}, collection: newCollection(),
		knownGaps: newKnownGaps(), weights: weights{spreads: score.Spreads{}},
	}
	r.since = func() time.Duration { return r.Clock().Sub(r.started) }
	r.asker = r.newCaller()
	r.course = policy.NewCourse(e.Policy, r.state, r.holds)
	return r
}

// finish runs the pipeline to its end and closes the record.
func (r *run) finish(ctx context.Context) (*record.Result, error) {
	bounded, cancel := r.guard.Context(outbound.WithReport(ctx, r.used))
	defer cancel()
	err := r.do(bounded, r.steps())
	if ctx.Err() != nil { // interrupted from outside: the record stays partial
		_ = r.out.Close() // the error returned next says why
		return nil, fmt.Errorf("question %q: %w", r.plan.Question.ID, context.Cause(ctx))
	}
	r.conclude(err)
	return r.close()
}
