package plugin

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// echo is a filter whose answer is its input.
func echo() *testModule {
	packed := join([]byte{opLocalGet, 0, 0xad}, i64Const(32), []byte{0x86, opLocalGet, 1, 0xad, 0x84}) // pointer<<32 | size
	return &testModule{memory: []byte{0x00, 3}, start: -1, funcs: []testFunc{
		{export: filterAlloc, params: i32, results: i32, body: i32Const(inputAt)},
		{export: filterRun, params: i32 + i32, results: i64, body: packed},
	}}
}

// runFilter changes echo and gives it an input.
func runFilter(t *testing.T, change func(*testModule), l Limits, input string) (string, error) {
	t.Helper()
	m := echo()
	change(m)
	f, err := newTestSandbox(t, Options{}).LoadFilter(t.Context(), Source{Name: "echo", Wasm: m.bytes()}, l)
	if err != nil {
		return "", err
	}
	defer f.Close()
	output, fuel, err := f.Run(t.Context(), []byte(input))
	if err == nil {
		assert.Positive(t, fuel)
	}
	return string(output), err
}

func TestAFilterMakesBytesOfBytes(t *testing.T) {
	for _, input := range []string{"ice", "", "\xff\x00"} {
		output, err := runFilter(t, func(*testModule) {}, Limits{}, input)
		require.NoError(t, err)
		assert.Equal(t, input, output)
	}
}

func TestAFilterIsHeldToItsLimits(t *testing.T) {
	tests := []struct {
		name   string
		change func(*testModule)
		limits Limits
		want   error
	}{
		{"one that never ends", func(m *testModule) { m.funcs[1].body = endless() }, Limits{Fuel: 1e6}, KindFuel},
		{"one that traps", func(m *testModule) { m.funcs[1].body = []byte{opUnreachable} }, Limits{}, KindTrap},
		{"one that answers too much", func(*testModule) {}, Limits{OutputBytes: 2}, KindContract},
		{"one that answers from outside of its memory", func(m *testModule) { m.funcs[1].body = i64Const(pack(1<<30, 5)) }, Limits{}, KindContract},
		{"one without an entry", func(m *testModule) { m.funcs[1].export = "run" }, Limits{}, KindABI},
		{"one without memory to see", func(m *testModule) { m.hideMemory = true }, Limits{}, KindABI},
		{"one that wants something of the world", func(m *testModule) {
			m.imports = [][2]string{{"env", "open"}}
			for i := range m.funcs {
				m.funcs[i].body = []byte{opUnreachable}
			}
		}, Limits{}, KindCapability},
		{"limits that cannot be kept", func(*testModule) {}, Limits{MemoryBytes: 1}, KindRequest},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := runFilter(t, tt.change, tt.limits, "ice")
			assert.ErrorIs(t, err, tt.want)
			assert.ErrorContains(t, err, "plugin echo")
		})
	}
}

func TestAFilterIsHeldToItsDigestAndSize(t *testing.T) {
	wasm := echo().bytes()
	h := newTestSandbox(t, Options{})
	_, err := h.LoadFilter(t.Context(), Source{Name: "echo", Wasm: wasm, Digest: "00"}, Limits{})
	assert.ErrorIs(t, err, KindLoad)
	_, err = newTestSandbox(t, Options{MaxModuleBytes: 8}).LoadFilter(t.Context(), Source{Name: "echo", Wasm: wasm}, Limits{})
	assert.ErrorIs(t, err, KindLoad)
	_, err = h.LoadFilter(t.Context(), Source{Name: "echo", Wasm: []byte("ice")}, Limits{})
	assert.ErrorIs(t, err, KindLoad)
	assert.Empty(t, h.programs)
}

func TestAFilterThatIsClosedLeavesNothing(t *testing.T) {
	h := newTestSandbox(t, Options{})
	f, err := h.LoadFilter(t.Context(), Source{Name: "echo", Wasm: echo().bytes()}, Limits{})
	require.NoError(t, err)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	m := echo()
	m.funcs[1].body = endless()
	stuck, err := h.LoadFilter(t.Context(), Source{Name: "endless", Wasm: m.bytes()}, Limits{})
	require.NoError(t, err)
	_, _, err = stuck.Run(cancelled, nil)
	assert.ErrorIs(t, err, KindCancelled)
	f.Close()
	f.Close()
	stuck.Close()
	assert.Empty(t, h.programs)
}
