package conformance

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/hostile"
	a "github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/golden"
)

// numbered reads a share for each item, texted a text.
func numbered() *contract.Manifest { return model("relevance", contract.ColumnNumbers) }
func texted() *contract.Manifest   { return model("text", contract.ColumnText) }

func changed(m *contract.Manifest, change func(*contract.Manifest)) *contract.Manifest {
	change(m)
	return m
}

// count adds one to a number that lasts from call to call, and leaves it on the stack.
func count() code {
	at := a.Const32(stateAt)
	return join(at, at, op(load32, 2, 0), a.Const32(1), op(a.I32Add, a.Store32, 2, 0), at, op(load32, 2, 0))
}

// request is one item.
func request() *contract.Request {
	return &contract.Request{Contract: contract.Version, Tables: []contract.Table{{
		Name: "items", Rows: 1, Columns: []contract.Column{contract.NumbersColumn("relevance", []float64{0.25}, nil)},
	}}}
}

// A culprit violates one check.
type culprit struct {
	id   string
	why  string
	says string // part of the detail
	wasm []byte
	with Subject
}

// culprits has one or more for every check but engines, which no guest can fail unless the runtime is wrong.
func culprits() []culprit {
	good := guest{manifest: numbered(), score: value()}
	surplus := good.wasm()
	return []culprit{
		{id: "module", why: "it is no WebAssembly", says: "is no WebAssembly module", wasm: []byte("#!/bin/sh\n")},
		{id: "module", why: "it declares more memory than the limit", says: "memory", wasm: surplus, with: Subject{Limits: plugin.Limits{MemoryBytes: 1 << 20}}},
		{id: "imports", why: "it wants a socket of its own", says: "net.dial", wasm: importing("net", "dial")},
		{id: "exports", why: "it lacks its entry point", says: "spark_assess", wasm: guest{manifest: changed(numbered(), func(m *contract.Manifest) {
			m.Kind, m.Outputs = contract.KindAssess, nil
		})}.wasm()},
		{id: "start", why: "its initialiser traps", says: "unreachable", wasm: guest{manifest: numbered(), init: op(a.Unreachable)}.wasm()},
		{id: "manifest", why: "a default is out of bounds", says: "its default is 3, the most is 1", wasm: guest{manifest: changed(numbered(), func(m *contract.Manifest) {
			m.Params = []contract.Param{{Name: "share", Type: contract.TypeNumber, Default: contract.NumberValue(3), Max: contract.Bound(1)}}
		})}.wasm()},
		{id: "ranges", why: "its range says nothing", says: "say nothing", wasm: guest{manifest: changed(numbered(), func(m *contract.Manifest) { m.Outputs[0].Max = 1e300 })}.wasm()},
		{id: "ranges", why: "its score is a constant", says: "cannot tell anything apart", wasm: guest{manifest: changed(numbered(), func(m *contract.Manifest) { m.Outputs[0].Max = 0 }), score: constant(0)}.wasm()},
		{id: "ordinary_batch", why: "it traps", says: "unreachable", wasm: guest{manifest: numbered(), first: op(a.Unreachable)}.wasm()},
		{id: "ordinary_batch", why: "it refuses", says: `the error "no"`, wasm: guest{manifest: numbered(), first: refuse()}.wasm()},
		{id: "one_row", why: "it needs two", says: "unreachable", wasm: guest{manifest: numbered(), first: trapWhen(compare(varRows, i32Eq, 1))}.wasm()},
		{id: "empty_batch", why: "it refuses no rows", says: `the error "no"`, wasm: guest{manifest: numbered(), first: when(compare(varRows, i32Eq, 0), refuse())}.wasm()},
		{id: "huge_batch", why: "it has room for a thousand", says: "unreachable", wasm: guest{manifest: numbered(), first: trapWhen(compare(varRows, i32GtU, 1000))}.wasm()},
		{id: "optional_columns", why: "it reads a column that is not there", says: "without items.relevance", wasm: guest{
			manifest: changed(numbered(), func(m *contract.Manifest) { m.Inputs[0].Optional = true }),
			first:    trapWhen(compare(argLen, i32LtU, 40)),
		}.wasm()},
		{id: "unknown_values", why: "it chokes on a presence mask", says: "every other row of items.relevance unknown", wasm: guest{manifest: numbered(), first: trapWhen(join(
			compare(varRows, i32Eq, sampleRows), compare(argLen, i32GtU, plainLength()), op(i32And)))}.wasm()},
		{id: "numbers", why: "it hands numbers on", says: "outside its range", wasm: good.wasm()},
		{id: "texts", why: "it has room for 64 KiB of text", says: "unreachable", wasm: guest{manifest: texted(), first: trapWhen(compare(argLen, i32GtU, 60_000))}.wasm()},
		{id: "parameters", why: "one of its choices traps", says: "strict = true", wasm: guest{
			manifest: changed(numbered(), func(m *contract.Manifest) {
				m.Params = []contract.Param{{Name: "strict", Type: contract.TypeFlag, Default: contract.FlagValue(false)}}
			}),
			first: trapWhen(join(get(argPtr), op(a.Load8, 0, 3), a.Const32(12), op(i32GtU))), // the setting is longer than its default
		}.wasm()},
		{id: "malformed_input", why: "it answers whatever it is sent", says: "half of a request", wasm: good.wasm()},
		{id: "row_order", why: "it scores by place", says: "table items in another order: score of items, row", wasm: guest{manifest: numbered(), score: join(get(varRow), small())}.wasm()},
		{id: "batch_split", why: "it scores by the size of the batch", says: "in a batch of their own", wasm: guest{manifest: numbered(), score: join(get(varRows), small())}.wasm()},
		{id: "repeatable", why: "it counts its calls", says: "asked twice on one instance", wasm: guest{manifest: numbered(), score: join(count(), small())}.wasm()},
		{id: "call_order", why: "it counts its calls", says: "after other requests than before", wasm: guest{manifest: numbered(), score: join(count(), small())}.wasm()},
		{id: "memory_growth", why: "it takes a page with each call", says: "memory keeps growing: by ", wasm: guest{manifest: numbered(), first: join(a.Const32(1), op(a.MemoryGrow, 0, a.Drop))}.wasm()},
		{id: "fuel_growth", why: "it compares each row with each", says: "fuel grows as rows^", wasm: guest{manifest: numbered(), score: join(eachAgain(), constant(0.5))}.wasm()},
		{id: "requests", why: "it refuses the author's", says: "mine: it answers with the error", wasm: guest{manifest: numbered(), first: when(compare(varRows, i32Eq, 1), refuse())}.wasm(),
			with: Subject{Requests: []golden.Case{{Name: "mine", Request: request()}}}},
		{id: "golden", why: "the author expected another score", says: "mine: response.score.scores[0]: got 0.25, want 0.75", wasm: good.wasm(),
			with: Subject{Golden: []golden.Case{{Name: "mine", Request: request(), Response: &contract.Response{Score: &contract.ScoreResult{Scores: []float64{0.75}}}}}}},
		{id: "finite", why: "it divides by zero", says: "is not a number", wasm: guest{manifest: numbered(), score: join(constant(0), constant(0), op(f64Div))}.wasm()},
		{id: "error_text", why: "it says no", says: `"no"`, wasm: guest{manifest: numbered(), first: when(compare(varRows, i32Eq, sampleRows), refuse())}.wasm()},
	}
}

// plainLength is the length of an ordinary request whose values are all known.
func plainLength() int32 {
	r := contract.Request{Contract: contract.Version, Tables: []contract.Table{{
		Name: "items", Rows: sampleRows, Columns: []contract.Column{contract.NumbersColumn("relevance", make([]float64, sampleRows), nil)},
	}}}
	return int32(len(r.Marshal(nil)))
}

// eachAgain runs once over all rows.
func eachAgain() code {
	return join(a.Const32(0), set(varPos), op(a.Loop, a.Void),
		get(varPos), a.Const32(1), op(a.I32Add, localTee, varPos), get(varRows), op(i32LtU, a.BrIf, 0, a.End))
}

// importing is a module with one import.
func importing(module, name string) []byte {
	m := &a.Module{Start: a.NoStart, Memory: a.Bounds(1, -1), Imports: []a.Import{{Module: module, Name: name}}}
	m.Add(a.Func{Export: "spark_abi_1", Results: a.I32, Body: a.Const32(1)})
	return m.Bytes()
}

func TestEveryCheckFailsAGuestThatViolatesIt(t *testing.T) {
	for _, c := range culprits() {
		t.Run(c.id+": "+c.why, func(t *testing.T) {
			c.with.Name, c.with.Wasm = "culprit", c.wasm
			report, err := Run(t.Context(), c.with, Options{Only: []string{c.id}, Calls: 200})
			require.NoError(t, err)
			require.Len(t, report.Results, 1)
			r := report.Results[0]
			require.Equal(t, Failed, r.Status, r.Detail)
			assert.Contains(t, r.Detail, c.says)
			assert.NotEmpty(t, r.Fix)
			assert.False(t, report.OK())
		})
	}
}

func TestEveryCheckHasACulprit(t *testing.T) {
	covered := []string{"engines"} // below
	for _, c := range culprits() {
		covered = append(covered, c.id)
	}
	for _, id := range IDs() {
		assert.Contains(t, covered, id)
	}
}

func TestEnginesAreComparedByBytesAndFuel(t *testing.T) {
	tests := []struct {
		name  string
		other guest
		says  string
	}{
		{"another score", guest{manifest: numbered(), score: constant(0.25)}, "the bytes of the answer differ"},
		{"the same for more fuel", guest{manifest: numbered(), first: join(a.Const32(0), op(a.Drop))}, "units of fuel compiled"},
		{"a trap", guest{manifest: numbered(), first: op(a.Unreachable)}, "it answers, then trap"},
	}
	k, err := newKit(t.Context(), Subject{Name: "one", Wasm: guest{manifest: numbered()}.wasm()}, Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, k.close(context.Background())) }()
	k.load(t.Context())
	require.Equal(t, Passed, checkEngines(t.Context(), k).status)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := k.agree(t.Context(), func(ctx context.Context) (*plugin.Plugin, error) {
				return k.sandbox.Load(ctx, plugin.Source{Name: "other", Wasm: test.other.wasm()}, k.subject.Limits)
			})
			assert.Equal(t, Failed, f.status)
			assert.Contains(t, f.detail, test.says)
		})
	}
}

func TestGuestsOfTheExtismABIGetDamagedJSON(t *testing.T) {
	g := hostile.Extism()
	g.Scores(slices.Repeat([]float64{0.5}, sampleRows)...)
	report, err := Run(t.Context(), Subject{Name: "extism", Wasm: g.Bytes()}, Options{Only: []string{"malformed_input", "engines"}})
	require.NoError(t, err)
	assert.Equal(t, "extism", report.ABI)
	require.Len(t, report.Results, 2)
	assert.Equal(t, Failed, report.Results[0].Status)
	assert.Equal(t, "nothing: it answers as if nothing were wrong", report.Results[0].Detail)
	assert.Equal(t, Skipped, report.Results[1].Status, "it has no answer to eight rows")
}

func TestAModuleThatIsNotLoadedFailsOneCheckAndSkipsTheRest(t *testing.T) {
	report, err := Run(t.Context(), Subject{Name: "broken", Wasm: importing("net", "dial")}, Options{})
	require.NoError(t, err)
	assert.Equal(t, 1, report.Failed)
	assert.Equal(t, "broken", report.Name)
	for _, r := range report.Results {
		want := Skipped
		switch r.ID {
		case "module":
			want = Passed
		case "imports":
			want = Failed
		}
		assert.Equal(t, want, r.Status, r.ID)
	}
}

// A plugin that never answers is not waited for in each of the checks.
func TestAfterThreeCallsWithoutEndTheOtherChecksAreLeftOut(t *testing.T) {
	wasm := guest{manifest: numbered(), score: a.Forever()}.wasm()
	r, err := Run(context.Background(), Subject{Name: "endless", Wasm: wasm, Limits: plugin.Limits{Fuel: 1_000_000}}, Options{})
	require.NoError(t, err)
	assert.Positive(t, r.Failed)
	at := slices.IndexFunc(r.Results, func(one Result) bool { return one.ID == "golden" })
	assert.Equal(t, "left out: 3 calls ended at the limit of fuel or time", r.Results[at].Detail)
}

func TestTheGuestOfTheseTestsPassesWhatItDoesNotViolate(t *testing.T) {
	g := guest{manifest: numbered(), score: join(value(), constant(1), op(f64Min))}
	report, err := Run(t.Context(), Subject{Name: "good", Wasm: g.wasm(), Seed: 1}, Options{Calls: 200, Skip: []string{"malformed_input", "numbers"}})
	require.NoError(t, err)
	failed := slices.DeleteFunc(report.Results, func(r Result) bool { return r.Status != Failed })
	assert.Empty(t, failed)
}
