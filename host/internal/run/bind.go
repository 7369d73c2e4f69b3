package run

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A Misfit is a place in the policy that cannot work with what was loaded.
type Misfit struct {
	At     policy.Pos
	What   string
	Reason string
}

// MisfitError lists everything in a policy that does not fit the loaded plugins and sources.
type MisfitError struct{ Misfits []Misfit }

// Error implements error: one line per misfit.
func (m *MisfitError) Error() string {
	text := "the policy does not fit its plugins or sources; nothing was run:"
	for _, f := range m.Misfits {
		text += fmt.Sprintf("\n  %s:%d,%d: %s: %s", f.At.File, f.At.Line, f.At.Column, f.What, f.Reason)
	}
	return text
}

// A block is a part of the policy that calls stages.
type block struct {
	name   string // how features name it: "verify", "falsify.draft"
	kind   contract.Kind
	stages []*policy.Stage
	terms  []policy.Term // terms that weigh the stages' outputs
}

// blocks lists the policy's stages in the order in which a run reaches them. They
// point into the policy, so a stage's address identifies it.
func blocks(p *policy.Policy) []block {
	out := []block{
		{"select", contract.KindScore, pointers(p.Select.Stages), p.Select.Terms},
		{"read", contract.KindScore, pointers(p.Read.Stages), p.Read.Terms},
		{"triangulate", contract.KindAssess, pointers(p.Triangulate), nil},
		{"verify", contract.KindAssess, pointers(p.Verify), nil},
		{"options", 0, pointers(p.Options.Stages), p.Options.Terms},
	}
	for i := range p.Falsify {
		out = append(out, block{"falsify." + p.Falsify[i].Kind, contract.KindAssess, pointers(p.Falsify[i].Stages), nil})
	}
	return append(out, block{"calibrate", contract.KindCalibrate, []*policy.Stage{&p.Calibrate.Stage}, nil})
}

func pointers(stages []policy.Stage) []*policy.Stage {
	out := make([]*policy.Stage, len(stages))
	for i := range stages {
		out[i] = &stages[i]
	}
	return out
}

// bind resolves every stage against its plugin, and every name of an output against
// what the plugin declares.
func (e *Engine) bind() error {
	var bad []Misfit
	for _, s := range e.Policy.Sources {
		if e.Sources[s.Name] == nil {
			bad = append(bad, Misfit{s.At, "source " + s.Name, "is not configured"})
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
		for _, t := range b.terms {
			bad = append(bad, e.checkPart(b, t)...)
			bad = append(bad, e.checkChosen(t)...)
		}
	}
	for _, t := range slices.Concat(e.Policy.Calibrate.Base, e.Policy.Calibrate.Terms) {
		bad = append(bad, e.checkSignal(t)...)
	}
	if len(bad) > 0 {
		return &MisfitError{bad}
	}
	return nil
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

// checkPart finds a term that weighs an output which its stage's plugin does not have.
func (e *Engine) checkPart(b block, t policy.Term) []Misfit {
	i := slices.IndexFunc(b.stages, func(s *policy.Stage) bool { return s.Name == t.Stage })
	if i < 0 || e.Plugins[b.stages[i].Plugin] == nil {
		return nil // a feature, or reported with the stage
	}
	m := e.Plugins[b.stages[i].Plugin].Manifest()
	kind := contract.OutputPart
	if t.Part == "" {
		kind = contract.OutputScore
	}
	return missing(m, kind, t.Part, Misfit{At: t.At, What: "term " + t.Name})
}

// checkChosen is checkPart for a term that weighs what a stage of select said of documents.
func (e *Engine) checkChosen(t policy.Term) []Misfit {
	if t.Stage = t.Document + t.Cited; t.Stage == "" {
		return nil
	}
	return e.checkPart(blocks(e.Policy)[0], t)
}

// checkSignal finds a calibration term whose feature is a signal that its stage's
// plugin does not have.
func (e *Engine) checkSignal(t policy.Term) []Misfit {
	for _, b := range blocks(e.Policy) {
		for _, s := range b.stages {
			signal, ok := strings.CutPrefix(t.Feature, signalPrefix(b, s))
			if p := e.Plugins[s.Plugin]; ok && p != nil && p.Manifest().Kind == contract.KindAssess && signal != "ran" {
				return missing(p.Manifest(), contract.OutputSignal, signal, Misfit{At: t.At, What: "term " + t.Name})
			}
		}
	}
	return nil
}

// missing says so if a plugin has no output of that kind and name. A score needs no name.
func missing(m *contract.Manifest, kind contract.OutputKind, name string, at Misfit) []Misfit {
	var names []string
	for _, o := range m.Outputs {
		if o.Kind == kind && (o.Name == name || name == "") {
			return nil
		}
		if o.Kind == kind {
			names = append(names, o.Name)
		}
	}
	switch {
	case name == "":
		at.Reason = fmt.Sprintf("plugin %q gives no score; name one of its parts", m.Name)
	default:
		at.Reason = fmt.Sprintf("plugin %q has no output %q; it has %s", m.Name, name, strings.Join(names, ", "))
	}
	return []Misfit{at}
}
