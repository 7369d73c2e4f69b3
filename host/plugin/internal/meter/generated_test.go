package meter

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"

	"github.com/sparkhost/sparkhost/internal/thorough"
)

// naive meters a module as the documentation of the package says it: every instruction on its own, where it
// stands, without segments and without checks.
func naive(t testing.TB, wasm []byte) []byte {
	m, err := split(wasm)
	require.NoError(t, err)
	require.NoError(t, m.outline())
	e := &emitter{fuel: uint32(m.globals), depth: uint32(m.globals + 1), refused: uint32(m.globals + 2), exhausted: uint32(len(m.imports))}
	r := &reader{b: m.section[sectionCode]}
	out := binary.AppendUvarint(nil, uint64(r.count()))
	f := function{m: m}
	for _, typ := range m.funcs {
		f.typ, f.body, e.b = m.types[typ], r.take(r.u32()), nil
		require.NoError(t, f.open())
		w := writer{f: &f, e: e, scratch: uint32(f.count)}
		w.declare()
		w.g.enter(0)
		require.NoError(t, f.each(func(in *instruction) error {
			e.charge(int64(in.cost))
			w.instruction(in)
			w.g.step(in)
			return nil
		}))
		out = appendSized(out, e.b)
	}
	require.NoError(t, m.rewriteSections(e, Options{Depth: DefaultDepth}))
	m.section[sectionCode] = out
	return m.join()
}

// An outcome records what a call did.
type outcome struct {
	results []string
	err     string
	memory  string
	used    int64
}

// try calls the last function of a generated module; with metering unless tank is nil.
func try(t testing.TB, config wazero.RuntimeConfig, wasm []byte, tank *tank) outcome {
	ctx := context.Background()
	asked := tank
	if tank == nil {
		asked = bottomless()
	}
	rt := newRuntime(t, config, asked)
	defer rt.Close(ctx)
	mod, err := rt.Instantiate(ctx, wasm)
	require.NoError(t, err)
	name := "a"
	for n := 'a'; mod.ExportedFunction(string(n)) != nil; n++ {
		name = string(n)
	}
	f := mod.ExportedFunction(name)
	results, err := f.Call(ctx, 7, 11)
	o := outcome{results: show(f.Definition().ResultTypes(), results), err: cause(err)}
	memory, _ := mod.Memory().Read(0, mod.Memory().Size())
	o.memory = string(memory)
	if tank != nil {
		o.used = tank.used(mod)
	}
	return o
}

// checkGenerated holds a generated module to everything that is promised: the same results,
// traps and memory; exactly the units of the naive metering, however often it
// is checked, on both engines; the same units granted in small slices; and an end where the budget is
// one unit short.
func checkGenerated(t testing.TB, seed []byte) {
	wasm := generate(seed)
	want := try(t, wazero.NewRuntimeConfigInterpreter(), wasm, nil)
	oracle := try(t, wazero.NewRuntimeConfigInterpreter(), naive(t, wasm), bottomless())
	for _, gap := range []int64{1, DefaultGap} {
		metered, _, err := Rewrite(wasm, Options{Gap: gap})
		require.NoError(t, err)
		for name, config := range engines {
			got := try(t, config(), metered, &tank{slice: 100, limit: 1 << 40})
			used := got.used
			got.used = 0
			require.Equal(t, want, got, name)
			if want.err == "" {
				require.Equal(t, oracle.used, used, "%s, gap %d", name, gap)
			} else {
				require.GreaterOrEqual(t, used, oracle.used, "a segment that traps has been charged in advance")
			}
		}
	}
	if want.err == "" && oracle.used > 0 {
		metered, _, err := Rewrite(wasm, Options{})
		require.NoError(t, err)
		short := &tank{slice: 100, limit: oracle.used - 1}
		got := try(t, wazero.NewRuntimeConfigInterpreter(), metered, short)
		require.True(t, got.err != "" || got.used > short.limit, "one unit less is noticed")
	}
}

func TestGeneratedModulesComputeTheSameAndCostWhatTheyExecute(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	n := thorough.Number(400, 120)
	if testing.Short() {
		n = 40
	}
	for range n {
		seed := make([]byte, 50+r.IntN(600))
		for i := range seed {
			seed[i] = byte(r.Uint32())
		}
		checkGenerated(t, seed)
	}
}

func FuzzGeneratedModules(f *testing.F) {
	f.Add([]byte("the quick brown fox jumps over the lazy dog"))
	f.Fuzz(func(t *testing.T, seed []byte) {
		if len(seed) < 1000 {
			checkGenerated(t, seed)
		}
	})
}
