package run

import (
	"context"
	"fmt"
	"time"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// A run is the state of one question's way through the pipeline. It is used by one
// goroutine; searches of one round, and inquiries of one step, run side by side and touch nothing of it.
type run struct {
	*Engine
	plan  plan
	guard *budget.Guard
	out   trace
	err   error // first error of writing the record; ends the run

	pool   *retrieval.Pool
	asked  map[string]bool // queries asked so far
	inputs map[string]bool // plugin inputs sent so far
	rounds []record.RoundResult

	outcomes []record.FailedSource // of every source that was asked, in the order of first asking
	used     *web.Report           // what was done with live sources

	current int                       // index of the policy's round that runs
	waiting map[string][]plannedQuery // queries that wait for a round, by its name; see nextRound
	against map[string]bool           // intents that look for the contrary
	course  *policy.Course            // which rounds run, what the gates say
	// withheld: no upgrade of the mode is made, see Asking
	withheld bool

	gapState

	vocab    *evidence.Vocabulary
	question []uint32   // content tokens of the question
	focus    []uint32   // the question's and, unless polar, the options' tokens
	options  [][]uint32 // per option: its tokens
	own      [][]uint32 // per option: its tokens that neither the question nor every option has

	byIndex    map[int]*document // by index in the pool
	year       int               // what recency is measured against
	bestFusion float64

	documents []*document // the pool as scored last, best first, without those that the policy leaves out
	excluded  []*document // those that the policy leaves out, whatever their score
	selected  []*document // those to read, best first
	passages  []*passage  // best first
	claims    []*claim
	clusters  [][]int
	noted     []noted     // findings of the last assessment, for handlers
	shown     []*document // the rows of its table documents

	answer  *answer
	state   policy.State
	result  record.Result
	hits    struct{ stages, searches int } // answered by the cache of earlier runs
	started time.Time

	planned

	tape          *Tape                   // nil: this is no replay
	resumed       *record.Result          // of the recorded run, if the replay went on from its checkpoint
	asks          map[string]int          // how often a replay asked each condition
	replies       map[string]modelOutcome // of language models, by the inquiry's key
	troubles      troubles                // their calls without an answer
	costs         []record.ModeCost       // of answering, by mode
	halt          error                   // a budget that was used up outside a step; ends the run
	fetched       int                     // searches of a replay that live sources answered
	resynthesised bool
	refuting      []*passage // what a draft was made anew for
}

// A trace is where a run tells what happens: a *[record.Writer], or the memory of a replay.
type trace interface {
	Append(kind record.Kind, data any) error
	Blob(digest string, data []byte) error
	Finish() error
	Close() error
}

// A plannedQuery is a query before it is sent to any source.
type plannedQuery struct{ text, intent string }

// begin opens the record and prepares the run.
func (e *Engine) begin(q evidence.Question, how Asking) (*run, error) {
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
	r.plan = makePlan(q, e.content)
	e.findPairs(&r.plan)
	r.intern()
	r.describe()
	return r, nil
}

// newRun is a run without a plan.
func (e *Engine) newRun(q evidence.Question, id string, out trace, costs []record.ModeCost) *run {
	r := &run{
		Engine: e, guard: e.newGuard(costs), costs: costs, out: out,
		pool: retrieval.NewPool(), asked: map[string]bool{}, inputs: map[string]bool{}, waiting: map[string][]plannedQuery{},
		against: againstIntents(e.Policy), byIndex: map[int]*document{}, asks: map[string]int{}, replies: map[string]modelOutcome{},
		used: web.NewReport(), gapState: newGapState(), vocab: evidence.NewVocabulary(), state: policy.State{}, started: e.Clock(),
	}
	r.planned = planned{spreads: map[string]spread{}, contestable: e.Policy.Reads("pool.contested")}
	r.course = policy.NewCourse(e.Policy, r.state, r.holds)
	r.result = record.Result{
		FormatVersion: record.FormatVersion, ID: q.ID, Run: id, Question: q.Question, Type: q.Type,
		UncertaintyReasons: []string{}, Warnings: []string{}, Options: []record.OptionResult{}, Citations: []record.Citation{},
		Calibration: record.CalibrationSum{Terms: []record.TermResult{}}, Gates: []record.GateResult{}, Rounds: []record.RoundResult{},
		Policy: record.Named{Name: e.Policy.Name, Digest: e.Policy.Digest}, Mode: string(e.Policy.Mode), Plugins: []record.PluginUse{},
	}
	return r
}

// intern gives the question's and the options' words their ids, first of all, so
// that ids are the same in every run of the question.
func (r *run) intern() {
	r.question = r.tokenSet(r.plan.question.Question)
	r.focus = r.question
	r.options = make([][]uint32, len(r.plan.options))
	r.own = make([][]uint32, len(r.plan.options))
	for i, o := range r.plan.options {
		r.options[i] = r.tokenSet(o.Text)
	}
	if r.plan.polar || len(r.options) == 0 {
		return
	}
	shared := r.options[0]
	for _, o := range r.options {
		r.focus = evidence.Union(r.focus, o)
		shared = evidence.Intersection(shared, o)
	}
	for i, o := range r.options {
		r.own[i] = evidence.Difference(evidence.Difference(o, shared), r.question)
		if len(r.own[i]) == 0 {
			r.own[i] = evidence.Difference(o, shared)
		}
		if len(r.own[i]) == 0 {
			r.own[i] = o
		}
	}
}

// tokenSet is the set of a text's content tokens.
func (r *run) tokenSet(text string) []uint32 { return r.vocab.SetOf(r.content.Tokens(text)) }

// againstIntents are the intents whose queries look for the contrary.
func againstIntents(p *policy.Policy) map[string]bool {
	out := map[string]bool{falsifying: true}
	for _, in := range p.Intents {
		out[in.Name] = in.Against
	}
	return out
}

// finish runs the pipeline to its end and closes the record.
func (r *run) finish(ctx context.Context) (*record.Result, error) {
	bounded, cancel := r.guard.Context(web.WithReport(ctx, r.used))
	defer cancel()
	err := r.do(bounded, r.steps())
	if ctx.Err() != nil { // interrupted from outside: the record stays partial
		_ = r.out.Close() // what is said next is why
		return nil, fmt.Errorf("question %q: %w", r.plan.question.ID, context.Cause(ctx))
	}
	r.conclude(err)
	return r.close()
}
