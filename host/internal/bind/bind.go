package bind

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/schema"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A Misfit is a place in the policy that cannot work with what was loaded.
type Misfit struct {
	At     policy.Pos
	What   string
	Reason string
}

// A MisfitError lists everything in a policy that does not fit the loaded plugins and sources.
type MisfitError struct{ Misfits []Misfit }

// Error implements error: one line per misfit.
func (m *MisfitError) Error() string {
	text := "the policy does not fit its plugins or sources; nothing was run:"
	for _, f := range m.Misfits {
		text += fmt.Sprintf("\n  %s:%d,%d: %s: %s", f.At.File, f.At.Line, f.At.Column, f.What, f.Reason)
	}
	return text
}

// A Block is a part of the policy that calls stages.
type Block struct {
	Name   string        // how features name it: "verify", "falsify.draft"
	Kind   contract.Kind // the contract that its stages implement; 0: any that suits
	Stages []*policy.Stage
	Terms  []policy.Term // terms that weigh the stages' outputs
	share  bool          // their scores lie within 0 and 1
}

// Blocks lists the policy's stages in the order in which a run reaches them. They
// point into the policy, so a stage's address identifies it.
func Blocks(p *policy.Policy) []Block {
	var out []Block
	for i := range p.Gaps {
		out = append(out, Block{Name: "gap." + p.Gaps[i].Kind, Kind: contract.KindScore, Stages: pointers(p.Gaps[i].Stages), share: true})
	}
	out = append(out,
		Block{Name: "select", Kind: contract.KindScore, Stages: pointers(p.Select.Stages), Terms: p.Select.Terms},
		Block{Name: "read", Kind: contract.KindScore, Stages: pointers(p.Read.Stages), Terms: p.Read.Terms},
		Block{Name: "address", Kind: contract.KindAssess, Stages: pointers(p.Address.Stages)},
		Block{Name: "triangulate", Kind: contract.KindAssess, Stages: pointers(p.Triangulate)},
		Block{Name: "verify", Kind: contract.KindAssess, Stages: pointers(p.Verify)},
		Block{Name: "options", Stages: pointers(p.Options.Stages), Terms: p.Options.Terms},
		Block{Name: "answer", Kind: contract.KindAssess, Stages: pointers(p.Answer.Stages)},
	)
	for i := range p.Falsify {
		out = append(out, Block{Name: "falsify." + p.Falsify[i].Kind, Kind: contract.KindAssess, Stages: pointers(p.Falsify[i].Stages)})
	}
	return append(out, Block{Name: "calibrate", Kind: contract.KindCalibrate, Stages: []*policy.Stage{&p.Calibrate.Stage}})
}

func pointers(stages []policy.Stage) []*policy.Stage {
	out := make([]*policy.Stage, len(stages))
	for i := range stages {
		out[i] = &stages[i]
	}
	return out
}

// Settings resolves every stage against its plugin, and every name of an output against
// what the plugin declares. It returns the complete config of every stage; the error is a *[MisfitError] with all misfits.
func (l Loaded) Settings() (map[*policy.Stage][]contract.Setting, error) {
	out := map[*policy.Stage][]contract.Setting{}
	var bad []Misfit
	for _, s := range l.Policy.Sources {
		if l.Sources[s.Name] == nil {
			bad = append(bad, Misfit{s.At, "source " + s.Name, "is not configured"})
		}
	}
	for _, b := range Blocks(l.Policy) {
		for _, s := range b.Stages {
			config, err := l.bindStage(s, b.Kind)
			if err == nil && b.share {
				err = givesShare(l.Plugins[s.Plugin].Manifest())
			}
			if err != nil {
				bad = append(bad, Misfit{s.At, "stage " + s.Name, err.Error()})
			}
			out[s] = config
		}
		for _, t := range b.Terms {
			bad = append(bad, l.checkPart(b, t)...)
			bad = append(bad, l.checkChosen(t)...)
		}
	}
	for _, t := range slices.Concat(l.Policy.Calibrate.Base, l.Policy.Calibrate.Terms) {
		bad = append(bad, l.checkSignal(t)...)
	}
	if len(bad) > 0 {
		return nil, &MisfitError{bad}
	}
	return out, nil
}

func (l Loaded) bindStage(s *policy.Stage, kind contract.Kind) ([]contract.Setting, error) {
	p := l.Plugins[s.Plugin]
	if p == nil {
		return nil, fmt.Errorf("plugin %q is not loaded", s.Plugin)
	}
	if m := p.Manifest(); kind != 0 && m.Kind != kind {
		return nil, fmt.Errorf("plugin %q implements the %s contract; this block needs %s", m.Name, m.Kind, kind)
	}
	if err := readable(p.Manifest()); err != nil {
		return nil, err
	}
	config := map[string]any{}
	for _, declared := range l.Policy.Plugins {
		if declared.Name == s.Plugin {
			maps.Copy(config, declared.Config)
		}
	}
	if kind == contract.KindCalibrate {
		maps.Copy(config, calibrationConfig(&l.Policy.Calibrate))
	}
	maps.Copy(config, s.Config)
	return p.Settings(config)
}

// readable refuses a plugin that needs a table or a column that no block of any policy offers. What a certain block leaves out,
// and columns of another type, are found when it is called.
func readable(m *contract.Manifest) error {
	tables := schema.Tables()
	for _, in := range m.Inputs {
		i := slices.IndexFunc(tables, func(t schema.Table) bool { return t.Name == in.Table })
		switch {
		case in.Optional:
		case i < 0:
			return fmt.Errorf("plugin %q needs column %s.%s, and there is no table %q; there are %s", m.Name, in.Table, in.Column, in.Table, names(tables))
		case !slices.Contains(tables[i].Columns, in.Column):
			return fmt.Errorf("plugin %q needs column %s.%s, which there is none of; %s has %s", m.Name, in.Table, in.Column, in.Table, strings.Join(tables[i].Columns, ", "))
		}
	}
	return nil
}

func names(tables []schema.Table) string {
	var out []string
	for _, t := range tables {
		out = append(out, t.Name)
	}
	return strings.Join(out, ", ")
}

// givesShare refuses a plugin whose scores may lie outside of 0 and 1.
func givesShare(m *contract.Manifest) error {
	i := slices.IndexFunc(m.Outputs, func(o contract.Output) bool { return o.Kind == contract.OutputScore })
	switch {
	case i < 0:
		return fmt.Errorf("plugin %q gives no score", m.Name)
	case m.Outputs[i].Min < 0 || m.Outputs[i].Max > 1:
		return fmt.Errorf("plugin %q declares scores from %g to %g; here they lie within 0 and 1", m.Name, m.Outputs[i].Min, m.Outputs[i].Max)
	}
	return nil
}

// calibrationConfig returns what the calibrate block itself says to its plugin. What the
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
	if c.Link != "" {
		config["link"] = c.Link
	}
	return config
}

// checkPart finds a term that weighs an output which its stage's plugin does not have.
func (l Loaded) checkPart(b Block, t policy.Term) []Misfit {
	i := slices.IndexFunc(b.Stages, func(s *policy.Stage) bool { return s.Name == t.Stage })
	if i < 0 || l.Plugins[b.Stages[i].Plugin] == nil {
		return nil // a feature, or reported with the stage
	}
	m := l.Plugins[b.Stages[i].Plugin].Manifest()
	kind := contract.OutputPart
	if t.Part == "" {
		kind = contract.OutputScore
	}
	return missing(m, kind, t.Part, Misfit{At: t.At, What: "term " + t.Name})
}

// checkChosen is checkPart for a term that weighs what a stage of select said of documents.
func (l Loaded) checkChosen(t policy.Term) []Misfit {
	if t.Stage = t.Document + t.Cited; t.Stage == "" {
		return nil
	}
	return l.checkPart(Block{Stages: pointers(l.Policy.Select.Stages)}, t)
}

// checkSignal finds a calibration term whose feature is a signal that its stage's
// plugin does not have.
func (l Loaded) checkSignal(t policy.Term) []Misfit {
	for _, b := range Blocks(l.Policy) {
		for _, s := range b.Stages {
			signal, ok := strings.CutPrefix(t.Feature, signalPrefix(b, s))
			if p := l.Plugins[s.Plugin]; ok && p != nil && p.Manifest().Kind == contract.KindAssess && signal != "ran" {
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
