package budget

import (
	"context"
	"fmt"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// clock is a clock that the test moves.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time          { return c.now }
func (c *clock) advance(d time.Duration) { c.now = c.now.Add(d) }

func newClock() *clock { return &clock{time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)} }

func searches(n int64) Amount { return Amount{Searches: n} }

func TestReservationsFitOrAreRefused(t *testing.T) {
	tests := []struct {
		name  string
		limit int64
		asks  []int64
		want  []bool
	}{
		{"exactly to the limit", 3, []int64{1, 2}, []bool{true, true}},
		{"one over takes nothing", 3, []int64{2, 2, 1}, []bool{true, false, true}},
		{"zero always fits", 1, []int64{1, 0}, []bool{true, true}},
		{"no limit refuses nothing", 0, []int64{math.MaxInt64, math.MaxInt64}, []bool{true, true}},
		{"the largest number does not overflow", 3, []int64{1, math.MaxInt64}, []bool{true, false}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := New(Limits{Max: searches(tt.limit)}, newClock().Now)
			for i, n := range tt.asks {
				_, err := g.Reserve("search", searches(n))
				require.Equal(t, tt.want[i], err == nil, "ask %d: %v", i, err)
			}
		})
	}
}

func TestARefusalSaysWhichResourceAndByHowMuch(t *testing.T) {
	g := New(Limits{Max: Amount{CostMicroUSD: 10_000}, Reserve: map[string]Amount{"report": {CostMicroUSD: 2000}}}, newClock().Now)
	paid, err := g.Reserve("search", Amount{CostMicroUSD: 5000})
	require.NoError(t, err)
	paid.Settle(Amount{CostMicroUSD: 4000})
	_, err = g.Reserve("search", Amount{CostMicroUSD: 1000})
	require.NoError(t, err)
	_, err = g.Reserve("search", Amount{CostMicroUSD: 3001})
	require.ErrorIs(t, err, ErrExhausted)
	var e *ExhaustedError
	require.ErrorAs(t, err, &e)
	require.Equal(t, ExhaustedError{"search", Cost, 4000, 3000, 3001, 10_000}, *e)
	require.EqualError(t, err, "budget: search: cost: 0.004000 USD used, 0.003000 USD reserved and 0.003001 USD asked, over the limit of 0.010000 USD")
	require.Equal(t, Amount{CostMicroUSD: 3000, Searches: math.MaxInt64, ModelTokens: math.MaxInt64, Fuel: math.MaxInt64, Wall: math.MaxInt64}, g.Remaining())
}

func TestFuelIsCountedApartFromOtherResources(t *testing.T) {
	g := New(Limits{Max: Amount{Fuel: 10}, Reserve: map[string]Amount{"calibration": {Fuel: 4}}}, newClock().Now)
	paid, err := g.Reserve("verify", Amount{Fuel: 5})
	require.NoError(t, err)
	paid.Settle(Amount{Fuel: 5})
	_, err = g.Reserve("verify", Amount{Fuel: 2})
	require.ErrorIs(t, err, ErrExhausted)
	require.EqualError(t, err, "budget: verify: fuel: 5 used, 4 reserved and 2 asked, over the limit of 10")
	_, err = g.Reserve("search", Amount{Searches: 1000, CostMicroUSD: 1000})
	require.NoError(t, err)
	paid, err = g.Reserve("calibration", Amount{Fuel: 5})
	require.NoError(t, err, "its own reserve and what is left besides")
	paid.Settle(Amount{Fuel: 5})
	require.Equal(t, Amount{Fuel: 10}, Amount{Fuel: g.Spent().Fuel})
	require.Zero(t, g.Remaining().Fuel)
}

func TestSettleAndReleaseCountOnce(t *testing.T) {
	g := New(Limits{Max: searches(10)}, newClock().Now)
	a, err := g.Reserve("s", searches(4))
	require.NoError(t, err)
	b, err := g.Reserve("s", searches(4))
	require.NoError(t, err)
	require.EqualValues(t, 2, g.Remaining().Searches)
	a.Settle(searches(3))
	a.Settle(searches(3))
	a.Release()
	b.Release()
	b.Settle(searches(4))
	require.EqualValues(t, 3, g.Spent().Searches)
	require.EqualValues(t, 7, g.Remaining().Searches)
	var none *Reservation
	none.Settle(searches(1))
	none.Release()
}

func TestMoreThanWasAskedIsSpentAllTheSame(t *testing.T) {
	g := New(Limits{Max: searches(2)}, newClock().Now)
	paid, err := g.Reserve("s", searches(1))
	require.NoError(t, err)
	paid.Settle(searches(5))
	require.EqualValues(t, 5, g.Spent().Searches)
	require.Zero(t, g.Remaining().Searches)
	_, err = g.Reserve("s", searches(1))
	require.ErrorIs(t, err, ErrExhausted)
}

func TestANegativeAskIsAnErrorButNoExhaustion(t *testing.T) {
	g := New(Limits{}, newClock().Now)
	for _, ask := range []Amount{{Searches: -1}, {CostMicroUSD: -1}, {ModelTokens: -1}, {Fuel: -1}, {Wall: -1}} {
		_, err := g.Reserve("s", ask)
		require.ErrorContains(t, err, "negative")
		require.NotErrorIs(t, err, ErrExhausted)
	}
}

func TestAReserveIsForItsStageOnly(t *testing.T) {
	g := New(Limits{Max: searches(10), Reserve: map[string]Amount{"report": searches(3)}}, newClock().Now)
	_, err := g.Reserve("search", searches(8))
	require.ErrorIs(t, err, ErrExhausted)
	_, err = g.Reserve("search", searches(7))
	require.NoError(t, err)
	paid, err := g.Reserve("report", searches(3))
	require.NoError(t, err)
	paid.Settle(searches(1))
	_, err = g.Reserve("search", searches(1))
	require.ErrorIs(t, err, ErrExhausted, "what the stage did not spend is kept for it")
	_, err = g.Reserve("report", searches(2))
	require.NoError(t, err)
}

func TestReservesBeyondTheMaximumAreCut(t *testing.T) {
	g := New(Limits{Max: searches(5), Reserve: map[string]Amount{"a": searches(4), "b": searches(4), "c": searches(-4)}}, newClock().Now)
	_, err := g.Reserve("b", searches(2))
	require.ErrorIs(t, err, ErrExhausted)
	_, err = g.Reserve("b", searches(1))
	require.NoError(t, err)
	_, err = g.Reserve("a", searches(4))
	require.NoError(t, err)
}

func TestARoundNeedsRoomInTheRunToo(t *testing.T) {
	g := New(Limits{Max: searches(5)}, newClock().Now)
	first, second := g.Round(Limits{Max: searches(3)}), g.Round(Limits{})
	_, err := first.Reserve("s", searches(4))
	require.ErrorIs(t, err, ErrExhausted)
	require.EqualValues(t, 5, g.Remaining().Searches, "a refusal costs nothing above either")
	paid, err := first.Reserve("s", searches(3))
	require.NoError(t, err)
	require.EqualValues(t, 2, second.Remaining().Searches)
	_, err = second.Reserve("s", searches(3))
	require.ErrorIs(t, err, ErrExhausted)
	require.Zero(t, second.Spent().Searches)
	paid.Settle(searches(2))
	require.EqualValues(t, 2, g.Spent().Searches)
	require.EqualValues(t, 2, first.Spent().Searches)
	require.EqualValues(t, 1, first.Remaining().Searches)
	require.EqualValues(t, 3, second.Remaining().Searches)
}

func TestWallTimeIsElapsedTime(t *testing.T) {
	now := newClock()
	g := New(Limits{Max: Amount{Wall: 10 * time.Second}, Reserve: map[string]Amount{"report": {Wall: 2 * time.Second}}}, now.Now)
	now.advance(3 * time.Second)
	round := g.Round(Limits{Max: Amount{Wall: 4 * time.Second}})
	require.Equal(t, 7*time.Second, g.Remaining().Wall)
	require.Equal(t, 4*time.Second, round.Remaining().Wall)
	_, err := g.Reserve("search", Amount{Wall: 6 * time.Second})
	var e *ExhaustedError
	require.ErrorAs(t, err, &e)
	require.Equal(t, ExhaustedError{"search", Wall, int64(3 * time.Second), int64(2 * time.Second), int64(6 * time.Second), int64(10 * time.Second)}, *e)
	require.ErrorContains(t, err, "3s used, 2s reserved and 6s asked")
	_, err = g.Reserve("search", Amount{Wall: 5 * time.Second})
	require.NoError(t, err)
	now.advance(5 * time.Second)
	_, err = g.Reserve("search", Amount{})
	require.ErrorIs(t, err, ErrExhausted, "only the reserve of the report is left")
	_, err = g.Reserve("report", Amount{Wall: 2 * time.Second})
	require.NoError(t, err)
	now.advance(3 * time.Second)
	_, err = g.Reserve("report", Amount{})
	require.ErrorIs(t, err, ErrExhausted)
	require.Zero(t, g.Remaining().Wall)
	require.Equal(t, 11*time.Second, g.Spent().Wall)
}

func TestTheContextEndsWithTheWallTime(t *testing.T) {
	now := newClock()
	g := New(Limits{Max: Amount{Wall: time.Hour}}, now.Now)
	round := g.Round(Limits{Max: Amount{Wall: time.Minute}})
	ctx, cancel := round.Context(t.Context())
	require.NoError(t, ctx.Err())
	deadline, ok := ctx.Deadline()
	require.True(t, ok)
	require.LessOrEqual(t, time.Until(deadline), time.Minute)
	cancel()
	now.advance(2 * time.Minute)
	ctx, cancel = round.Context(t.Context())
	defer cancel()
	<-ctx.Done()
	require.ErrorIs(t, context.Cause(ctx), ErrExhausted)
	unlimited, stop := New(Limits{}, now.Now).Context(t.Context())
	_, ok = unlimited.Deadline()
	require.False(t, ok)
	stop()
	require.ErrorIs(t, context.Cause(unlimited), context.Canceled)
}

// TestWhateverTheInterleaving checks the guard against its promises: spent plus in
// flight stays within the maximum, a refusal changes nothing, and a reserve stays
// payable until it is spent.
func TestWhateverTheInterleaving(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limits := Limits{Max: searches(rapid.Int64Range(1, 20).Draw(t, "max")), Reserve: map[string]Amount{
			"a": searches(rapid.Int64Range(0, 8).Draw(t, "reserve a")),
			"b": searches(rapid.Int64Range(0, 8).Draw(t, "reserve b")),
		}}
		run := New(limits, newClock().Now)
		guards := []*Guard{run, run.Round(Limits{Max: searches(rapid.Int64Range(0, 10).Draw(t, "round"))})}
		var open []*Reservation
		t.Repeat(map[string]func(*rapid.T){
			"reserve": func(t *rapid.T) {
				g := rapid.SampledFrom(guards).Draw(t, "guard")
				stage := rapid.SampledFrom([]string{"a", "b", "other"}).Draw(t, "stage")
				before := snapshot(guards)
				r, err := g.Reserve(stage, searches(rapid.Int64Range(0, 9).Draw(t, "ask")))
				if err != nil {
					require.Equal(t, before, snapshot(guards), "a refused step costs nothing")
					return
				}
				open = append(open, r)
			},
			"settle": func(t *rapid.T) {
				if len(open) == 0 {
					t.Skip("nothing is open")
				}
				i := rapid.IntRange(0, len(open)-1).Draw(t, "which")
				open[i].Settle(searches(rapid.Int64Range(0, open[i].asked[1]).Draw(t, "actual")))
			},
			"": func(t *rapid.T) {
				for stage, kept := range run.kept {
					r, err := run.Reserve(stage, searches(kept[1]))
					require.NoError(t, err, "the reserve of %s stays payable", stage)
					r.Release()
				}
				for _, g := range guards {
					if g.max[1] > 0 {
						require.LessOrEqual(t, g.spent[1]+g.inFlight[1], g.max[1])
					}
					require.GreaterOrEqual(t, g.inFlight[1], int64(0))
				}
			},
		})
	})
}

func snapshot(guards []*Guard) string {
	s := ""
	for _, g := range guards {
		s += fmt.Sprintln(g.spent, g.inFlight, g.kept)
	}
	return s
}

func TestManyGoroutinesNeverOverspend(t *testing.T) {
	g := New(Limits{Max: searches(50)}, time.Now)
	round := g.Round(Limits{Max: searches(40)})
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			guard := []*Guard{g, round}[i%2]
			for j := range 50 {
				paid, err := guard.Reserve("s", searches(2))
				if err != nil {
					continue
				}
				if g.Spent().Searches > 50 {
					t.Error("overspent")
				}
				if j%3 == 0 {
					paid.Release()
				}
				paid.Settle(searches(1))
			}
		})
	}
	wg.Wait()
	require.LessOrEqual(t, g.Spent().Searches, int64(50))
	require.Greater(t, g.Spent().Searches, int64(45))
	require.LessOrEqual(t, round.Spent().Searches, int64(40))
	require.Zero(t, g.inFlight[1])
}

func TestPricesAreData(t *testing.T) {
	p := DefaultPrices()
	require.EqualValues(t, 15_000, p.Cost("brave", 3))
	require.Zero(t, p.Cost("local", 1000))
	require.Zero(t, p.Cost("unheard of", 1))
	require.Zero(t, p.Cost("brave", -1))
	require.EqualValues(t, math.MaxInt64, p.Cost("brave", math.MaxInt64))
	_, err := ParsePrices(defaultPrices)
	require.NoError(t, err)
	_, err = ParsePrices([]byte(`{"x": -1}`))
	require.ErrorContains(t, err, "x: -1 is negative")
	_, err = ParsePrices([]byte(`{"x": 0.5}`))
	require.Error(t, err)
}

func BenchmarkReserveAndSettle(b *testing.B) {
	g := New(Limits{Max: searches(math.MaxInt64 / 2)}, time.Now).Round(Limits{})
	for b.Loop() {
		r, err := g.Reserve("search", searches(1))
		if err != nil {
			b.Fatal(err)
		}
		r.Settle(searches(1))
	}
}
