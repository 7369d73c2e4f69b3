package plugin

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// smallLimits has a short wall limit for what is expected to run into it, and else one
// that a busy machine keeps; the same for fuel.
func smallLimits(expected Kind) Limits {
	l := Limits{MemoryBytes: 1 << 20, Wall: time.Minute, OutputBytes: 64 << 10, Instances: 2}
	if expected == KindTime {
		l.Wall = 300 * time.Millisecond
	}
	if expected == KindFuel {
		l.Fuel = 10_000_000
	}
	return l
}

func oneItem() *contract.Request {
	return &contract.Request{Tables: []contract.Table{{Name: "items", Rows: 1}}}
}

func endless() []byte { return []byte{opLoop, blockEmpty, opBr, 0, opEnd, opUnreachable} }

func TestLoadRefusesWhatCannotBeAPlugin(t *testing.T) {
	tests := []struct {
		name   string
		wasm   func(m *testModule) []byte
		kind   Kind
		stage  string
		detail string
	}{
		{"text is shown with its beginning", func(*testModule) []byte { return []byte("package main // not built") }, KindLoad, "load",
			`is no WebAssembly module: it begins with "package main // "`},
		{"an empty file", func(*testModule) []byte { return nil }, KindLoad, "load", `is no WebAssembly module: it begins with ""`},
		{"a component", func(*testModule) []byte { return []byte("\x00asm\x0d\x00\x01\x00") }, KindLoad, "load", "is no WebAssembly 1.0 core module"},
		{"a module cut off in the middle", func(m *testModule) []byte { b := m.bytes(); return b[:len(b)/2] }, KindLoad, "load", "is malformed"},
		{"a module cut off in its code", func(m *testModule) []byte { b := m.bytes(); return b[:len(b)-3] }, KindLoad, "load", "is malformed"},
		{"code that does not validate", func(m *testModule) []byte { m.scoreBody(i32Const(1)...); return m.bytes() }, KindLoad, "load", "is no valid WebAssembly module"},
		{"a module over the size cap", func(m *testModule) []byte {
			m.data[answerAt] = make([]byte, 40<<10)
			return m.bytes()
		}, KindLoad, "load", "over the limit of 32768 bytes"},
		{"an import from an unknown module", func(m *testModule) []byte {
			m.imports = [][2]string{{"env", "open"}, {"extism:host/env", "http_request"}}
			return m.bytes()
		}, KindCapability, "load", "it imports env.open, extism:host/env.http_request; a plugin is given nothing but wasi_snapshot_preview1"},
		{"an import that WASI does not have", func(m *testModule) []byte {
			m.imports = [][2]string{{wasiModule, "fork"}}
			return m.bytes()
		}, KindCapability, "load", "it imports wasi_snapshot_preview1.fork"},
		{"a command instead of a library", func(m *testModule) []byte {
			m.funcs = []testFunc{{export: exportCommand}}
			return m.bytes()
		}, KindABI, "load", "it is a command (it exports _start), not a library: build it with `" + buildCommand + "`"},
		{"a module without the marker", func(m *testModule) []byte { m.funcs[0].export = "x"; return m.bytes() }, KindABI, "load",
			"it exports no function spark_abi_1: import the SDK and build it with `" + buildCommand + "`"},
		{"a module without an allocator", func(m *testModule) []byte { m.funcs[1].export = "x"; return m.bytes() }, KindABI, "load", "no function spark_alloc"},
		{"an export of the wrong type", func(m *testModule) []byte { m.funcs[1].params = i64; return m.bytes() }, KindABI, "load",
			"spark_alloc has the type (i64) → (i32), it must be (i32) → (i32)"},
		{"a module without the entry point of its kind", func(m *testModule) []byte { m.funcs[3].export = "x"; return m.bytes() }, KindABI, "describe", "no function spark_score"},
		{"a module without memory", func(m *testModule) []byte { m.memory = nil; return m.bytes() }, KindABI, "load", `it exports no memory under the name "memory"`},
		{"a module that hides its memory", func(m *testModule) []byte { m.hideMemory = true; return m.bytes() }, KindABI, "load", "it exports no memory"},
		{"a declaration of 4 GiB", func(m *testModule) []byte { m.memory = []byte{0, 0x80, 0x80, 4}; return m.bytes() }, KindMemory, "load",
			"the memory it declares: 4294967296 bytes, over the limit of 1048576 bytes"},
		{"a table of two million entries", func(m *testModule) []byte { m.table = []byte{0, 0x80, 0x80, 0x80, 1}; return m.bytes() }, KindMemory, "load", "its tables begin with 2097152 entries, over the limit of 1048576"},
		{"a start section that never ends", func(m *testModule) []byte {
			m.funcs = append(m.funcs, testFunc{body: endless()})
			m.start = 4
			return m.bytes()
		}, KindTime, "start", "stopped at the wall limit of 300ms"},
		{"an _initialize that traps", func(m *testModule) []byte {
			m.funcs = append(m.funcs, testFunc{export: exportInitialize, body: []byte{opUnreachable}})
			return m.bytes()
		}, KindTrap, "start", "unreachable"},
		{"a start section that traps", func(m *testModule) []byte {
			m.funcs = append(m.funcs, testFunc{body: []byte{opUnreachable}})
			m.start = 4
			return m.bytes()
		}, KindTrap, "start", "unreachable"},
		{"a description that traps", func(m *testModule) []byte { m.funcs[2].body = []byte{opUnreachable}; return m.bytes() }, KindTrap, "describe", "unreachable"},
		{"a description that never ends", func(m *testModule) []byte { m.funcs[2].body = endless(); return m.bytes() }, KindTime, "describe", "wall limit"},
		{"a description outside of memory", func(m *testModule) []byte { m.funcs[2].body = i64Const(pack(0xfffffff0, 64)); return m.bytes() }, KindContract, "describe",
			"its answer is said to be 64 bytes at 4294967280, outside of its memory of 196608 bytes"},
		{"a description that is no message", func(m *testModule) []byte { m.describeAs([]byte("{}")); return m.bytes() }, KindContract, "describe", "manifest"},
		{"a description for another contract", func(m *testModule) []byte {
			manifest := testManifest()
			manifest.Contract = 7
			m.describeAs(manifest.Marshal(nil))
			return m.bytes()
		}, KindABI, "describe", "it was built for contract 7, this host speaks contract 1"},
		{"a description that contradicts itself", func(m *testModule) []byte {
			manifest := testManifest()
			manifest.Outputs = nil
			m.describeAs(manifest.Marshal(nil))
			return m.bytes()
		}, KindContract, "describe", "manifest"},
	}
	h := newTestSandbox(t, Options{MaxModuleBytes: 32 << 10})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := h.Load(context.Background(), Source{Name: "hostile", Wasm: test.wasm(handmade())}, smallLimits(test.kind))
			var e *Error
			require.ErrorAs(t, err, &e)
			assert.ErrorIs(t, err, test.kind, e.Error())
			assert.Equal(t, test.stage, e.Stage)
			assert.Contains(t, e.Detail, test.detail)
			assert.True(t, strings.HasPrefix(err.Error(), "plugin hostile (sha256 "), err.Error())
		})
	}
	assert.Empty(t, h.programs, "a refused module leaves no compilation behind")
}

func TestCallSurvivesWhatAPluginDoes(t *testing.T) {
	answer := func(r contract.Response) func(m *testModule) {
		return func(m *testModule) {
			m.data[answerAt] = r.Marshal(nil)
			m.scoreBody(i64Const(pack(answerAt, len(m.data[answerAt])))...)
		}
	}
	scores := func(v ...float64) func(m *testModule) {
		return answer(contract.Response{Score: &contract.ScoreResult{Scores: v}})
	}
	tests := []struct {
		name   string
		change func(m *testModule)
		kind   Kind
		detail string
	}{
		{"an endless loop", func(m *testModule) { m.scoreBody(endless()...) }, KindTime, "stopped at the wall limit of 300ms"},
		{"an endless allocator", func(m *testModule) { m.funcs[1].body = endless() }, KindTime, "wall limit"},
		{"unreachable code", func(m *testModule) { m.scoreBody(opUnreachable) }, KindTrap, "unreachable"},
		{"recursion without end", func(m *testModule) { m.scoreBody(opLocalGet, 0, opLocalGet, 1, opCall, 3) }, KindStack, "stack overflow"},
		{"an answer beyond memory", func(m *testModule) { m.scoreBody(i64Const(pack(190<<10, 60<<10))...) }, KindContract, "outside of its memory"},
		{"an answer whose end overflows 32 bits", func(m *testModule) { m.scoreBody(i64Const(pack(math.MaxUint32, 2))...) }, KindContract, "outside of its memory"},
		{"an answer over the output limit", func(m *testModule) { m.scoreBody(i64Const(pack(0, 100<<10))...) }, KindContract, "its answer: 102400 bytes, over the limit of 65536 bytes"},
		{"an empty answer", func(m *testModule) { m.scoreBody(i64Const(0)...) }, KindContract, "0 results"},
		{"an answer that is no message", func(m *testModule) { m.scoreBody(i64Const(pack(answerAt+1, 3))...) }, KindContract, "response"},
		{"an allocator that lies", func(m *testModule) { m.funcs[1].body = i32Const(-1) }, KindContract, "spark_alloc gave 4294967295"},
		{"an allocator that gives nothing", func(m *testModule) { m.funcs[1].body = i32Const(0) }, KindMemory, "spark_alloc gave no memory"},
		{"memory that grows to the limit and a trap", func(m *testModule) {
			m.scoreBody(join([]byte{opLoop, blockEmpty}, i32Const(1), []byte{opMemoryGrow, 0, opDrop, opBr, 0, opEnd, opUnreachable})...)
		}, KindFuel, "stopped at the limit of 10000000 units of fuel"},
		{"an exit", func(m *testModule) {
			m.imports, m.importParams = [][2]string{{wasiModule, "proc_exit"}}, i32
			m.scoreBody(join(i32Const(3), []byte{opCall, 0, opUnreachable})...)
		}, KindExit, "exited with code 3"},
		{"an exit with the code of success", func(m *testModule) {
			m.imports, m.importParams = [][2]string{{wasiModule, "proc_exit"}}, i32
			m.scoreBody(join(i32Const(0), []byte{opCall, 0, opUnreachable})...)
		}, KindExit, "exited with code 0"},
		{"an exit with the code of a cancellation", func(m *testModule) {
			m.imports, m.importParams = [][2]string{{wasiModule, "proc_exit"}}, i32
			m.scoreBody(join(i32Const(-1), []byte{opCall, 0, opUnreachable})...)
		}, KindExit, "exited with code 4294967295"},
		{"its own error", answer(contract.Response{Error: "no opinion"}), KindPlugin, "no opinion"},
		{"a score that is not a number", scores(math.NaN()), KindContract, "is not a number"},
		{"a score out of range", scores(1.5), KindContract, "outside its range"},
		{"two scores for one item", scores(0.1, 0.2), KindContract, "2 values for 1 rows"},
		{"a result of another kind", answer(contract.Response{Assess: &contract.AssessResult{}}), KindContract, "another kind"},
	}
	h := newTestSandbox(t, Options{})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := handmade()
			test.change(m)
			p, err := h.Load(context.Background(), Source{Name: "hostile", Wasm: m.bytes()}, smallLimits(test.kind))
			require.NoError(t, err)
			for range 3 { // the second and third show that the first left nothing behind
				_, call, err := p.Call(context.Background(), oneItem())
				var e *Error
				require.ErrorAs(t, err, &e)
				assert.ErrorIs(t, err, test.kind, e.Error())
				assert.Equal(t, "score", e.Stage)
				assert.Contains(t, e.Detail, test.detail)
				assert.NotEmpty(t, call.InputDigest)
				assert.Empty(t, call.OutputDigest)
				if test.kind == KindTime { // once is slow enough
					break
				}
			}
			stats := p.Stats()
			if test.kind == KindPlugin {
				assert.EqualValues(t, 0, stats.Discarded)
				assert.EqualValues(t, 1, stats.Started)
			} else {
				assert.Equal(t, stats.Calls, stats.Discarded)
				assert.Equal(t, 0, stats.Idle)
			}
			assert.Equal(t, stats.Calls, stats.Failed)
		})
	}
}

func TestAfterAHostileNeighbourThePluginAnswers(t *testing.T) {
	h := newTestSandbox(t, Options{})
	bad := handmade()
	bad.scoreBody(opUnreachable)
	hostile, err := h.Load(context.Background(), Source{Name: "hostile", Wasm: bad.bytes()}, smallLimits(KindTrap))
	require.NoError(t, err)
	good, err := h.Load(context.Background(), Source{Name: "good", Wasm: handmade().bytes()}, smallLimits(KindTrap))
	require.NoError(t, err)
	_, _, err = hostile.Call(context.Background(), oneItem())
	require.ErrorIs(t, err, KindTrap)
	response, call, err := good.Call(context.Background(), oneItem())
	require.NoError(t, err)
	assert.Equal(t, []float64{0.5}, response.Score.Scores)
	assert.Len(t, call.OutputDigest, 64)
	assert.Positive(t, call.OutputBytes)
}

func TestTheCallersEndIsToldApartFromTheWallLimit(t *testing.T) {
	m := handmade()
	m.scoreBody(endless()...)
	h := newTestSandbox(t, Options{})
	p, err := h.Load(context.Background(), Source{Name: "endless", Wasm: m.bytes()}, Limits{Wall: time.Minute})
	require.NoError(t, err)

	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	_, _, err = p.Call(ctx, oneItem())
	assert.ErrorIs(t, err, KindCancelled)
	assert.ErrorIs(t, err, context.Canceled)

	ctx, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, _, err = p.Call(ctx, oneItem())
	assert.ErrorIs(t, err, KindTime)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	var e *Error
	require.True(t, errors.As(err, &e))
	assert.Zero(t, e.Limit, "it was not the plugin's own limit")
}
