package plugincmd

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/conformance/gauge"
	"github.com/sparkhost/sparkhost/host/plugin/conformance/sample"
	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/golden"
)

// batches returns the requests that the plugins get.
func (f *benchFlags) batches() (list []gauge.Batch, err error) {
	if f.requests == "" {
		sizes := slices.Compact(slices.Sorted(slices.Values(f.sizes)))
		for _, n := range sizes {
			list = append(list, gauge.Batch{Label: rowsLabel(n), Rows: n, Request: func(m *contract.Manifest) (*contract.Request, error) {
				return sample.New(m, f.seed).Request(n), nil
			}})
		}
		return list, nil
	}
	cases, err := golden.ReadRequests(f.requests)
	if err != nil {
		return nil, err
	}
	for _, c := range cases {
		list = append(list, gauge.Batch{Label: c.Name, Rows: rowsOf(c.Request), Request: func(m *contract.Manifest) (*contract.Request, error) {
			mine := c // each plugin completes the config with its own defaults
			err := mine.Complete(m)
			return mine.Request, err
		}})
	}
	slices.SortStableFunc(list, func(a, b gauge.Batch) int { return a.Rows - b.Rows })
	return list, nil
}

func rowsLabel(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}

// rowsOf returns the number of rows of the largest table, which are the items.
func rowsOf(r *contract.Request) int {
	n := 0
	for i := range r.Tables {
		n = max(n, int(r.Tables[i].Rows))
	}
	return n
}

// measure asks for one batch after the other. One that a plugin has no answer to is noted, not fatal.
func (f *benchFlags) measure(c *cobra.Command, subjects []gauge.Subject, batches []gauge.Batch) (*benchmark, error) {
	plan := gauge.Plan{Calls: f.calls, Duration: f.duration}
	if f.calls == 0 && f.duration == 0 {
		plan.Calls = benchCalls
	}
	b := newBenchmark(subjects, f.seed)
	b.MadeUp = f.requests == ""
	for _, batch := range batches {
		series, err := gauge.Bench(c.Context(), subjects, batch, plan)
		if c.Context().Err() != nil {
			return nil, c.Context().Err()
		}
		if err != nil {
			b.Batches = append(b.Batches, benchBatch{Label: batch.Label, Rows: batch.Rows, Refused: refusedBatch(err)})
			continue
		}
		if err := b.add(batch, series); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// refusedBatch says who had no answer, and why.
func refusedBatch(err error) string {
	var e *plugin.Error
	if errors.As(err, &e) {
		return e.Error()
	}
	return err.Error()
}
