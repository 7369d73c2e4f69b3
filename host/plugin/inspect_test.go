package plugin

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

func TestInspectSeesTheOutlineOfAModule(t *testing.T) {
	made := handmade()
	made.imports = [][2]string{{"env", "f"}}
	made.table = []byte{1, 2, 9}
	made.start = 0
	m, err := Inspect(append(made.bytes(), section(sectionCustom, nil)[:0]...))
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
	assert.Nil(t, checkABI(m))
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

// FuzzInspect holds the reader to the runtime's own decoder: what the runtime accepts, Inspect
// accepts too and sees the same imports, exports and memory in it.
func FuzzInspect(f *testing.F) {
	made := handmade()
	f.Add(made.bytes())
	made.imports, made.table, made.start = [][2]string{{wasiModule, "proc_exit"}}, []byte{1, 1, 2}, 0
	f.Add(made.bytes())
	f.Add([]byte("\x00asm\x01\x00\x00\x00"))
	f.Add([]byte("\x00asm\x01\x00\x00\x00\x00\x02\x01a\x01\x04\x01\x60\x00\x00\x02\x0a\x01\x01a\x01b\x02\x01\x01\x02"))
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter().WithCoreFeatures(api.CoreFeaturesV2).WithMemoryLimitPages(64))
	f.Cleanup(func() { r.Close(ctx) })
	f.Fuzz(func(t *testing.T, wasm []byte) {
		m, inspected := Inspect(wasm)
		compiled, err := r.CompileModule(ctx, wasm)
		if err != nil {
			return
		}
		defer compiled.Close(ctx)
		require.NoError(t, inspected, "the runtime accepts it")
		imported := 0
		for _, i := range m.Imports {
			if i.Kind == ExternFunc {
				imported++
			}
		}
		assert.Len(t, compiled.ImportedFunctions(), imported)
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
	})
}
