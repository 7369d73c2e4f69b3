package gauge

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/conformance/sample"
)

// ManyItems is the larger size of an estimate's batches. Every contract allows it.
const ManyItems = 400

const (
	fewItems = 50 // the smaller size
	// settling is the number of times an instance is asked the same: the first call also pays for memory and tables, and
	// in some a collector runs. The cheapest gives the cost of a call.
	settling = 4
)

// A Cost estimates what a plugin uses, in units of fuel, from made-up batches of two sizes.
type Cost struct {
	Start   int64   `json:"start"`           // of starting an instance
	PerCall float64 `json:"per_call"`        // of a call apart from its items; 0 if the items explain all
	PerItem float64 `json:"per_item"`        // of one row more
	First   int64   `json:"first_call"`      // of an instance's first call, with the larger batch
	Memory  uint64  `json:"instance_memory"` // bytes that an instance holds after that batch
}

// Estimate asks a fresh instance for each size, the same a few times, since what a used one takes depends on its
// past. The error is that of the plugin: it may have no answer to what is made up.
func Estimate(ctx context.Context, box *plugin.Sandbox, s plugin.Source, l plugin.Limits, seed uint64) (c Cost, err error) {
	var fuel [2]float64
	for i, rows := range []int{fewItems, ManyItems} {
		calls, stats, err := settle(ctx, box, s, l, sampled{seed, rows})
		if err != nil {
			return Cost{Start: stats.StartFuel, Memory: stats.MaxMemory}, fmt.Errorf("a made-up batch of %d rows: %w", rows, err)
		}
		fuel[i] = float64(slices.Min(calls))
		c.Start, c.First, c.Memory = stats.StartFuel, calls[0], stats.MaxMemory
	}
	c.PerItem = max(0, (fuel[1]-fuel[0])/(ManyItems-fewItems))
	c.PerCall = max(0, fuel[0]-fewItems*c.PerItem)
	return c, nil
}

// sampled is a made-up request.
type sampled struct {
	seed uint64
	rows int
}

// settle gives the fuel of the first calls of a fresh instance.
func settle(ctx context.Context, box *plugin.Sandbox, s plugin.Source, l plugin.Limits, r sampled) (fuel []int64, stats plugin.Stats, err error) {
	l.Instances = 1
	p, err := box.Load(ctx, s, l)
	if err != nil {
		return nil, stats, err
	}
	defer func() { err = errors.Join(err, p.Close(context.WithoutCancel(ctx))) }()
	request := sample.New(p.Manifest(), r.seed).Request(r.rows)
	for range settling {
		_, call, err := p.Call(ctx, request)
		if err != nil {
			return nil, p.Stats(), err
		}
		fuel = append(fuel, call.Fuel)
	}
	return fuel, p.Stats(), nil
}
