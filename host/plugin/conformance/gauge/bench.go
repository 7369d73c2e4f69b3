package gauge

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A Subject is a loaded plugin, with a name of its own.
type Subject struct {
	Name   string
	Plugin *plugin.Plugin
}

// A Batch is a request that every subject is asked.
type Batch struct {
	Label   string // of what is printed, such as "32 rows"
	Rows    int    // of its largest table: the items
	Request func(*contract.Manifest) (*contract.Request, error)
}

// A Plan says how long is measured. One of both is set.
type Plan struct {
	Calls    int           // of each subject and batch
	Duration time.Duration // of each batch, all subjects together; at least ten calls are made
}

const (
	warmCalls  = 5  // before anything is measured
	leastCalls = 10 // under Plan.Duration
	allocCalls = 10 // that allocations are counted over
)

// A Series holds the measurements of one subject with one batch.
type Series struct {
	Took      []time.Duration // of each call, in turn with the other subjects
	Fuel      []int64         // units of each call
	FuelLimit int64
	Memory    uint64  // bytes, the largest that an instance held so far
	Allocs    float64 // objects that the host allocates for a call
	Bytes     float64 // of these
}

// Bench measures all subjects with one batch, call by call in turns, so that what slows the machine down
// slows all of them. The plugins must answer from instances: load them without a memo.
func Bench(ctx context.Context, subjects []Subject, b Batch, plan Plan) ([]Series, error) {
	requests := make([]*contract.Request, len(subjects))
	all := make([]Series, len(subjects))
	for i, s := range subjects {
		var err error
		if requests[i], err = b.Request(s.Plugin.Manifest()); err != nil {
			return nil, fmt.Errorf("%s, %s: %w", s.Name, b.Label, err)
		}
		if err := all[i].prepare(ctx, s, requests[i]); err != nil {
			return nil, fmt.Errorf("%s, %s: %w", s.Name, b.Label, err)
		}
	}
	begin := time.Now()
	for n := 0; plan.more(n, time.Since(begin)); n++ {
		for turn := range subjects {
			i := (turn + n) % len(subjects) // nobody is always the first
			if err := all[i].measure(ctx, subjects[i].Plugin, requests[i]); err != nil {
				return nil, fmt.Errorf("%s, %s: %w", subjects[i].Name, b.Label, err)
			}
		}
	}
	for i, s := range subjects {
		all[i].Memory = s.Plugin.Stats().MaxMemory
	}
	return all, nil
}

// more says whether call n is to be made.
func (p Plan) more(n int, since time.Duration) bool {
	if p.Duration > 0 {
		return n < leastCalls || since < p.Duration
	}
	return n < p.Calls
}

// prepare warms an instance up and counts what the host allocates, which reading the counters in between
// would disturb.
func (s *Series) prepare(ctx context.Context, on Subject, r *contract.Request) error {
	for range warmCalls {
		if _, _, err := on.Plugin.Call(ctx, r); err != nil {
			return err
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range allocCalls {
		if _, _, err := on.Plugin.Call(ctx, r); err != nil {
			return err
		}
	}
	runtime.ReadMemStats(&after)
	s.Allocs = float64(after.Mallocs-before.Mallocs) / allocCalls
	s.Bytes = float64(after.TotalAlloc-before.TotalAlloc) / allocCalls
	return nil
}

func (s *Series) measure(ctx context.Context, p *plugin.Plugin, r *contract.Request) error {
	_, call, err := p.Call(ctx, r)
	if err != nil {
		return err
	}
	s.Took = append(s.Took, call.Elapsed)
	s.Fuel, s.FuelLimit = append(s.Fuel, call.Fuel), call.FuelLimit
	return nil
}
