package plugin

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/sparkhost/sparkhost/host/plugin/hostile"
	"github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
)

func TestInspectSeesTheOutlineOfAModule(t *testing.T) {
	made := handmade()
	made.imports = [][2]string{{"env", "f"}}
	made.table = []byte{1, 2, 9}
	made.start = 0
	m, err := Inspect(made.bytes())
	require.NoError(t, err)
	assert.Equal(t, []Import{{Module: "env", Name: "f", Kind: ExternFunc}}, m.Imports)
	assert.Equal(t, []Bounds{{Min: 3}}, m.Memories)
	assert.Equal(t, []Bounds{{Min: 2, Max: 9, HasMax: true}}, m.Tables)
	assert.Equal(t, 4, m.Functions)
	assert.True(t, m.HasStart)
	assert.Positive(t, m.CodeBytes)
	assert.Len(t, m.Exports, 5)
	alloc, ok := m.export(exportAlloc)
	require.True(t, ok)
	assert.EqualValues(t, 2, alloc.Index, "imports come first in the index space")
	of, ok := m.funcTypeOf(alloc.Index)
	require.True(t, ok)
	assert.Equal(t, "(i32) → (i32)", of.String())
	_, ok = m.funcTypeOf(99)
	assert.False(t, ok)
}

func TestInspectReadsAStockGoModule(t *testing.T) {
	m, err := Inspect(guestWasm(t))
	require.NoError(t, err)
	assert.Nil(t, checkImports(m))
	assert.Nil(t, sparkABI{}.check(m, Limits{}))
	assert.Greater(t, m.Functions, 1000)
	assert.Greater(t, m.CodeBytes, 500_000)
}

func TestInspectSaysWhatIsMalformed(t *testing.T) {
	head := "\x00asm\x01\x00\x00\x00"
	tests := []struct{ name, wasm, want string }{
		{"a section longer than the file", head + "\x01\x09\x00", "section 1: it ends too early"},
		{"a vector longer than its section", head + "\x03\x02\xff\x01", "section 3: it ends too early"},
		{"a vector with a gigantic count", head + "\x03\x05\xff\xff\xff\xff\x0f", "section 3: it ends too early"},
		{"a number that never ends", head + "\x01\xff\xff\xff\xff\xff\xff", "a number is over 32 bits"},
		{"a number with bits beyond 32", head + "\x01\xff\xff\xff\xff\x7f", "a number is over 32 bits"},
		{"a name that is not UTF-8", head + "\x00\x02\x01\xff", "a name is not UTF-8"},
		{"a type that is no function", head + "\x01\x03\x01\x5f\x00", "unsupported form 0x5f"},
		{"a memory with unknown flags", head + "\x05\x03\x01\x10\x00", "unsupported flags 0x10"},
		{"an import of an unknown kind", head + "\x02\x04\x01\x00\x00\x09", "unknown kind 9"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Inspect([]byte(test.wasm))
			require.Error(t, err)
			assert.Contains(t, err.Error(), test.want)
		})
	}
}

func TestTheAllowedImportsAreAllThatTheRuntimeHas(t *testing.T) {
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer r.Close(ctx)
	_, err := wasi_snapshot_preview1.Instantiate(ctx, r)
	require.NoError(t, err)
	var have []string
	for name := range r.Module(wasiModule).ExportedFunctionDefinitions() {
		have = append(have, name)
	}
	slices.Sort(have)
	assert.Equal(t, have, wasiFunctions)
}

// FuzzInspect holds the reader to the runtime's own decoder: what Inspect lets pass does not
// make the runtime take absurd amounts of memory, which would end the process, and if
// the runtime accepts it too, both see the same.
func FuzzInspect(f *testing.F) {
	made := handmade()
	f.Add(made.bytes())
	made.imports, made.table, made.start = [][2]string{{wasiModule, "proc_exit"}}, []byte{1, 1, 2}, 0
	f.Add(made.bytes())
	for _, c := range hostile.Cases() {
		if wasm := c.Wasm(); len(wasm) <= 8000 {
			f.Add(wasm)
		}
	}
	f.Add([]byte(wasmHeader + "\x00\x02\x01a\x01\x04\x01\x60\x00\x00\x02\x0a\x01\x01a\x01b\x02\x01\x01\x02"))
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter().
		WithCoreFeatures(api.CoreFeaturesV2).WithMemoryLimitPages(64).WithDebugInfoEnabled(false))
	f.Cleanup(func() { r.Close(ctx) })
	f.Fuzz(func(t *testing.T, wasm []byte) {
		m, err := Inspect(wasm)
		if err != nil {
			return
		}
		compiled, err := r.CompileModule(ctx, bounded(wasm, m))
		if err != nil {
			return
		}
		defer compiled.Close(ctx)
		agree(t, m, compiled)
	})
}

func agree(t *testing.T, m *Module, compiled wazero.CompiledModule) {
	t.Helper()
	counts := map[ExternKind]int{}
	for _, i := range m.Imports {
		counts[i.Kind]++
	}
	assert.Len(t, compiled.ImportedFunctions(), counts[ExternFunc])
	exported := 0
	for _, e := range m.Exports {
		if e.Kind != ExternFunc {
			continue
		}
		exported++
		definition := compiled.ExportedFunctions()[e.Name]
		require.NotNil(t, definition)
		of, ok := m.funcTypeOf(e.Index)
		require.True(t, ok)
		assert.Equal(t, funcType{string(definition.ParamTypes()), string(definition.ResultTypes())}, of)
	}
	assert.Len(t, compiled.ExportedFunctions(), exported)
	for _, memory := range compiled.ExportedMemories() {
		require.NotEmpty(t, m.Memories)
		assert.EqualValues(t, memory.Min(), m.Memories[0].Min)
	}
}

func TestInspectRefusesAbsurdAmounts(t *testing.T) {
	for what, wasm := range hostile.Absurd() {
		t.Run(what, func(t *testing.T) {
			_, err := Inspect(wasm)
			assert.Error(t, err)
		})
	}
	made := handmade()
	made.funcs[0].locals = join([]byte{2}, uleb(30_000), []byte{0x7f}, uleb(30_000), []byte{0x7e})
	_, err := Inspect(made.bytes())
	require.Error(t, err)
	assert.Contains(t, err.Error(), "section 10: a function: it has too many locals: over 50000, or over 1000000 in the module")

	made = handmade()
	made.funcs = append(made.funcs, slices.Repeat([]testFunc{{locals: join([]byte{1}, uleb(49_000), []byte{0x7f})}}, 21)...)
	_, err = Inspect(made.bytes())
	assert.ErrorContains(t, err, "it has too many locals")

	made = handmade()
	made.importParams = strings.Repeat(i64, 1000)
	for n := range 200 {
		made.funcs = append(made.funcs, testFunc{params: strings.Repeat(i32, n) + strings.Repeat(i64, 1000-n)})
	}
	_, err = Inspect(made.bytes())
	assert.ErrorContains(t, err, "section 1: its function types have over 200000 parameters and results together")

	_, err = Inspect(append([]byte(wasmHeader), bytes.Repeat(assemble.Custom("x", nil), maxCustoms+1)...))
	assert.ErrorContains(t, err, "one of over 10000 custom sections")
}

func TestATableGrowsToItsBoundAndNotFurther(t *testing.T) {
	made := handmade()
	made.table = []byte{0, 1} // one entry, no maximum
	grow := join([]byte{0xd0, typeFuncref}, i32Const(1<<30), []byte{0xfc, 0x0f, 0})
	// Traps unless the growth was refused.
	made.scoreBody(join(grow, i32Const(-1), []byte{0x47, 0x04, blockEmpty, opUnreachable, opEnd}, made.funcs[3].body)...)
	m, err := Inspect(made.bytes())
	require.NoError(t, err)
	after, err := Inspect(bounded(made.bytes(), m))
	require.NoError(t, err)
	assert.Equal(t, []Bounds{{Min: 1, Max: maxTableEntries / maxTables, HasMax: true}}, after.Tables)
	assert.Equal(t, m.Exports, after.Exports)

	h := newTestSandbox(t, Options{})
	p, err := h.Load(context.Background(), Source{Name: "grower", Wasm: made.bytes()}, Limits{})
	require.NoError(t, err)
	_, _, err = p.Call(context.Background(), oneItem())
	require.NoError(t, err)

	made.table = []byte{1, 1, 9}
	m, err = Inspect(made.bytes())
	require.NoError(t, err)
	assert.Equal(t, made.bytes(), bounded(made.bytes(), m), "a bounded module stays as it is")
}
