package conformance

import (
	"context"
	"math"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

const (
	// recycling is the number of calls after which a host replaces an instance anyway, and MaxCalls half
	// of it, since growth may have to be looked at twice.
	recycling = 20_000
	// spareBytes is growth that can be anything: the blocks by which heaps grow, and the garbage that is there
	// before stock Go's collector runs for the first time, which small calls do not reach in so many. A leak
	// of as little ends with the instance.
	spareBytes = 4 << 20
)

// MaxCalls is the greatest [Options.Calls].
const MaxCalls = recycling / 2

// checkMemory asks one instance many times. A collector needs a while until its heap has found its size, so
// what grows after the first quarter is looked at once more, for as many calls again: garbage stops growing
// then, a leak does not.
func checkMemory(ctx context.Context, k *kit) finding {
	p, err := k.fresh(ctx)
	if err != nil {
		return broke("%s", told(err))
	}
	defer func() { _ = p.Close(context.WithoutCancel(ctx)) }()
	calls := k.options.Calls
	if err := k.drive(ctx, p, max(1, calls/4)); err != nil {
		if own(err) {
			return skip("an ordinary request got no answer: %s", told(err))
		}
		return broke("%s", told(err))
	}
	done, grown, high := max(1, calls/4), uint64(0), uint64(0)
	for _, more := range []int{calls - done, calls} {
		before := p.Stats().MaxMemory
		if err := k.drive(ctx, p, more); err != nil {
			return broke("after %d calls: %s", done, told(err))
		}
		done += more
		high = p.Stats().MaxMemory
		if grown = high - before; grown <= max(spareBytes, before/8) {
			break
		}
	}
	f := pass("%d bytes after %d calls", high, done)
	switch {
	case p.Stats().Recycled > 0 && done < recycling:
		f = broke("the instance outgrew three quarters of its memory limit within %d calls", done)
	case grown > max(spareBytes, (high-grown)/8):
		f = broke("memory keeps growing: by %d bytes in the last %d of %d calls, to %d", grown, calls, done, high)
	}
	f.figures = []Figure{{"calls", float64(done), ""}, {"memory", float64(high), "bytes"}, {"growth", float64(grown), "bytes"}}
	return f
}

// drive makes calls of a few sizes in turn.
func (k *kit) drive(ctx context.Context, p *plugin.Plugin, calls int) error {
	requests := []*contract.Request{k.made.Request(8), k.made.Request(sampleRows), k.made.Request(1)}
	for n := range calls {
		if _, _, err := k.ask(ctx, p, requests[n%len(requests)]); err != nil {
			return err
		}
	}
	return nil
}

// The exponents of growth: n·log n is about 1.15 at this size, quadratic is 2.
const (
	fuelRows      = 128
	noted, steep  = 1.25, 1.5
	constantUnits = 2_000 // a difference that does not count as growth
)

// checkFuel compares what 128, 256 and 512 rows cost an instance that has had the same request before, since
// the first call also pays for memory. It takes differences, so that what a call costs anyway is left
// out.
func checkFuel(ctx context.Context, k *kit) finding {
	var fuel [3]float64
	for i := range fuel {
		rows := fuelRows << i
		got, err := k.settled(ctx, trial{request: k.made.Request(rows)})
		switch {
		case err != nil:
			return broke("%s", told(err))
		case got.own || got.err != "" && i == 0:
			return skip("%d rows got no answer: %s", rows, got.err)
		case got.err != "":
			return broke("%d rows cost %.0f units of fuel, but %d rows got no answer: %s", fuelRows<<(i-1), fuel[i-1], rows, got.err)
		}
		fuel[i] = float64(got.fuel)
	}
	first, second := fuel[1]-fuel[0], fuel[2]-fuel[1]
	each := (fuel[2] - fuel[0]) / (3 * fuelRows)
	figures := []Figure{{"fuel per row", math.Round(each), "units"}}
	if first < constantUnits || second < constantUnits {
		f := pass("it hardly depends on the number of rows")
		f.figures = figures
		return f
	}
	exponent := math.Log2(second / first)
	if fuel[2] <= 4*fuel[0] { // what a call costs anyway hides the growth, and differences are noise
		exponent = min(exponent, 1)
	}
	figures = append(figures, Figure{"exponent", math.Round(exponent*100) / 100, ""})
	f := pass("%.0f units a row, growing as rows^%.2f", each, exponent)
	switch {
	case exponent > steep:
		f = broke("fuel grows as rows^%.2f: %.0f units for %d rows, %.0f for %d, %.0f for %d", exponent,
			fuel[0], fuelRows, fuel[1], 2*fuelRows, fuel[2], 4*fuelRows)
	case exponent > noted:
		f = pass("%.0f units a row, growing as rows^%.2f: more than linearly", each, exponent)
	}
	f.figures = figures
	return f
}

// settled returns the third answer of an instance to one request, or the second if that was cheaper, as it is when
// a collector has run in between.
func (k *kit) settled(ctx context.Context, t trial) (answered, error) {
	p, err := k.fresh(ctx)
	if err != nil {
		return answered{}, err
	}
	defer func() { _ = p.Close(context.WithoutCancel(ctx)) }()
	var last [3]answered
	for i := range last {
		last[i] = k.answer(ctx, p, t)
	}
	if last[1].err == "" && last[2].err == "" && last[1].fuel < last[2].fuel {
		return last[1], nil
	}
	return last[2], nil
}
