package run

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// Declared gathers what the engine's plugins declare of the outputs that the policy can name.
// Start is left to whoever loaded them.
func (e *Engine) Declared() policy.Declared {
	d := policy.Declared{Signals: map[string]policy.Span{}, Outputs: map[string]policy.Span{}}
	for _, b := range blocks(e.Policy) {
		for _, s := range b.stages {
			for _, o := range e.Plugins[s.Plugin].Manifest().Outputs {
				declare(&d, b, s, o)
			}
		}
	}
	for _, f := range e.Policy.Falsify {
		if f.Role != "" {
			widen(d.Signals, "falsify."+f.Kind+".score", policy.Span{Min: 0, Max: 1})
		}
	}
	return d
}

// declare notes one output of a stage. Where several give one number, any of them may.
func declare(d *policy.Declared, b block, s *policy.Stage, o contract.Output) {
	into, path := d.Outputs, b.name+"."+s.Name
	switch {
	case b.kind == contract.KindCalibrate, o.Kind == contract.OutputFinding:
		return // terms and findings are named by nothing in the policy
	case o.Kind == contract.OutputPart:
		path += "." + o.Name
	case o.Kind == contract.OutputSignal:
		into, path = d.Signals, signalPrefix(b, s)+o.Name
	}
	if b.share && s.Name == policy.GapStageSaturation && o.Kind == contract.OutputScore { // a mean lies where its parts do
		widen(d.Signals, strings.Replace(b.name, "gap.", "gaps.", 1)+".saturation", policy.Span{Min: o.Min, Max: o.Max})
	}
	widen(into, path, policy.Span{Min: o.Min, Max: o.Max})
}

func widen(into map[string]policy.Span, path string, span policy.Span) {
	if other, ok := into[path]; ok {
		span = span.Union(other)
	}
	into[path] = span
}

// signalPrefix is how conditions and calibration terms name a stage's signals: those of a
// falsification by its kind, for all its stages.
func signalPrefix(b block, s *policy.Stage) string {
	if strings.HasPrefix(b.name, "falsify.") {
		return b.name + "."
	}
	return b.name + "." + s.Name + "."
}
