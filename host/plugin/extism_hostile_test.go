package plugin

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
)

func loadExtism(t testing.TB, l Limits, change func(m *handmadeGuest)) (*Plugin, error) {
	t.Helper()
	m := handmadeExtism()
	change(m)
	return newTestSandbox(t, Options{}).Load(context.Background(), Source{Name: "hostile", Wasm: m.Bytes()}, l)
}

// extismLimits are small ones; those of what is expected to run into them smaller still.
func extismLimits(expected Kind) Limits {
	l := Limits{MemoryBytes: 2 << 20, Wall: time.Minute, OutputBytes: 64 << 10, Instances: 2}
	if expected == KindTime {
		l.Wall = 300 * time.Millisecond
	}
	if expected == KindFuel {
		l.Fuel = 10_000_000
	}
	return l
}

func TestLoadRefusesWhatCannotBeAnExtismPlugin(t *testing.T) {
	tests := []struct {
		name   string
		change func(m *handmadeGuest)
		kind   Kind
		stage  string
		detail string
	}{
		{"a module without describe", func(m *handmadeGuest) { m.Funcs[funcDescribe].Export = "" }, KindABI, "load", "it exports no function describe: an extism plugin exports describe and one of"},
		{"a command", func(m *handmadeGuest) { m.Funcs[funcDescribe] = assemble.Func{Export: exportCommand} }, KindABI, "load", "it is a command (it exports _start), not a library: build it with `"},
		{"a module without the entry point of its kind", func(m *handmadeGuest) { m.Funcs[funcScore].Export = "assess" }, KindABI, "describe", "it exports no function score"},
		{"an entry point of another type", func(m *handmadeGuest) { m.Funcs[funcScore].Results = i64; m.score(i64Const(0)) }, KindABI, "describe", "score has the type () → (i64), it must be () → (i32)"},
		{"an import that is go-sdk's own", func(m *handmadeGuest) { m.Imports[0].Name = "reset" }, KindCapability, "load", "it imports extism:host/env.reset; a plugin is given nothing but"},
		{"a host function of somebody else", func(m *handmadeGuest) { m.Imports[0].Module = "extism:host/user" }, KindCapability, "load", "it imports extism:host/user.alloc"},
		{"our own names", func(m *handmadeGuest) { m.Imports[0].Module = linkedModule }, KindCapability, "load", "it imports sparkhost_extism.alloc"},
		{"an import of another type", func(m *handmadeGuest) { m.Imports[0].Params = i32 }, KindABI, "load", "its import extism:host/env.alloc has the type (i32) → (i64), it must be (i64) → (i64)"},
		{"a memory declared over the limit", func(m *handmadeGuest) { m.Memory = assemble.Bounds(33, -1) }, KindMemory, "load", "the memory it declares: 2162688 bytes"},
		{"hs_init without _initialize", func(m *handmadeGuest) { m.Add(assemble.Func{Export: exportHaskell, Params: i32 + i32}) }, KindABI, "load", "it exports hs_init but no _initialize"},
		{"an _initialize of another type", func(m *handmadeGuest) {
			m.Add(assemble.Func{Export: exportInitialize, Results: i32, Body: i32Const(0)})
		}, KindABI, "load", "_initialize has the type"},
		{"an _initialize that traps", func(m *handmadeGuest) {
			m.Add(assemble.Func{Export: exportInitialize, Body: []byte{opUnreachable}})
		}, KindTrap, "start", "unreachable"},
		{"an _initialize that never ends", func(m *handmadeGuest) {
			m.Add(assemble.Func{Export: exportInitialize, Body: endless()})
		}, KindTime, "start", "wall limit of 300ms"},
		{"an hs_init that traps", func(m *handmadeGuest) {
			m.Add(assemble.Func{Export: exportHaskell, Params: i32 + i32, Body: []byte{opUnreachable}})
			m.Add(assemble.Func{Export: exportInitialize, Body: join(i64Const(0), i64Const(0), m.host("output_set"))})
		}, KindTrap, "start", "unreachable"},
		{"a start section that never ends", func(m *handmadeGuest) { m.Start = m.Add(assemble.Func{Body: endless()}) }, KindTime, "start", "wall limit of 300ms"},
		{"a start section that traps", func(m *handmadeGuest) { m.Start = m.Add(assemble.Func{Body: []byte{opUnreachable}}) }, KindTrap, "start", "unreachable"},
		{"a start section that calls the host", func(m *handmadeGuest) {
			m.Start = m.Add(assemble.Func{Body: join(m.host("input_length"), []byte{opDrop})})
		}, KindABI, "start", "its start section calls extism:host/env.input_length"},
		{"a description that traps", func(m *handmadeGuest) { m.Funcs[funcDescribe].Body = []byte{opUnreachable} }, KindTrap, "describe", "unreachable"},
		{"a description that never ends", func(m *handmadeGuest) { m.Funcs[funcDescribe].Body = endless() }, KindTime, "describe", "wall limit"},
		{"no description", func(m *handmadeGuest) { m.Funcs[funcDescribe].Body = i32Const(0) }, KindContract, "describe", "no output"},
		{"a description that is no JSON", func(m *handmadeGuest) { m.Funcs[funcDescribe].Body = m.say(manifestAt, "hello") }, KindContract, "describe", "manifest"},
		{"a description that fails", func(m *handmadeGuest) {
			m.Funcs[funcDescribe].Locals = []byte{1, 1, 0x7e}
			m.Funcs[funcDescribe].Body = join(m.block(0, "no idea"), m.host("error_set"), i32Const(1))
		}, KindPlugin, "describe", "no idea"},
		{"a description for another contract, with what that added", func(m *handmadeGuest) {
			m.Funcs[funcDescribe].Body = m.say(manifestAt, `{"contract":7,"mood":"new"}`)
		}, KindABI, "describe", "it was built for contract 7, this host speaks contract 1"},
		{"a description that contradicts itself", func(m *handmadeGuest) {
			m.Funcs[funcDescribe].Body = m.say(manifestAt, `{"contract":1,"name":"x"}`)
		}, KindContract, "describe", "manifest"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := loadExtism(t, extismLimits(test.kind), test.change)
			var e *Error
			require.ErrorAs(t, err, &e)
			assert.ErrorIs(t, err, test.kind, e.Error())
			assert.Equal(t, test.stage, e.Stage)
			assert.Contains(t, e.Detail, test.detail)
		})
	}
	_, err := loadExtism(t, Limits{MemoryBytes: 1<<20 - 1}, func(*handmadeGuest) {})
	require.ErrorIs(t, err, KindRequest)
	assert.Contains(t, err.Error(), "a memory limit of 1048575 bytes is too low for the extism ABI, which needs 1048576")
	_, err = loadExtism(t, Limits{MemoryBytes: 70_000 * pageBytes}, func(*handmadeGuest) {})
	assert.ErrorIs(t, err, KindRequest, "more than 65,536 pages would make the runtime panic")
}

func TestACallSurvivesWhatAnExtismPluginDoes(t *testing.T) {
	tests := []struct {
		name   string
		change func(m *handmadeGuest)
		kind   Kind
		detail string
	}{
		{"an endless loop", func(m *handmadeGuest) { m.score(endless()) }, KindTime, "stopped at the wall limit of 300ms"},
		{"an endless loop with little fuel", func(m *handmadeGuest) { m.score(endless()) }, KindFuel, "stopped at the limit of 10000000 units of fuel"},
		{"scores that are null", func(m *handmadeGuest) { m.score(m.say(answerAt, `{"score":{"scores":[null]}}`)) }, KindContract, "score: scores: element 0 is null"},
		{"no scores but a part that is null", func(m *handmadeGuest) { m.score(m.say(answerAt, `{"score":{"scores":[1],"parts":[null]}}`)) }, KindContract, "parts: element 0 is null"},
		{"a signal without a value", func(m *handmadeGuest) { m.score(m.say(answerAt, `{"assess":{"signals":[{"name":"s"}]}}`)) }, KindContract, `the number "value" is missing`},
		{"calls of the host without end", func(m *handmadeGuest) { m.score(assemble.Forever(join(m.host("input_length"), []byte{opDrop})...)) }, KindFuel, "units of fuel"},
		{"unreachable code", func(m *handmadeGuest) { m.score([]byte{opUnreachable}) }, KindTrap, "unreachable"},
		{"recursion without end", func(m *handmadeGuest) { m.score(assemble.CallOf(m.Index(funcScore))) }, KindStack, "stack overflow"},
		{"memory growth without end", func(m *handmadeGuest) {
			m.score(assemble.Forever(join(i32Const(1), []byte{assemble.MemoryGrow, 0, opDrop})...))
		}, KindFuel, "units of fuel"},
		{"blocks without end", func(m *handmadeGuest) {
			m.score(assemble.Forever(join(i64Const(1<<10), m.host("alloc"), []byte{opDrop})...))
		}, KindMemory, "does not fit beside"},
		{"a block of four gigabytes and a few bytes", func(m *handmadeGuest) { m.score(i64Const(1<<32+5), m.host("alloc"), []byte{opDrop}, m.answer()) }, KindMemory, "a block of 4294967301 bytes"},
		{"a code without an error", func(m *handmadeGuest) { m.score(i32Const(3)) }, KindPlugin, "it returned the code 3 without an error: say what is wrong with error_set"},
		{"its own error", func(m *handmadeGuest) { m.score(m.block(0, "too dark"), m.host("error_set"), i32Const(1)) }, KindPlugin, "too dark"},
		{"its own error with the code of success", func(m *handmadeGuest) { m.score(m.block(0, "dim"), m.host("error_set"), i32Const(0)) }, KindPlugin, "dim"},
		{"an error in the answer", func(m *handmadeGuest) { m.score(m.say(answerAt, `{"error":"no opinion"}`)) }, KindPlugin, "no opinion"},
		{"an error that is no block", func(m *handmadeGuest) { m.score(i64Const(78), m.host("error_set"), i32Const(1)) }, KindTrap, "bad access: it has no block at 78"},
		{"no answer", func(m *handmadeGuest) { m.score(i32Const(0)) }, KindContract, "its answer is empty"},
		{"an answer over the output limit", func(m *handmadeGuest) {
			m.score(i64Const(100<<10), m.host("alloc"), i64Const(100<<10), m.host("output_set"), i32Const(0))
		}, KindContract, "its answer: 102400 bytes, over the limit of 65536 bytes"},
		{"an answer longer than its block", func(m *handmadeGuest) {
			m.score(i64Const(64), m.host("alloc"), i64Const(65), m.host("output_set"), i32Const(0))
		}, KindContract, "its answer is said to be 65 bytes"},
		{"an answer of negative length", func(m *handmadeGuest) {
			m.score(i64Const(64), m.host("alloc"), i64Const(1<<64-1), m.host("output_set"), i32Const(0))
		}, KindContract, "over the limit"},
		{"an answer whose address overflows", func(m *handmadeGuest) { m.score(i64Const(1<<64-8), i64Const(16), m.host("output_set"), i32Const(0)) }, KindContract, "where it has no such block"},
		{"an answer that is no JSON", func(m *handmadeGuest) { m.score(m.say(answerAt, "0.5")) }, KindContract, "response"},
		{"a score that is not a number", func(m *handmadeGuest) { m.score(m.say(answerAt, `{"score":{"scores":[NaN]}}`)) }, KindContract, "response"},
		{"a score out of range", func(m *handmadeGuest) { m.score(m.say(answerAt, `{"score":{"scores":[1.5]}}`)) }, KindContract, "outside its range"},
		{"two scores for one item", func(m *handmadeGuest) { m.score(m.say(answerAt, `{"score":{"scores":[0.5,0.5]}}`)) }, KindContract, "2 values for 1 rows"},
		{"an answer with more than there is", func(m *handmadeGuest) { m.score(m.say(answerAt, `{"score":{"scores":[0.5]},"x":1}`)) }, KindContract, "unknown field"},
		{"an exit", func(m *handmadeGuest) { m.score(i32Const(3), m.host("proc_exit"), []byte{opUnreachable}) }, KindExit, "exited with code 3"},
		{"an exit with the code of success", func(m *handmadeGuest) { m.score(i32Const(0), m.host("proc_exit"), []byte{opUnreachable}) }, KindExit, "exited with code 0"},
		{"an exit after an answer", func(m *handmadeGuest) {
			m.score(m.answer(), []byte{opDrop}, i32Const(0), m.host("proc_exit"), i32Const(0))
		}, KindExit, "exited with code 0"},
		{"a write to the kernel's own data", func(m *handmadeGuest) { m.score(i64Const(1), i64Const(1<<64-1), m.host("store_u64"), m.answer()) }, KindTrap, "bad access: it writes 8 bytes at 1 "},
		{"a write before its block", func(m *handmadeGuest) {
			m.score(m.block(0, "eight888"), []byte{opLocalGet, 0}, i64Const(1<<64-12), []byte{opI64Add}, i64Const(9), m.host("store_u64"), []byte{opDrop}, m.answer())
		}, KindTrap, "bad access: it writes 8 bytes"},
		{"a write across the end of its block", func(m *handmadeGuest) {
			m.score(m.block(0, "eight888"), i64Const(1), []byte{opI64Add}, i64Const(9), m.host("store_u64"), m.answer())
		}, KindTrap, "bad access: it writes 8 bytes"},
		{"a write to a freed block", func(m *handmadeGuest) {
			m.score(m.block(0, "eight888"), m.host("free"), []byte{opLocalGet, 0}, i32Const(9), m.host("store_u8"), m.answer())
		}, KindTrap, "bad access: it writes 1 bytes"},
		{"a read beyond memory", func(m *handmadeGuest) { m.score(i64Const(1<<40), m.host("load_u64"), []byte{opDrop}, m.answer()) }, KindTrap, "bad access: it reads 8 bytes at 1099511627776"},
		{"a request to the network", func(m *handmadeGuest) {
			m.score(i64Const(0), i64Const(0), m.host("http_request"), []byte{opDrop}, m.answer())
		}, KindCapability, "it called http_request, but a plugin has no network"},
		{"variables without end", func(m *handmadeGuest) {
			m.score(m.block(0, "n"), i64Const(900<<10), m.host("alloc"), m.host("var_set"), m.block(0, "m"), i64Const(300<<10), m.host("alloc"), m.host("var_set"), m.answer())
		}, KindMemory, "its variables:"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			limits := extismLimits(test.kind)
			if test.kind == KindMemory {
				limits.MemoryBytes = 4 << 20
			}
			p, err := loadExtism(t, limits, test.change)
			require.NoError(t, err)
			for range 3 { // the second and third show that the first left nothing behind
				_, call, err := p.Call(context.Background(), oneItem())
				var e *Error
				require.ErrorAs(t, err, &e)
				assert.ErrorIs(t, err, test.kind, e.Error())
				assert.Equal(t, "score", e.Stage)
				assert.Contains(t, e.Detail, test.detail)
				assert.NotEmpty(t, call.InputDigest)
				if test.kind == KindTime {
					break
				}
			}
			stats := p.Stats()
			if test.kind == KindPlugin {
				assert.EqualValues(t, 1, stats.Started)
				assert.Zero(t, stats.Discarded)
			} else {
				assert.Equal(t, stats.Calls, stats.Discarded)
				assert.Zero(t, stats.Idle)
			}
		})
	}
}
