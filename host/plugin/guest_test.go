package plugin

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin/internal/specimen"
	"github.com/sparkhost/sparkhost/internal/thorough"
	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

func TestStockGoGuestIntroducesItself(t *testing.T) {
	forEachABI(t, func(t *testing.T, abi string) {
		p := loadGuestOf(t, abi, Limits{})
		native := specimen.Plugin()
		assert.Equal(t, &native.Manifest, p.Manifest())
		assert.Equal(t, "specimen", p.Name())
		assert.Len(t, p.Digest(), 64)
		assert.Equal(t, 1, p.Stats().Idle, "the first instance is started at load")
		assert.EqualValues(t, DefaultMemoryBytes, p.Limits().MemoryBytes)
	})
}

func TestCompiledGuestAndNativePluginAnswerAlike(t *testing.T) {
	forEachABI(t, func(t *testing.T, abi string) {
		p := loadGuestOf(t, abi, Limits{})
		request := guestRequest(t, p, "mean")
		request.Tables[0] = items([]uint32{2, 3, 5, 7}, nil, []uint32{1 << 31, 1<<32 - 1}, []uint32{11})
		request.Contract = contract.Version
		var native contract.Response
		require.NoError(t, native.Unmarshal(sdk.Call(specimen.Plugin(), request.Marshal(nil))))
		for range 3 {
			compiled, _, err := p.Call(context.Background(), request)
			require.NoError(t, err)
			assert.Equal(t, native.Score.Scores, compiled.Score.Scores)
		}
	})
}

func TestGuestFailuresReachTheUserWithTheirText(t *testing.T) {
	forEachABI(t, func(t *testing.T, abi string) {
		tests := []struct {
			mode   string
			kind   Kind
			detail string
			text   string // in Error()
		}{
			{"panic", KindTrap, "unreachable", "it wrote: panic: row p is beyond me"},
			{"exit", KindExit, "exited with code 7", "exited with code 7"},
			{"refuse", KindPlugin, "no opinion on [31mthis", "score: plugin: no opinion on [31mthis"},
			{"hoard", KindMemory, "ran out of memory", "out of memory"},
			{"recurse", KindMemory, "ran out of memory", "it wrote: fatal error: out of memory"},
			{"nan", KindContract, "values for 2 rows", "contract"},
			{"surplus", KindContract, "7 values for 2 rows", "contract"},
			{"flood", KindTrap, "unreachable", "it wrote: panic: enough"},
			{"spin", KindTime, "wall limit of 300ms", "time"},
			{"spin", KindFuel, "limit of 300000000 units", "fuel"},
			{"loop", KindTrap, "unreachable", "fatal error: all goroutines are asleep"},
			{"none", KindPlugin, `mode "none" is unknown`, "none"},
		}
		limits := Limits{MemoryBytes: 32 << 20, Fuel: 300_000_000, Wall: time.Minute, LogBytes: 4 << 10}
		patient := loadGuestOf(t, abi, limits)
		limits.Fuel, limits.Wall = 0, 300*time.Millisecond
		hasty := loadGuestOf(t, abi, limits)
		for _, test := range tests {
			t.Run(test.mode, func(t *testing.T) {
				p := patient
				if test.kind == KindTime {
					p = hasty
				}
				_, _, err := p.Call(context.Background(), guestRequest(t, p, test.mode))
				var e *Error
				require.ErrorAs(t, err, &e)
				if abi == "extism" && test.mode == "nan" { // which JSON cannot say
					test.kind, test.detail, test.text = KindPlugin, "NaN", "NaN"
				}
				assert.ErrorIs(t, err, test.kind, e.Error()+"\n"+e.Stderr)
				assert.Contains(t, e.Detail, test.detail)
				assert.Contains(t, err.Error(), test.text)
				assert.LessOrEqual(t, len(e.Stderr), 4<<10+longestLine+len("\n…"))
				assert.NotContains(t, err.Error(), "\x1b")
				if test.kind == KindMemory {
					assert.EqualValues(t, 32<<20, e.Limit)
					assert.Positive(t, e.Used)
				}
				response, _, err := p.Call(context.Background(), guestRequest(t, p, "mean"))
				require.NoError(t, err, "the next call finds a clean instance")
				assert.Equal(t, []float64{3, 3}, response.Score.Scores)
			})
		}
	})
}

func TestGuestLearnsNothingOfTheWorld(t *testing.T) {
	forEachABI(t, func(t *testing.T, abi string) {
		p := loadGuestOf(t, abi, Limits{})
		response, _, err := p.Call(context.Background(), guestRequest(t, p, "nosy"))
		require.NoError(t, err)
		assert.Equal(t, []float64{0, 0}, response.Score.Scores)
	})
}

func TestEveryFreshInstanceSensesTheSame(t *testing.T) {
	forEachABI(t, func(t *testing.T, abi string) {
		var seen [][]float64
		for range 2 {
			p := loadGuestOf(t, abi, Limits{})
			response, _, err := p.Call(context.Background(), guestRequest(t, p, "senses"))
			require.NoError(t, err)
			seen = append(seen, response.Score.Scores)
		}
		assert.Equal(t, seen[0], seen[1])
		assert.Equal(t, 946684800.0, seen[0][0], "the wall clock stands still")
	})
}

func TestAGuestThatSleepsWakesAtOnce(t *testing.T) {
	forEachABI(t, func(t *testing.T, abi string) {
		p := loadGuestOf(t, abi, Limits{Wall: time.Minute})
		response, _, err := p.Call(context.Background(), guestRequest(t, p, "sleepy"))
		require.NoError(t, err)
		assert.Equal(t, 1.0, response.Score.Scores[0], "its own clock moved by the hour")
	})
}

// With wazero's default clock, which advances by a millisecond per reading, the collector
// of stock Go stops working after some 110 cycles and this runs out of memory.
func TestTheCollectorOfStockGoKeepsWorking(t *testing.T) {
	forEachABI(t, func(t *testing.T, abi string) {
		p := loadGuestOf(t, abi, Limits{MemoryBytes: 48 << 20, Instances: 1})
		request := guestRequest(t, p, "garbage")
		for i := range thorough.Number(200, 60) {
			_, _, err := p.Call(context.Background(), request)
			require.NoError(t, err, "call %d", i)
		}
		stats := p.Stats()
		assert.EqualValues(t, 1, stats.Started, "one instance did it all")
		assert.Less(t, stats.MaxMemory, uint64(20<<20))
	})
}

func TestOnlyDeclaredColumnsAreSent(t *testing.T) {
	forEachABI(t, func(t *testing.T, abi string) {
		p := loadGuestOf(t, abi, Limits{})
		bare := guestRequest(t, p, "mean")
		_, first, err := p.Call(context.Background(), bare)
		require.NoError(t, err)

		rich := guestRequest(t, p, "mean")
		rich.Tables[0].Columns = append([]contract.Column{{Name: "secret", Type: contract.ColumnNumbers, Numbers: []float64{1, 2}}}, rich.Tables[0].Columns...)
		rich.Tables = append([]contract.Table{{Name: "options", Rows: 3}}, rich.Tables...)
		_, second, err := p.Call(context.Background(), rich)
		require.NoError(t, err)
		assert.Equal(t, first.InputDigest, second.InputDigest)
		assert.Equal(t, first.OutputDigest, second.OutputDigest)

		rich.Tables[1].Columns = append(rich.Tables[1].Columns, contract.Column{Name: "year", Type: contract.ColumnNumbers, Numbers: []float64{1999, 2001}})
		_, third, err := p.Call(context.Background(), rich)
		require.NoError(t, err)
		assert.NotEqual(t, first.InputDigest, third.InputDigest, "an optional column is sent when it is there")
	})
}

func TestSixtyFourCallersShareTwoInstances(t *testing.T) {
	forEachABI(t, func(t *testing.T, abi string) {
		p := loadGuestOf(t, abi, Limits{Instances: 2, Wall: time.Minute})
		good, bad := guestRequest(t, p, "mean"), guestRequest(t, p, "panic")
		var wg sync.WaitGroup
		errs := make([]error, 64)
		for n := range errs {
			wg.Go(func() {
				for round := range 6 {
					request := good
					if n%16 == 0 && round == 3 {
						request = bad
					}
					if _, _, err := p.Call(context.Background(), request); err != nil && !errors.Is(err, KindTrap) {
						errs[n] = err
					}
				}
			})
		}
		wg.Wait()
		assert.NoError(t, errors.Join(errs...))
		stats := p.Stats()
		assert.EqualValues(t, 64*6, stats.Calls)
		assert.EqualValues(t, 4, stats.Failed)
		assert.EqualValues(t, 4, stats.Discarded)
		assert.LessOrEqual(t, stats.Idle, 2)
		assert.LessOrEqual(t, stats.Started, uint64(2+4))
	})
}

func TestAnInstancePastItsHighWaterMarkIsReplaced(t *testing.T) {
	forEachABI(t, func(t *testing.T, abi string) {
		p := loadGuestOf(t, abi, Limits{MemoryBytes: map[string]int64{"spark": 14, "extism": 10}[abi] << 20, Instances: 1})
		request := guestRequest(t, p, "mean")
		big := make([]uint32, map[string]int{"spark": 1 << 20, "extism": 1 << 16}[abi]) // 4 MiB of input, held twice by the guest
		request.Tables[0] = items(big, nil)
		_, _, err := p.Call(context.Background(), request)
		require.NoError(t, err)
		assert.EqualValues(t, 1, p.Stats().Recycled)
		_, _, err = p.Call(context.Background(), guestRequest(t, p, "mean"))
		require.NoError(t, err)
		assert.EqualValues(t, 2, p.Stats().Started)
	})
}

func TestSettingsAreCheckedAgainstTheManifest(t *testing.T) {
	forEachABI(t, func(t *testing.T, abi string) {
		p := loadGuestOf(t, abi, Limits{})
		_, err := p.Settings(map[string]any{"mood": "mean"})
		require.Error(t, err)
		assert.True(t, strings.Contains(err.Error(), "mood"), err.Error())
		settings, err := p.Settings(nil)
		require.NoError(t, err)
		assert.Equal(t, "mean", settings[0].Value.Text)
	})
}
