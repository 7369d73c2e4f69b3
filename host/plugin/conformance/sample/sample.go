// Package sample makes up requests for plugins from what their manifests declare: realistic enough to
// exercise them, and the same in every process.
//
//	g := sample.New(p.Manifest(), 1)
//	response, call, err := p.Call(ctx, g.Request(100))
//
// What a column holds follows from its name, as the host uses it: years, counts, shares, sections,
// sentences with negations and numbers, token sets in which frequent words are frequent. A
// column of a name that nobody knows gets numbers, words or tokens of some kind.
package sample

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// ItemsTable is the table whose rows a score plugin scores.
const ItemsTable = "items"

// A Generator makes requests for one plugin. Equal manifests and seeds give equal requests, and a
// request begins with the rows of a smaller one. It may be used by many goroutines.
type Generator struct {
	manifest *contract.Manifest
	seed     uint64
}

// New makes a generator for a valid manifest.
func New(m *contract.Manifest, seed uint64) *Generator { return &Generator{m, seed} }

// Request makes a request with that many rows in each table that can be long, all declared columns,
// and the default config.
func (g *Generator) Request(rows int) *contract.Request {
	settings, err := g.manifest.Settings(nil)
	if err != nil {
		settings = nil // not valid: the host says so when it is asked
	}
	r := &contract.Request{Contract: contract.Version, Config: settings}
	for _, name := range g.Tables() {
		r.Tables = append(r.Tables, g.table(name, rows))
	}
	return r
}

// Tables lists the tables of a request, in the order of the manifest; a score plugin gets items
// in any case.
func (g *Generator) Tables() []string {
	var names []string
	for i := range g.manifest.Inputs {
		if name := g.manifest.Inputs[i].Table; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if g.manifest.Kind == contract.KindScore && !slices.Contains(names, ItemsTable) {
		names = append(names, ItemsTable)
	}
	return names
}

// Long reports whether a table has as many rows as [Generator.Request] is asked for. The others are about
// the question as a whole, or are few, as options are.
func (g *Generator) Long(table string) bool {
	if g.manifest.Kind == contract.KindScore {
		return table == ItemsTable
	}
	return !slices.Contains(single, table) && !slices.Contains(few, table)
}

// Tables about the question as a whole have one row, those of things to choose from a few.
var (
	single = []string{"query", "question", "draft", "answer", "pool", "run"}
	few    = []string{"options", "known"}
)

const fewRows = 4

func (g *Generator) rowsOf(table string, rows int) int {
	switch {
	case g.Long(table):
		return rows
	case slices.Contains(single, table):
		return 1
	}
	return fewRows
}

func (g *Generator) table(name string, rows int) contract.Table {
	n := g.rowsOf(name, rows)
	t := contract.Table{Name: name, Rows: uint32(n)}
	for i := range g.manifest.Inputs {
		if in := &g.manifest.Inputs[i]; in.Table == name {
			t.Columns = append(t.Columns, g.column(in, n))
		}
	}
	return t
}

// column fills a column, row by row, from a sequence of its own.
func (g *Generator) column(in *contract.Input, rows int) contract.Column {
	r := g.random(in.Table + "." + in.Column)
	switch in.Type {
	case contract.ColumnTokens:
		return contract.TokensColumn(in.Column, collect(rows, tokens(in, r)))
	case contract.ColumnText:
		return contract.TextColumn(in.Column, collect(rows, texts(in, r)))
	}
	values, known := make([]float64, rows), make([]bool, rows)
	next := numbers(in, r)
	for i := range rows {
		values[i], known[i] = next(i)
	}
	return contract.NumbersColumn(in.Column, values, known)
}

func (g *Generator) random(label string) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(label))
	return rand.New(rand.NewPCG(g.seed, h.Sum64()))
}

func collect[T any](rows int, next func(int) T) []T {
	out := make([]T, rows)
	for i := range out {
		out[i] = next(i)
	}
	return out
}
