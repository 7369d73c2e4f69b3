package run

import (
	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/address"
	"github.com/sparkhost/sparkhost/host/internal/run/answer"
	"github.com/sparkhost/sparkhost/host/internal/run/assess"
	"github.com/sparkhost/sparkhost/host/internal/run/claims"
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

// A run is one question's way through the pipeline: its state, and above it the steps, each with what those before it can do.
type run struct{ outcome.Run }

// newRun returns a run without a plan.
func (e *Engine) newRun(q evidence.Question, id string, out state.Trace, costs []record.ModeCost) *run {
	return stepsOver(e.NewRun(q, id, out, costs))
}

// stepsOver puts the steps over the state of a run. Each step holds the one before it by value: with a pointer, each package would
// compile all methods of the steps before it twice, for Run and for *Run.
func stepsOver(s *state.Run) *run {
	found := rounds.Run{Run: gap.Run{Run: read.Run{Run: search.Run{Run: plan.Run{Run: s}}}}}
	assessed := assess.Run{Run: claims.Run{Run: address.Run{Run: found}}}
	answered := answer.Run{Run: confidence.Run{Run: react.Run{Run: assessed}}}
	return &run{outcome.Run{Run: falsify.Run{Run: answered}}}
}

// NewShared makes an empty Shared, as [state.NewShared] does.
func NewShared(kept *cache.Cache) (*Shared, error) { return state.NewShared(kept) }
