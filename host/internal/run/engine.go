package run

import (
	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/answer"
	"github.com/sparkhost/sparkhost/host/internal/run/assess"
	"github.com/sparkhost/sparkhost/host/internal/run/confidence"
	"github.com/sparkhost/sparkhost/host/internal/run/falsify"
	"github.com/sparkhost/sparkhost/host/internal/run/gap"
	"github.com/sparkhost/sparkhost/host/internal/run/outcome"
	"github.com/sparkhost/sparkhost/host/internal/run/plan"
	"github.com/sparkhost/sparkhost/host/internal/run/react"
	"github.com/sparkhost/sparkhost/host/internal/run/read"
	"github.com/sparkhost/sparkhost/host/internal/run/rounds"
	"github.com/sparkhost/sparkhost/host/internal/run/search"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/record"
)

// What callers of an engine need of its state.
type (
	// Parts are the parts of an engine.
	Parts = state.Parts
	// Asking says on what terms a question is asked.
	Asking = state.Asking
	// Shared holds what engines of several policies share.
	Shared = state.Shared
)

// An Engine answers questions under one policy. It is safe for concurrent use.
type Engine struct{ *state.Engine }

// NewEngine makes an engine of parts that fit the policy, as [state.NewEngine] checks.
func NewEngine(parts Parts) (*Engine, error) {
	e, err := state.NewEngine(parts)
	if err != nil {
		return nil, err
	}
	return &Engine{e}, nil
}

// A run is one question's way through the pipeline: its state, and the steps over it.
type run struct {
	*state.Run
	plan       plan.Run
	search     search.Run
	read       read.Run
	gap        gap.Run
	rounds     rounds.Run
	assess     assess.Run
	react      react.Run
	confidence confidence.Run
	answer     answer.Run
	falsify    falsify.Run
	outcome    outcome.Run
}

// newRun returns a run without a plan.
func (e *Engine) newRun(q evidence.Question, id string, out state.Trace, costs []record.ModeCost) *run {
	return stepsOver(e.NewRun(q, id, out, costs))
}

// stepsOver puts the steps over the state of a run.
func stepsOver(s *state.Run) *run {
	return &run{
		Run:        s,
		plan:       plan.Over(s),
		search:     search.Over(s),
		read:       read.Over(s),
		gap:        gap.Over(s),
		rounds:     rounds.Over(s),
		assess:     assess.Over(s),
		react:      react.Over(s),
		confidence: confidence.Over(s),
		answer:     answer.Over(s),
		falsify:    falsify.Over(s),
		outcome:    outcome.Over(s),
	}
}

// NewShared makes an empty Shared, as [state.NewShared] does.
func NewShared(kept *cache.Cache) (*Shared, error) { return state.NewShared(kept) }
