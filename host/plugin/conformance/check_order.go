package conformance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

func checkOrder(ctx context.Context, k *kit) finding {
	samples, err := k.samples(ctx)
	if err != nil {
		return skip("%v", err)
	}
	count := 0
	for _, t := range samples {
		for i := range t.request.Tables {
			table := &t.request.Tables[i]
			if !k.permutable(table.Name) || table.Rows < 2 {
				continue
			}
			for _, order := range k.orders(int(table.Rows)) {
				if reason := k.permuted(ctx, t.request, table.Name, order); reason != "" {
					return broke("%s, table %s in another order: %s", t.name, table.Name, reason)
				}
				count++
			}
		}
	}
	if count == 0 {
		return skip("no request has a table of two rows whose order must not matter")
	}
	return pass("%d permutations of %d requests", count, len(samples))
}

// permutable reports a table whose rows the results are about: the items that are scored, the terms that
// are added up, whatever an assessment gives parts or findings of, and all that is long. Other rows
// may be referred to by their number.
func (k *kit) permutable(table string) bool {
	m := k.warm.Manifest()
	if m.Kind != contract.KindAssess {
		return k.made.Long(table)
	}
	return k.made.Long(table) || slices.ContainsFunc(m.Outputs, func(o contract.Output) bool { return o.Table == table })
}

// orders returns a reversal and a shuffle.
func (k *kit) orders(rows int) [][]int {
	reversed := upTo(rows)
	slices.Reverse(reversed)
	return [][]int{reversed, rand.New(rand.NewPCG(k.subject.Seed, uint64(rows))).Perm(rows)}
}

// permuted says in what the results of permuted rows differ, or "".
func (k *kit) permuted(ctx context.Context, r *contract.Request, table string, order []int) string {
	want, _, err := k.ask(ctx, k.warm, r)
	if err != nil {
		return told(err)
	}
	shuffled := editTables(r, func(t *contract.Table) {
		if t.Name == table {
			*t = pick(t, order)
		}
	})
	got, _, err := k.ask(ctx, k.warm, shuffled)
	if err != nil {
		return told(err)
	}
	twin := twins(r.Table(table))
	before := func(name string, row int) int {
		if name == table && row < len(twin) {
			return twin[row]
		}
		return row
	}
	after := func(name string, row int) int {
		if name == table && row < len(order) {
			return twin[order[row]]
		}
		return row
	}
	return difference(flatten(want, before), flatten(got, after))
}

// twins says for each row which is the first with the same content: between equal rows nobody can
// tell the difference, so a choice among them may fall differently.
func twins(t *contract.Table) []int {
	first := map[string]int{}
	out := make([]int, t.Len())
	for row := range out {
		alone := pick(t, []int{row})
		content := string((&contract.Request{Tables: []contract.Table{alone}}).Marshal(nil))
		if _, seen := first[content]; !seen {
			first[content] = row
		}
		out[row] = first[content]
	}
	return out
}

func checkSplit(ctx context.Context, k *kit) finding {
	if k.warm.Manifest().Kind != contract.KindScore {
		return skip("only scores are asked for in several batches")
	}
	samples, err := k.samples(ctx)
	if err != nil {
		return skip("%v", err)
	}
	count := 0
	for _, t := range samples {
		n := int(t.request.Table("items").Len())
		for _, rows := range batches(n) {
			if reason := k.scoredAlone(ctx, t.request, rows); reason != "" {
				return broke("%s, %d of its %d items in a batch of their own: %s", t.name, len(rows), n, reason)
			}
			count++
		}
	}
	if count == 0 {
		return skip("no request has two items")
	}
	return pass("%d batches of %d requests", count, len(samples))
}

// batches returns the halves of n rows, and some rows alone.
func batches(n int) [][]int {
	if n < 2 {
		return nil
	}
	all := upTo(n)
	return [][]int{all[:n/2], all[n/2:], all[:1], all[n/2 : n/2+1], all[n-1:]}
}

// scoredAlone says in what items of a smaller batch get other results, or "".
func (k *kit) scoredAlone(ctx context.Context, r *contract.Request, rows []int) string {
	whole, _, err := k.ask(ctx, k.warm, r)
	if err != nil {
		return told(err)
	}
	batch := editTables(r, func(t *contract.Table) {
		if t.Name == "items" {
			*t = pick(t, rows)
		}
	})
	alone, _, err := k.ask(ctx, k.warm, batch)
	if err != nil {
		return told(err)
	}
	want := slices.DeleteFunc(ofItems(whole, unmoved), func(p rowResult) bool {
		return !slices.Contains(rows, p.row)
	})
	got := ofItems(alone, func(_ string, row int) int { return rows[min(row, len(rows)-1)] })
	return difference(names(want), names(got))
}

// A rowResult is one number about one item.
type rowResult struct {
	placed
	row int
}

// ofItems lists scores and parts of items by the original rows.
func ofItems(r *contract.Response, origin func(string, int) int) []rowResult {
	var all []rowResult
	add := func(name string, values []float64) {
		for i, v := range values {
			row := origin("items", i)
			all = append(all, rowResult{placed{fmt.Sprintf("%s, row %d", name, row), v}, row})
		}
	}
	add("score", r.Score.Scores)
	for _, p := range r.Score.Parts {
		if p.Table == "items" {
			add("part "+p.Name, p.Values)
		}
	}
	return all
}

func names(list []rowResult) []placed {
	out := make([]placed, len(list))
	for i := range list {
		out[i] = list[i].placed
	}
	slices.SortFunc(out, func(a, b placed) int {
		if a.name < b.name {
			return -1
		}
		return 1
	})
	return out
}
