package run

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/hostile"
	"github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// loadGuest loads a module that was made by hand.
func loadGuest(t *testing.T, name string, g *hostile.Guest) *plugin.Plugin {
	t.Helper()
	p, err := world.host.Load(context.Background(), plugin.Source{Name: name, Wasm: g.Bytes()}, plugin.Limits{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, p.Close(context.Background())) })
	return p
}

// entry is the function that a module of a contract is called by.
var entry = map[contract.Kind]string{contract.KindScore: "spark_score", contract.KindAssess: "spark_assess", contract.KindCalibrate: "spark_calibrate"}

// answering is a team's plugin that gives every call the same answer.
func answering(kind contract.Kind, answer contract.Response, outputs ...contract.Output) *hostile.Guest {
	return saying(contract.Manifest{Kind: kind, Outputs: outputs}, answer)
}

// saying is answering with all that a plugin may declare.
func saying(declared contract.Manifest, answer contract.Response) *hostile.Guest {
	g, m := hostile.Spark(), hostile.Manifest()
	m.Name, m.Kind, m.Outputs, m.Inputs, m.Params = "team", declared.Kind, declared.Outputs, declared.Inputs, declared.Params
	g.Describe(m.Marshal(nil))
	g.Respond(answer)
	g.Funcs[hostile.FuncScore].Export = entry[declared.Kind]
	return g
}

// scores is such a plugin whose scores lie within 0 and 1.
func scores(values ...float64) *hostile.Guest {
	return answering(contract.KindScore, contract.Response{Score: &contract.ScoreResult{Scores: values}},
		contract.Output{Name: "score", Kind: contract.OutputScore, Min: 0, Max: 1})
}

// endless is such a plugin that never ends.
func endless() *hostile.Guest {
	g := scores()
	g.Score(assemble.Forever()...)
	return g
}

// trapping is such a plugin that traps.
func trapping() *hostile.Guest {
	g := scores()
	g.Score(assemble.Unreachable)
	return g
}

// partsWith puts together what answers under a policy that extends baseline and names these plugins too.
func partsWith(t *testing.T, own map[string]*hostile.Guest, body string, sources ...retrieval.Source) Parts {
	t.Helper()
	text, loaded := "source \"second\" {}\n", map[string]*plugin.Plugin{}
	for _, name := range slices.Sorted(maps.Keys(own)) {
		loaded[name] = loadGuest(t, name, own[name])
		text += fmt.Sprintf("plugin %q {\n  source = \"%s.wasm\"\n  digest = %q\n}\n", name, name, loaded[name].Digest())
	}
	return partsUnder(t, policyText(t, text+"policy \"test\" {\n  extends = [as_written]\n"+body+"\n}\n"), loaded, sources...)
}
