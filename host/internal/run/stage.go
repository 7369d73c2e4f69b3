package run

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

// A faultError is a plugin fault of a stage whose policy says fail.
type faultError struct {
	stage policy.Stage
	err   error
}

func (f *faultError) Error() string { return fmt.Sprintf("%s: %v", placed(&f.stage), f.err) }

func (f *faultError) Unwrap() error { return f.err }

// placed names a stage and the line of the policy that asks for it.
func placed(s *policy.Stage) string {
	return fmt.Sprintf("stage %q (%s:%d)", s.Name, fileName(s.At), s.At.Line)
}

// call runs one stage over a frame. A nil response without error means that the
// stage's plugin failed, or its fuel was not paid, and the policy says skip or finish: its
// outputs are unknown.
func (r *run) call(ctx context.Context, blockName string, s *policy.Stage, f frame.Frame) (*contract.Response, error) {
	p := r.Plugins[s.Plugin]
	req, err := f.Request(p.Manifest().Kind, p.Inputs(), r.settings[s])
	if err != nil {
		return nil, &faultError{*s, fmt.Errorf("plugin %q %w", s.Plugin, err)}
	}
	within := s.Limits
	if err := r.payCall(blockName, s, p.FuelLimit(req.Tables, within)); err != nil {
		return nil, r.unpaid(blockName, s, err)
	}
	if r.Tap != nil {
		r.Tap(r.plan.Question.ID, blockName+"."+s.Name, req)
	}
	resp, call, err := r.play(ctx, p, req, within)
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
		r.warn("stage_skipped", s.Name, placed(s)+" was skipped: "+err.Error())
		return nil, nil
	}
	return nil, &faultError{*s, err}
}

// unpaid handles a call that the budget refused: it ends the run, or leaves the stage without
// outputs.
func (r *run) unpaid(blockName string, s *policy.Stage, err error) error {
	if !errors.Is(err, budget.ErrExhausted) || r.Policy.Budget.OnExhausted == "fail" {
		return fmt.Errorf("%s: %w", placed(s), err)
	}
	r.warn("budget_refused", blockName+"."+s.Name, placed(s)+" was skipped: "+err.Error())
	return nil
}

// recordCall notes a plugin call and counts its use. A call is a repeat if this
// run sent the same input before, whatever older runs left in the cache: that would make
// equal runs differ.
func (r *run) recordCall(blockName string, s *policy.Stage, call plugin.Call, err error) {
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
		r.hits.stages++
	}
	event := record.PluginCall{
		Stage: blockName + "." + s.Name, Plugin: s.Plugin, Digest: p.Digest(),
		InputDigest: call.InputDigest, OutputDigest: call.OutputDigest, Cached: repeat, FuelLimit: call.FuelLimit, At: at(s.At),
	}
	if err != nil {
		event.Error = err.Error()
	} else {
		r.keep(call.OutputDigest, call.Output)
	}
	r.log(record.KindPluginCall, event)
	r.log(record.KindTiming, record.Timing{
		What: record.TimingCall + event.Stage, ElapsedUS: call.Elapsed.Microseconds(), Cached: call.Cached, Fuel: call.Fuel,
	})
}

// partOf finds a named number per row of a table in a response; nil if absent.
func partOf(parts []contract.Part, table, name string) []float64 {
	for _, p := range parts {
		if p.Table == table && p.Name == name {
			return p.Values
		}
	}
	return nil
}

// part finds a named number per row in a response; nil if absent.
func part(parts []contract.Part, name string) []float64 {
	for _, p := range parts {
		if p.Name == name {
			return p.Values
		}
	}
	return nil
}

func at(p policy.Pos) record.At { return record.At{File: fileName(p), Line: p.Line, Column: p.Column} }

// fileName is the policy file's own name: by which path the policy was named must
// not show in a result.
func fileName(p policy.Pos) string { return path.Base(strings.TrimPrefix(p.File, "shipped:")) }

// calls hold what a run remembers of its calls, so that what it asks twice counts once.
type calls struct {
	inputs map[string]bool                // plugin inputs sent so far
	hits   struct{ stages, searches int } // answered by the cache of earlier runs
}
