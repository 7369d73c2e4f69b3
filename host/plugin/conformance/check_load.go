package conformance

import (
	"context"
	"fmt"
	"math"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// loads makes the checks that say in which step a module was refused. At most one of them fails; those
// after it are skipped.
func loads(step string) func(context.Context, *kit) finding {
	return func(_ context.Context, k *kit) finding {
		if k.refused == nil {
			return pass("%s", k.outline(step))
		}
		failed := stepOf(k.refused)
		for _, id := range []string{"module", "imports", "exports", "start", "manifest"} {
			switch {
			case id == step && id == failed:
				return broke("%s", explained(k.refused))
			case id == step:
				return pass("nothing found against it")
			case id == failed:
				return skip("the check %q failed before", failed)
			}
		}
		return skip("the host does not load the module")
	}
}

// stepOf says which check a refusal belongs to.
func stepOf(e *plugin.Error) string {
	switch {
	case e.Kind == plugin.KindCapability:
		return "imports"
	case e.Kind == plugin.KindABI:
		return "exports"
	case e.Stage == "describe" && (e.Kind == plugin.KindContract || e.Kind == plugin.KindPlugin):
		return "manifest"
	case e.Stage == "load":
		return "module"
	}
	return "start"
}

// explained returns a refusal with the last that the guest wrote.
func explained(e *plugin.Error) string {
	bare := *e
	bare.Plugin, bare.Digest = "", ""
	return fmt.Sprintf("%s: %s", string(e.Kind), e.Detail) + written(&bare)
}

// written quotes the end of what the guest wrote, if anything.
func written(e *plugin.Error) string {
	if e.Stderr == "" {
		return ""
	}
	const most = 200
	tail := e.Stderr[max(0, len(e.Stderr)-most):]
	return fmt.Sprintf("; it wrote %q", tail)
}

// outline describes a module that passed a step.
func (k *kit) outline(step string) string {
	m, err := plugin.Inspect(k.subject.Wasm)
	if err != nil {
		return ""
	}
	d := k.warm.Manifest()
	switch step {
	case "module":
		return fmt.Sprintf("%d bytes, %d functions", len(k.subject.Wasm), m.Functions)
	case "imports":
		return fmt.Sprintf("%d imports", len(m.Imports))
	case "exports":
		return fmt.Sprintf("%s ABI, contract %d", k.warm.ABI(), d.Contract)
	case "start":
		return fmt.Sprintf("%d units of fuel to start", k.warm.Stats().StartFuel)
	}
	return fmt.Sprintf("%s %s, %s: %d inputs, %d parameters, %d outputs", d.Name, d.Version, d.Kind, len(d.Inputs), len(d.Params), len(d.Outputs))
}

// widest is the greatest bound that still says something: whole numbers beyond it are not exact, and
// nothing that is counted or measured here comes near.
const widest = 1e15

func checkRanges(_ context.Context, k *kit) finding {
	outputs := k.warm.Manifest().Outputs
	for i := range outputs {
		o := &outputs[i]
		what := "the " + o.Kind.String() + " " + o.Name
		switch {
		case o.Kind == contract.OutputScore && o.Min == o.Max:
			return broke("%s has the range %g to %g: it cannot tell anything apart", what, o.Min, o.Max)
		case math.Abs(o.Min) > widest || math.Abs(o.Max) > widest:
			return broke("%s has the range %g to %g: bounds beyond ±%g say nothing", what, o.Min, o.Max, widest)
		}
	}
	return pass("%d outputs", len(outputs))
}
