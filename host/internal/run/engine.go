package run

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// Parts are what an engine is put together from. The engine closes none of them.
type Parts struct {
	Policy  *policy.Policy
	Sources map[string]retrieval.Source    // by name; every source that the policy names
	Plugins map[string]*plugin.Plugin      // by the policy's plugin name
	Cache   *cache.Cache                   // search results and documents
	Records record.Sink                    // where runs are recorded
	Prices  budget.Prices                  // what a search costs
	Clock   func() time.Time               // for budgets and timings; never in a result
	Seed    uint64                         // part of every run's identity
	Year    int                            // reference year of recency; 0: newest year of the run's pool (U03)
	Version string                         // of the host
	Log     func(question, message string) // warnings while running; nil: none
}

// An Engine answers questions under one policy. It is safe for concurrent use.
type Engine struct {
	Parts
	settings map[*policy.Stage][]contract.Setting // complete config of every stage
	content  *evidence.Analyzer
	texts    *textCache
	library  *library
}

// NewEngine checks that the parts fit the policy: every source and plugin is
// there, and every stage's config and contract suit its plugin. All misfits are
// reported at once, each with its place in the policy.
func NewEngine(parts Parts) (*Engine, error) {
	e := &Engine{
		Parts:    parts,
		settings: map[*policy.Stage][]contract.Setting{},
		content:  evidence.NewAnalyzer(evidence.Content),
	}
	texts, err := newTextCache(parts.Policy.Read, e.content)
	if err != nil {
		return nil, err
	}
	e.texts = texts
	if e.library, err = newLibrary(); err != nil {
		return nil, err
	}
	return e, e.bind()
}

// A Misfit is a stage or source of the policy that cannot work with what was loaded.
type Misfit struct {
	At     policy.Pos
	What   string
	Reason string
}

// MisfitError lists everything in a policy that does not fit the loaded plugins and sources.
type MisfitError struct{ Misfits []Misfit }

// Error implements error: one line per misfit.
func (m *MisfitError) Error() string {
	text := "policy does not fit its plugins or sources:"
	for _, f := range m.Misfits {
		text += fmt.Sprintf("\n  %s:%d,%d: %s: %s", f.At.File, f.At.Line, f.At.Column, f.What, f.Reason)
	}
	return text
}

// bind resolves every stage against its plugin.
func (e *Engine) bind() error {
	var bad []Misfit
	for _, s := range e.Policy.Sources {
		if e.Sources[s.Name] == nil {
			bad = append(bad, Misfit{s.At, "source " + s.Name, "is not configured; pass --corpus FILE for local"})
		}
	}
	for _, b := range blocks(e.Policy) {
		for _, s := range b.stages {
			settings, err := e.bindStage(s, b.kind)
			if err != nil {
				bad = append(bad, Misfit{s.At, "stage " + s.Name, err.Error()})
			}
			e.settings[s] = settings
		}
	}
	if len(bad) > 0 {
		return &MisfitError{bad}
	}
	return nil
}

// A block is a part of the policy that calls stages, with the contract it needs.
type block struct {
	name   string
	kind   contract.Kind
	stages []*policy.Stage
}

// blocks lists the policy's stages in the order in which a run reaches them. They
// point into the policy, so a stage's address identifies it.
func blocks(p *policy.Policy) []block {
	out := []block{
		{"select", contract.KindScore, pointers(p.Select.Stages)},
		{"read", contract.KindScore, pointers(p.Read.Stages)},
		{"triangulate", contract.KindAssess, pointers(p.Triangulate)},
		{"verify", contract.KindAssess, pointers(p.Verify)},
		{"options", 0, pointers(p.Options.Stages)},
	}
	for i := range p.Falsify {
		out = append(out, block{"falsify", contract.KindAssess, pointers(p.Falsify[i].Stages)})
	}
	return append(out, block{"calibrate", contract.KindCalibrate, []*policy.Stage{&p.Calibrate.Stage}})
}

func pointers(stages []policy.Stage) []*policy.Stage {
	out := make([]*policy.Stage, len(stages))
	for i := range stages {
		out[i] = &stages[i]
	}
	return out
}

func (e *Engine) bindStage(s *policy.Stage, kind contract.Kind) ([]contract.Setting, error) {
	p := e.Plugins[s.Plugin]
	if p == nil {
		return nil, fmt.Errorf("plugin %q is not loaded", s.Plugin)
	}
	if m := p.Manifest(); kind != 0 && m.Kind != kind {
		return nil, fmt.Errorf("plugin %q implements the %s contract; this block needs %s", m.Name, m.Kind, kind)
	}
	config := map[string]any{}
	for _, declared := range e.Policy.Plugins {
		if declared.Name == s.Plugin {
			maps.Copy(config, declared.Config)
		}
	}
	if kind == contract.KindCalibrate {
		maps.Copy(config, calibrationConfig(&e.Policy.Calibrate))
	}
	maps.Copy(config, s.Config)
	return p.Settings(config)
}

// calibrationConfig is what the calibrate block itself says to its plugin. What the
// policy leaves out is the plugin's default.
func calibrationConfig(c *policy.Calibrate) map[string]any {
	config := map[string]any{}
	for name, v := range map[string]float64{
		"intercept": c.Intercept, "max_up": c.MaxUp, "max_down": c.MaxDown, "clamp_low": c.Clamp[0], "clamp_high": c.Clamp[1],
	} {
		if v != 0 {
			config[name] = v
		}
	}
	return config
}

// Ask answers one question. The error is not nil only where there is no result to
// speak of: the context ended, or the record could not be written. Everything else
// that goes wrong is in the result's verdict, error and exit code.
func (e *Engine) Ask(ctx context.Context, q evidence.Question) (*record.Result, error) {
	r, err := e.begin(q)
	if err != nil {
		return nil, err
	}
	return r.finish(ctx)
}
