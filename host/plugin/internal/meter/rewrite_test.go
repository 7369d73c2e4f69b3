package meter

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"

	"github.com/sparkhost/sparkhost/host/plugin/hostile"
)

func TestRewritingIsDeterministicAndLeavesTheOriginalAlone(t *testing.T) {
	wasm := generate([]byte("a module with some functions in it, made of this text"))
	before := bytes.Clone(wasm)
	first, info, err := Rewrite(wasm, Options{})
	require.NoError(t, err)
	second, _, err := Rewrite(wasm, Options{})
	require.NoError(t, err)
	assert.Equal(t, first, second)
	assert.Equal(t, before, wasm)
	assert.Equal(t, Version, info.Version)
	assert.Positive(t, info.Charges)
	assert.GreaterOrEqual(t, info.Checks, info.Functions)
}

func TestWhatCannotBeMeteredIsRefused(t *testing.T) {
	one := func(body ...byte) []byte {
		return (&testModule{pages: 1, funcs: []testFunc{{params: i32, locals: 1, body: body}}}).bytes()
	}
	module := func(sections ...[]byte) []byte { return append([]byte(header), slices.Concat(sections...)...) }
	memory := vector(sectionMemory, [][]byte{{0, 1}})
	tests := []struct {
		name, detail string
		wasm         []byte
	}{
		{"text", "no WebAssembly module of version 1", []byte("package main")},
		{"a component", "no WebAssembly module of version 1", []byte("\x00asm\x0d\x00\x01\x00")},
		{"a metered module", "it imports from sparkhost_meter", func() []byte { b, _, _ := Rewrite(one(), Options{}); return b }()},
		{"an export of the fuel's name", "it exports sparkhost_fuel", module(memory, vector(sectionExport, [][]byte{append(text(FuelExport), 2, 0)}))},
		{"an export of the depth's name", "it exports sparkhost_depth", module(memory, vector(sectionExport, [][]byte{append(text(DepthExport), 2, 0)}))},
		{"an export of the global that will be added", "exports what it has not", module(memory, vector(sectionExport, [][]byte{append(text("x"), 3, 0)}))},
		{"a write of the global that will be added", "the index 0", one(ops(constI64(1), opGlobalSet, 0)...)},
		{"a use of the local that will be added", "the index 2", one(ops(opLocalGet, 2, 0x1a, constI32(0), opMemoryGrow, 0, 0x1a)...)},
		{"a call of the function that will be added", "the index 1", one(opCall, 1)},
		{"a reference to a function that is not there", "the index 1", one(opRefFunc, 1, 0x1a)},
		{"a start function that is not there", "it starts function 7", (&testModule{funcs: []testFunc{{}}, start: 8}).bytes()},
		{"a block of a type that is not there", "the index 9", one(opBlock, 9, opEnd)},
		{"a tail call", "unknown instruction 0x12", one(0x12, 0)},
		{"an atomic instruction", "unknown instruction 0xfe", one(0xfe, 3, 0)},
		{"an exception", "unknown instruction 0x8", one(0x08, 0)},
		{"a relaxed vector instruction", "unknown instruction 0xfd 0x100", one(0xfd, 0x80, 2)},
		{"an unknown miscellaneous instruction", "unknown instruction 0xfc 0x12", one(0xfc, 0x12)},
		{"a section of tags", "section 13 is unknown", module([]byte{13, 1, 0})},
		{"sections out of order", "out of order", module(memory, vector(sectionType, [][]byte{{0x60, 0, 0}}))},
		{"a section twice", "out of order", module(memory, memory)},
		{"a shared memory", "", (&testModule{imports: []imported{{"x", 0}}}).bytes()[:20]},
		{"an unknown segment form", "the form 8", module(memory, vector(sectionElement, [][]byte{{8, 0}}))},
		{"a block that does not end", "not balanced", one(opBlock, blockEmpty)},
		{"code after the end", "not balanced", one(opEnd, 1)},
		{"an else of nothing", "not balanced", one(opElse)},
		{"a branch to nowhere", "a label that it has not", one(opBr, 1)},
		{"a function without code", "1 functions", module(vector(sectionType, [][]byte{{0x60, 0, 0}}), vector(sectionFunction, [][]byte{{0}}))},
		{"too many locals", "too many locals", (&testModule{funcs: []testFunc{{locals: maxLocals + 1}}}).bytes()},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			out, info, err := Rewrite(test.wasm, Options{})
			require.ErrorIs(t, err, ErrRefused)
			assert.Contains(t, err.Error(), test.detail)
			assert.Nil(t, out)
			assert.Zero(t, info)
		})
	}
}

// TestNamesFollowTheirFunctions looks at a stack trace, which shows the names.
func TestNamesFollowTheirFunctions(t *testing.T) {
	functions := slices.Concat([]byte{2}, uleb(0), text("outer"), uleb(1), text("inner"))
	section := slices.Concat(text("name"), []byte{1}, uleb(len(functions)), functions, []byte{2, 1, 0})
	m := testModule{funcs: []testFunc{{body: ops(opCall, 1)}, {body: ops(opUnreachable)}},
		extra: slices.Concat([]byte{sectionCustom}, uleb(len(section)), section, []byte{sectionCustom, 7}, text(".debug"))}
	r := instantiate(t, wazero.NewRuntimeConfig(), m.bytes(), Options{}, bottomless())
	err := r.call("a")
	require.Error(t, err)
	assert.Contains(t, err.Error(), ".inner()\n\t.outer()")
	out, _, err := Rewrite(m.bytes(), Options{})
	require.NoError(t, err)
	assert.NotContains(t, string(out), ".debug", "what describes the old code is dropped")
}

// TestShippedPluginsCanBeMetered rewrites the modules of the plugins folder: they must be valid and not much larger.
func TestShippedPluginsCanBeMetered(t *testing.T) {
	files, err := filepath.Glob("../../../../plugins/*/*.wasm")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	rt := newRuntime(t, wazero.NewRuntimeConfigInterpreter(), bottomless())
	for _, file := range files {
		wasm, err := os.ReadFile(file)
		require.NoError(t, err)
		out, info, err := Rewrite(wasm, Options{})
		require.NoError(t, err, file)
		assert.Less(t, float64(len(out))/float64(len(wasm)), 1.45, file) // 1.2 for modules of stock Go, half of which is data
		assert.Greater(t, info.Charges, info.Functions)
		compiled, err := rt.CompileModule(context.Background(), out)
		require.NoError(t, err, file)
		require.NoError(t, compiled.Close(context.Background()))
		t.Logf("%s: %d bytes, metered x%.2f, %+v", filepath.Base(file), len(wasm), float64(len(out))/float64(len(wasm)), info)
	}
}

// FuzzRewrite feeds any bytes: nothing panics, and what is accepted is recognised as metered. That
// it is as valid as its original is fuzzed in the package plugin, which
// keeps from the runtime what its decoder cannot bear.
func FuzzRewrite(f *testing.F) {
	f.Add([]byte(header))
	f.Add(generate([]byte("some module")))
	f.Add((&testModule{imports: []imported{{"x", 0}}, funcs: []testFunc{{body: ops(opCall, 0)}}, table: 2, start: 2}).bytes())
	for _, c := range hostile.Cases() {
		if wasm := c.Wasm(); len(wasm) <= 8000 {
			f.Add(wasm)
		}
	}
	f.Fuzz(func(t *testing.T, wasm []byte) {
		out, _, err := Rewrite(wasm, Options{Gap: 8, Hosts: map[string]Host{"env.x": {Base: 1}}})
		if err == nil {
			_, _, err = Rewrite(out, Options{})
		}
		require.ErrorIs(t, err, ErrRefused)
	})
}

func BenchmarkRewrite(b *testing.B) {
	wasm, err := os.ReadFile("../../../../plugins/discriminative/discriminative.wasm")
	require.NoError(b, err)
	b.SetBytes(int64(len(wasm)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Rewrite(wasm, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
