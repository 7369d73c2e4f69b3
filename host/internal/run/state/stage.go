package state

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A FaultError is a plugin fault of a stage whose policy says fail.
type FaultError struct {
	stage policy.Stage
	err   error
}

func (f *FaultError) Error() string { return fmt.Sprintf("%s: %v", placed(&f.stage), f.err) }

func (f *FaultError) Unwrap() error { return f.err }

// placed names a stage and the line of the policy that asks for it.
func placed(s *policy.Stage) string {
	return fmt.Sprintf("stage %q (%s:%d)", s.Name, FileName(s.At), s.At.Line)
}

// Call runs one stage over a frame. A nil response without error means that the
// stage's plugin failed, or its fuel was not paid, and the policy says skip or finish: its
// outputs are unknown.
func (r *Run) Call(ctx context.Context, blockName string, s *policy.Stage, f frame.Frame) (*contract.Response, error) {
	p := r.Plugins[s.Plugin]
	req, err := f.Request(p.Manifest().Kind, p.Inputs(), r.settings[s])
	if err != nil {
		return nil, &FaultError{*s, fmt.Errorf("plugin %q %w", s.Plugin, err)}
	}
	if err := r.payCall(blockName, s, p.FuelLimit(req.Tables, s.Limits)); err != nil {
		return nil, r.unpaid(blockName, s, err)
	}
	if r.Tap != nil {
		r.Tap(r.Plan.Question.ID, blockName+"."+s.Name, req)
	}
	resp, call, err := r.takeOrPlay(ctx, s, req)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if errors.Is(err, plugin.ErrUnknownCall) {
		return nil, fmt.Errorf("%s: %w", placed(s), err)
	}
	r.recordCall(blockName, s, call, err)
	switch {
	case err == nil:
		return resp, nil
	case s.OnError == policy.OnErrorSkip:
		r.Warn("stage_skipped", s.Name, placed(s)+" was skipped: "+err.Error())
		return nil, nil
	}
	return nil, &FaultError{*s, err}
}

// unpaid handles a call that the budget refused: it ends the run, or leaves the stage without
// outputs.
func (r *Run) unpaid(blockName string, s *policy.Stage, err error) error {
	if !errors.Is(err, budget.ErrExhausted) || r.Policy.Budget.OnExhausted == "fail" {
		return fmt.Errorf("%s: %w", placed(s), err)
	}
	r.Warn("budget_refused", blockName+"."+s.Name, placed(s)+" was skipped: "+err.Error())
	return nil
}

// recordCall notes a plugin call and counts its use. A call is a repeat if this
// run sent the same input before, whatever older runs left in the cache: that would make
// equal runs differ.
func (r *Run) recordCall(blockName string, s *policy.Stage, call plugin.Call, err error) {
	p := r.Plugins[s.Plugin]
	use := r.use(s.Plugin, p.Digest())
	use.Calls++
	seen := s.Plugin + "\x00" + call.InputDigest
	repeat := r.inputs[seen]
	r.inputs[seen] = true
	if repeat {
		use.Cached++
	}
	if call.Cached {
		r.Hits.stages++
	}
	event := record.PluginCall{
		Stage: blockName + "." + s.Name, Plugin: s.Plugin, Digest: p.Digest(),
		InputDigest: call.InputDigest, OutputDigest: call.OutputDigest, Cached: repeat, FuelLimit: call.FuelLimit, At: At(s.At),
	}
	if err != nil {
		event.Error = err.Error()
	} else {
		r.Keep(call.OutputDigest, call.Output)
	}
	r.Log(record.KindPluginCall, event)
	r.Log(record.KindTiming, record.Timing{
		What: record.TimingCall + event.Stage, ElapsedUS: call.Elapsed.Microseconds(), Cached: call.Cached, Fuel: call.Fuel,
	})
}

// PartOf finds a named number per row of a table in a response; nil if absent.
func PartOf(parts []contract.Part, table, name string) []float64 {
	for _, p := range parts {
		if p.Table == table && p.Name == name {
			return p.Values
		}
	}
	return nil
}

// Part finds a named number per row in a response; nil if absent.
func Part(parts []contract.Part, name string) []float64 {
	for _, p := range parts {
		if p.Name == name {
			return p.Values
		}
	}
	return nil
}

// At returns a place in a policy as records name it.
func At(p policy.Pos) record.At { return record.At{File: FileName(p), Line: p.Line, Column: p.Column} }

// FileName returns the policy file's own name: by which path the policy was named must
// not show in a result.
func FileName(p policy.Pos) string { return path.Base(strings.TrimPrefix(p.File, "shipped:")) }

// calls hold what a run remembers of its calls, so that what it asks twice counts once.
type calls struct {
	inputs map[string]bool                // plugin inputs sent so far
	Hits   struct{ stages, Searches int } // answered by the cache of earlier runs
}
