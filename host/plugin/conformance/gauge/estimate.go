package gauge

import (
	"context"
	"errors"
	"fmt"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/conformance/sample"
)

// The sizes of an estimate's batches. Both are small enough for every contract, and far enough apart that
// what a collector does in between counts little.
const (
	fewItems  = 50
	manyItems = 400
)

// A Cost is what a plugin uses, in units of fuel, as made-up batches of two sizes show.
type Cost struct {
	Start   int64   `json:"start"`           // of starting an instance
	PerCall float64 `json:"per_call"`        // of a call apart from its items; 0 if the items explain all
	PerItem float64 `json:"per_item"`        // of one row more
	Memory  uint64  `json:"instance_memory"` // bytes that an instance holds after the larger batch
}

// Estimate asks a fresh instance for each batch, since only their fuel is the same everywhere. The error
// is that of the plugin: it may have no answer to what is made up.
func Estimate(ctx context.Context, box *plugin.Sandbox, s plugin.Source, l plugin.Limits, seed uint64) (c Cost, err error) {
	var fuel [2]float64
	for i, rows := range []int{fewItems, manyItems} {
		call, stats, err := once(ctx, box, s, l, seed, rows)
		if err != nil {
			return Cost{Start: stats.StartFuel, Memory: stats.MaxMemory}, fmt.Errorf("a made-up batch of %d rows: %w", rows, err)
		}
		fuel[i] = float64(call.Fuel)
		c.Start, c.Memory = stats.StartFuel, stats.MaxMemory
	}
	c.PerItem = max(0, (fuel[1]-fuel[0])/(manyItems-fewItems))
	c.PerCall = max(0, fuel[0]-fewItems*c.PerItem)
	return c, nil
}

// once asks a fresh instance.
func once(ctx context.Context, box *plugin.Sandbox, s plugin.Source, l plugin.Limits, seed uint64, rows int) (call plugin.Call, stats plugin.Stats, err error) {
	l.Instances = 1
	p, err := box.Load(ctx, s, l)
	if err != nil {
		return call, stats, err
	}
	defer func() { err = errors.Join(err, p.Close(context.WithoutCancel(ctx))) }()
	_, call, err = p.Call(ctx, sample.New(p.Manifest(), seed).Request(rows))
	return call, p.Stats(), err
}
