package conformance

import (
	"context"
	"math"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// pageBytes is by what memory grows.
const pageBytes = 64 << 10

// checkMemory asks one instance many times. A collector needs a while until its heap has found its size, so
// only growth after the first quarter counts, and a page or two can be anything.
func checkMemory(ctx context.Context, k *kit) finding {
	p, err := k.fresh(ctx)
	if err != nil {
		return broke("%s", told(err))
	}
	defer func() { _ = p.Close(context.WithoutCancel(ctx)) }()
	calls := k.options.Calls
	requests := []*contract.Request{k.made.Request(8), k.made.Request(sampleRows), k.made.Request(1)}
	early := uint64(0)
	for n := range calls {
		if _, _, err := k.ask(ctx, p, requests[n%len(requests)]); err != nil {
			if n < len(requests) && own(err) {
				return skip("an ordinary request got no answer: %s", told(err))
			}
			return broke("call %d: %s", n+1, told(err))
		}
		if n == calls/4 {
			early = p.Stats().MaxMemory
		}
	}
	s := p.Stats()
	grown := int64(s.MaxMemory) - int64(early)
	f := pass("%d bytes after %d calls", s.MaxMemory, calls)
	switch {
	case s.Recycled > 0 && calls < recycling:
		f = broke("the instance outgrew three quarters of its memory limit and was replaced, %d times in %d calls", s.Recycled, calls)
	case grown > max(2*pageBytes, int64(early/8)):
		f = broke("memory grew from %d to %d bytes after the first quarter of %d calls", early, s.MaxMemory, calls)
	}
	f.figures = []Figure{{"calls", float64(calls), ""}, {"memory", float64(s.MaxMemory), "bytes"}, {"growth", float64(max(grown, 0)), "bytes"}}
	return f
}

// recycling is the number of calls after which a host replaces an instance anyway.
const recycling = 20_000

// The exponents of growth: n·log n is about 1.15 at this size, quadratic is 2.
const (
	fuelRows      = 128
	noted, steep  = 1.25, 1.5
	constantUnits = 2_000 // a difference that is no growth
)

// checkFuel compares what 128, 256 and 512 rows cost on fresh instances. It takes differences, so that
// what a call costs anyway is left out.
func checkFuel(ctx context.Context, k *kit) finding {
	var fuel [3]float64
	for i := range fuel {
		rows := fuelRows << i
		got, _, err := k.onFresh(ctx, k.fresh, trial{request: k.made.Request(rows)})
		switch {
		case err != nil:
			return broke("%s", told(err))
		case got.err != "":
			return skip("%d rows got no answer: %s", rows, got.err)
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
