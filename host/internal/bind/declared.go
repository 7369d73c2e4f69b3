package bind

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// Declared gathers what the plugins declare of the outputs that the policy can name.
// Start is left to whoever loaded them.
func (l Loaded) Declared() load.Declared {
	d := load.Declared{Signals: map[string]load.Span{}, Outputs: map[string]load.Span{}}
	for _, b := range Blocks(l.Policy) {
		for _, s := range b.Stages {
			for _, o := range l.Plugins[s.Plugin].Manifest().Outputs {
				declare(&d, b, s, o)
			}
		}
	}
	for _, f := range l.Policy.Falsify {
		if f.Role != "" {
			widen(d.Signals, "falsify."+f.Kind+".score", load.Span{Min: 0, Max: 1})
		}
	}
	return d
}

// declare notes one output of a stage. Where several give one number, any of them may.
func declare(d *load.Declared, b Block, s *policy.Stage, o contract.Output) {
	into, path := d.Outputs, b.Name+"."+s.Name
	switch {
	case b.Kind == contract.KindCalibrate, o.Kind == contract.OutputFinding:
		return // terms and findings are named by nothing in the policy
	case o.Kind == contract.OutputPart:
		path += "." + o.Name
	case o.Kind == contract.OutputSignal:
		into, path = d.Signals, signalPrefix(b, s)+o.Name
	}
	if b.share && s.Name == policy.GapStageSaturation && o.Kind == contract.OutputScore { // a mean lies where its parts do
		widen(d.Signals, strings.Replace(b.Name, "gap.", "gaps.", 1)+".saturation", load.Span{Min: o.Min, Max: o.Max})
	}
	widen(into, path, load.Span{Min: o.Min, Max: o.Max})
}

func widen(into map[string]load.Span, path string, span load.Span) {
	if other, ok := into[path]; ok {
		span = span.Union(other)
	}
	into[path] = span
}

// signalPrefix returns the prefix of a stage's signals in conditions and calibration terms: those of a
// falsification by its kind, for all its stages.
func signalPrefix(b Block, s *policy.Stage) string {
	if strings.HasPrefix(b.Name, "falsify.") {
		return b.Name + "."
	}
	return b.Name + "." + s.Name + "."
}
