package hostile_test

import (
	"context"
	"testing"
	"time"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/hostile"
)

// BenchmarkDeadline measures how long after the caller's deadline a runaway's call returns: the mean and the worst.
func BenchmarkDeadline(b *testing.B) {
	lateness(b, func(p *plugin.Plugin) time.Time {
		deadline := time.Now().Add(10 * time.Millisecond)
		ctx, cancel := context.WithDeadline(context.Background(), deadline)
		defer cancel()
		_, _, _ = p.Call(ctx, hostile.Request())
		return deadline
	})
}

// BenchmarkStop measures how long after its cancellation a runaway's call returns.
func BenchmarkStop(b *testing.B) {
	lateness(b, func(p *plugin.Plugin) time.Time {
		ctx, cancel := context.WithCancel(context.Background())
		cancelled := make(chan time.Time, 1)
		time.AfterFunc(5*time.Millisecond, func() { cancelled <- time.Now(); cancel() })
		_, _, _ = p.Call(ctx, hostile.Request())
		return <-cancelled
	})
}

// lateness measures each runaway from the moment that call gives until it has returned.
func lateness(b *testing.B, call func(p *plugin.Plugin) time.Time) {
	for _, r := range hostile.Runaways() {
		b.Run(r.Name, func(b *testing.B) {
			p := load(b, &r.Case, plugin.Limits{Fuel: 1 << 60, Wall: time.Hour})
			var worst, sum time.Duration
			n := 0
			for b.Loop() {
				late := time.Since(call(p))
				worst, sum, n = max(worst, late), sum+late, n+1
			}
			b.ReportMetric(sum.Seconds()*1e3/float64(n), "ms-mean")
			b.ReportMetric(worst.Seconds()*1e3, "ms-worst")
		})
	}
}

// BenchmarkBudget measures how far beyond its budget of 100 million units a runaway's call comes, and how long it takes.
func BenchmarkBudget(b *testing.B) {
	const budget = 100_000_000
	for _, r := range hostile.Runaways() {
		b.Run(r.Name, func(b *testing.B) {
			p := load(b, &r.Case, plugin.Limits{Fuel: budget, Wall: time.Hour})
			worst := int64(0)
			for b.Loop() {
				_, _, err := p.Call(context.Background(), hostile.Request())
				e, ok := err.(*plugin.Error)
				if !ok || e.Kind != plugin.KindFuel {
					b.Fatal(err)
				}
				worst = max(worst, e.Used-e.Limit)
			}
			b.ReportMetric(float64(worst), "units-over")
		})
	}
}
