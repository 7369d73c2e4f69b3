package plugin

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const opMisc = 0xfc

// A runaway is a hand-made module that does not come to an end by itself, or not soon.
type runaway struct {
	name   string
	change func(m *testModule)
	over   int64 // units that may be charged between two checks
}

// again makes body an endless loop.
func again(body ...byte) []byte {
	return join([]byte{opLoop, blockEmpty}, body, []byte{opBr, 0, opEnd, opUnreachable})
}

func runaways() []runaway {
	fill := join(i32Const(0), i32Const(7), i32Const(190<<10), []byte{opMisc, 0x0b, 0})
	return []runaway{
		{"an endless loop", func(m *testModule) { m.scoreBody(endless()...) }, 10},
		{"an endless allocator", func(m *testModule) { m.funcs[1].body = endless() }, 10},
		{"a loop of 2^31 fills of memory", func(m *testModule) { m.scoreBody(again(fill...)...) }, 25_000},
		{"an exponential recursion", func(m *testModule) {
			next := join([]byte{opLocalGet, 0}, i32Const(1), []byte{0x6b, opCall, 4})
			m.funcs = append(m.funcs, testFunc{params: i32, body: join([]byte{opLocalGet, 0, 0x45, 0x04, blockEmpty, 0x0f, opEnd}, next, next)})
			m.scoreBody(join(i32Const(60), []byte{opCall, 4, opUnreachable})...)
		}, 100},
		{"a recursion that works on its way back", func(m *testModule) {
			var work []byte
			for range 500 {
				work = join(work, []byte{0x02, blockEmpty, opLocalGet, 0, 0x45, 0x0d, 0, opLocalGet, 0, opDrop, opEnd})
			}
			next := join([]byte{opLocalGet, 0}, i32Const(1), []byte{0x6b, opCall, 4})
			twice := join([]byte{0x02, blockEmpty, opLocalGet, 0, 0x45, 0x0d, 0}, next, next, []byte{opEnd}, work)
			m.funcs = append(m.funcs, testFunc{params: i32, body: twice})
			m.scoreBody(join(i32Const(60), []byte{opCall, 4, opUnreachable})...)
		}, 10_000},
		{"a loop of memory growth", func(m *testModule) { m.scoreBody(again(join(i32Const(1), []byte{opMemoryGrow, 0, opDrop})...)...) }, 66_000},
		{"a flood of output", func(m *testModule) {
			m.imports, m.importParams, m.importResults = [][2]string{{wasiModule, "fd_write"}}, i32+i32+i32+i32, i32
			// one buffer of 64 KiB: its address and length are the first eight bytes of memory
			store := join(i32Const(4), i32Const(64<<10), []byte{0x36, 2, 0})
			write := join(i32Const(1), i32Const(0), i32Const(1), i32Const(16), []byte{opCall, 0, opDrop})
			m.scoreBody(join(store, again(write...))...)
		}, 2 * hostChunk * unitsPerLogByte},
		{"random bytes without end", func(m *testModule) {
			m.imports, m.importParams, m.importResults = [][2]string{{wasiModule, "random_get"}}, i32+i32, i32
			m.scoreBody(again(join(i32Const(0), i32Const(190<<10), []byte{opCall, 0, opDrop})...)...)
		}, 2 * hostChunk * unitsPerRandomByte},
		{"yields without end", func(m *testModule) {
			m.imports, m.importResults = [][2]string{{wasiModule, "sched_yield"}}, i32
			m.scoreBody(again(opCall, 0, opDrop)...)
		}, 1000},
	}
}

// loadRunaway loads a runaway; the first call finds it out.
func loadRunaway(t testing.TB, r runaway, l Limits) *Plugin {
	t.Helper()
	l.MemoryBytes = 64 << 20
	return loadHandmade(t, Options{}, l, r.change)
}

func TestRunawaysEndAtTheirLimitOfFuel(t *testing.T) {
	const limit = 50_000_000
	for _, r := range runaways() {
		t.Run(r.name, func(t *testing.T) {
			p := loadRunaway(t, r, Limits{Fuel: limit, Wall: time.Hour})
			for range 2 {
				_, _, err := p.Call(context.Background(), oneItem())
				var e *Error
				require.ErrorAs(t, err, &e)
				assert.Equal(t, KindFuel, e.Kind, e.Error())
				assert.EqualValues(t, limit, e.Limit)
				assert.Greater(t, e.Used, e.Limit)
				assert.LessOrEqual(t, e.Used, e.Limit+r.over)
			}
			assert.EqualValues(t, 2, p.Stats().Discarded)
		})
	}
}

func TestRunawaysEndAtTheirWallLimitAndWhenCancelled(t *testing.T) {
	for _, r := range runaways() {
		t.Run(r.name, func(t *testing.T) {
			p := loadRunaway(t, r, Limits{Fuel: 1 << 60, Wall: 20 * time.Millisecond})
			_, _, err := p.Call(context.Background(), oneItem())
			require.ErrorIs(t, err, KindTime)

			p = loadRunaway(t, r, Limits{Fuel: 1 << 60, Wall: time.Hour})
			ctx, cancel := context.WithTimeoutCause(context.Background(), 20*time.Millisecond, errors.New("of the caller's own"))
			defer cancel()
			_, _, err = p.Call(ctx, oneItem())
			require.ErrorIs(t, err, KindTime)
			assert.ErrorIs(t, err, context.DeadlineExceeded)
			ctx, cancel = context.WithCancel(context.Background())
			time.AfterFunc(20*time.Millisecond, cancel)
			_, _, err = p.Call(ctx, oneItem())
			assert.ErrorIs(t, err, KindCancelled)
		})
	}
}

func TestARecursionWithoutEndStopsAtTheSameDepthEverywhere(t *testing.T) {
	p := loadHandmade(t, Options{}, Limits{}, func(m *testModule) { m.scoreBody(opLocalGet, 0, opLocalGet, 1, opCall, 3) })
	for range 3 {
		_, _, err := p.Call(context.Background(), oneItem())
		var e *Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, KindStack, e.Kind)
		assert.EqualValues(t, 20_000, e.Limit)
		assert.Equal(t, "stack overflow: its calls nest deeper than the limit of 20000", e.Detail)
	}
}
