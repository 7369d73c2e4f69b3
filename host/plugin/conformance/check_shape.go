package conformance

import (
	"context"
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/plugin/conformance/sample"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

func checkOrdinary(ctx context.Context, k *kit) finding {
	var trials []trial
	for n := range uint64(3) {
		trials = append(trials, trial{fmt.Sprintf("%d made-up rows, seed %d", sampleRows, k.subject.Seed+n), sample.New(k.warm.Manifest(), k.subject.Seed+n).Request(sampleRows)})
	}
	f := k.try(ctx, trials, false)
	if f.status == Passed || len(k.authored()) == 0 {
		return f
	}
	if g := k.try(ctx, trials, true); g.status == Passed && checkRequests(ctx, k).status != Failed {
		return pass("it refuses made-up requests (%s), but not the author's", f.detail)
	}
	return f
}

func checkOneRow(ctx context.Context, k *kit) finding {
	trials := []trial{{"one made-up row", k.made.Request(1)}}
	for _, t := range k.someAuthored(8) {
		trials = append(trials, trial{"the first row of " + t.name, k.firstRows(t.request, 1)})
	}
	return k.tryAs(ctx, trials)
}

func checkEmpty(ctx context.Context, k *kit) finding {
	trials := []trial{{"no rows", k.made.Request(0)}}
	for _, t := range k.someAuthored(8) {
		trials = append(trials, trial{"no rows of " + t.name, k.firstRows(t.request, 0)})
	}
	return k.tryAs(ctx, trials)
}

// tryAs tries trials of which the first is made up: its refusal is forgiven if the author has given
// requests that make sense.
func (k *kit) tryAs(ctx context.Context, trials []trial) finding {
	f := k.try(ctx, trials[:1], len(trials) > 1)
	if f.status != Passed || len(trials) == 1 {
		return f
	}
	return k.try(ctx, trials[1:], false)
}

// firstRows cuts the long tables of a request to n rows.
func (k *kit) firstRows(r *contract.Request, n int) *contract.Request {
	return editTables(r, func(t *contract.Table) {
		if k.made.Long(t.Name) && int(t.Rows) > n {
			*t = pick(t, upTo(n))
		}
	})
}

// The size of a huge batch: at most so many rows, and encoded at most this share of the memory limit, since a
// guest holds request, columns and answer at once.
const (
	hugeRows        = 20_000
	hugeMemoryShare = 16
)

func checkHuge(ctx context.Context, k *kit) finding {
	rows, err := k.hugeRows(ctx)
	if err != nil {
		return skip("an ordinary request got no answer: %s", told(err))
	}
	r := k.made.Request(rows)
	_, call, err := k.ask(ctx, k.warm, r)
	figures := []Figure{{"rows", float64(rows), ""}, {"request", float64(call.InputBytes), "bytes"}, {"fuel", float64(call.Fuel), "units"}}
	f := pass("%d rows, %d bytes answered", rows, call.InputBytes)
	switch {
	case own(err):
		f = pass("%d rows: %s", rows, told(err))
	case err != nil:
		f = broke("%d rows, %d bytes: %s", rows, call.InputBytes, told(err))
	}
	f.figures = figures
	return f
}

// hugeRows returns the number of rows that fit into memory and fuel, as far as two small requests tell.
func (k *kit) hugeRows(ctx context.Context) (int, error) {
	const probe = 64
	_, small, err := k.ask(ctx, k.warm, k.made.Request(probe))
	if err != nil {
		return 0, err
	}
	_, large, err := k.ask(ctx, k.warm, k.made.Request(2*probe))
	if err != nil {
		return 0, err
	}
	limits := k.warm.Limits()
	rows := hugeRows
	if each := max(1, (large.InputBytes-small.InputBytes)/probe); each > 0 {
		rows = min(rows, int(limits.MemoryBytes/hugeMemoryShare)/each)
	}
	if each := max(1, (large.Fuel-small.Fuel)/probe); each > 0 {
		rows = min(rows, int(limits.Fuel/2/each))
	}
	return max(rows, 1), nil
}

func checkOptional(ctx context.Context, k *kit) finding {
	inputs := k.warm.Manifest().Inputs
	var trials []trial
	all := k.made.Request(sampleRows)
	for i := range inputs {
		if in := &inputs[i]; in.Optional {
			all = without(all, in)
			trials = append(trials, trial{"without " + in.Table + "." + in.Column, without(k.made.Request(sampleRows), in)})
		}
	}
	if len(trials) == 0 {
		return skip("it declares no optional column")
	}
	trials = append(trials, trial{"without any optional column", all})
	return k.try(ctx, trials, true)
}

// without is r without a column, and without its table if nothing is left of that.
func without(r *contract.Request, in *contract.Input) *contract.Request {
	out := editTables(r, func(t *contract.Table) {
		if t.Name == in.Table {
			t.Columns = slices.DeleteFunc(slices.Clone(t.Columns), func(c contract.Column) bool { return c.Name == in.Column })
		}
	})
	out.Tables = slices.DeleteFunc(out.Tables, func(t contract.Table) bool {
		return t.Name == in.Table && len(t.Columns) == 0 && t.Name != sample.ItemsTable
	})
	return out
}

func checkUnknown(ctx context.Context, k *kit) finding {
	base := k.made.Request(sampleRows)
	var trials []trial
	all := base
	for _, t := range base.Tables {
		for _, c := range t.Columns {
			if k.isKey(&t, &c) {
				continue
			}
			where := t.Name + "." + c.Name
			odd := func(row int) bool { return row%2 == 1 }
			trials = append(trials,
				trial{"every other row of " + where + " unknown", forget(base, t.Name, c.Name, odd)},
				trial{"all of " + where + " unknown", forget(base, t.Name, c.Name, func(int) bool { return true })})
			all = forget(all, t.Name, c.Name, func(int) bool { return true })
		}
	}
	if len(trials) == 0 {
		return skip("it reads no column that can be unknown")
	}
	f := k.try(ctx, append(trials, trial{"everything unknown", all}), len(k.authored()) > 0)
	return f
}

// isKey reports the column by which the contract tells the terms of a calibration apart.
func (k *kit) isKey(t *contract.Table, c *contract.Column) bool {
	return k.warm.Manifest().Kind == contract.KindCalibrate && t.Name == "terms" && c.Name == "name"
}
