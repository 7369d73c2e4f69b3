package conformance

import (
	"slices"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// editTables returns a copy of r whose tables were changed. Columns are shared until somebody replaces them.
func editTables(r *contract.Request, change func(*contract.Table)) *contract.Request {
	out := *r
	out.Tables = slices.Clone(r.Tables)
	for i := range out.Tables {
		change(&out.Tables[i])
	}
	return &out
}

// editColumn returns a copy of r in which one column is another.
func editColumn(r *contract.Request, table, name string, change func(contract.Column) contract.Column) *contract.Request {
	return editTables(r, func(t *contract.Table) {
		if t.Name != table {
			return
		}
		t.Columns = slices.Clone(t.Columns)
		for i := range t.Columns {
			if t.Columns[i].Name == name {
				t.Columns[i] = change(t.Columns[i])
			}
		}
	})
}

// upTo is 0 … n-1.
func upTo(n int) []int {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// pick makes a table of the given rows of t, in that order.
func pick(t *contract.Table, rows []int) contract.Table {
	out := contract.Table{Name: t.Name, Rows: uint32(len(rows))}
	for i := range t.Columns {
		out.Columns = append(out.Columns, pickColumn(&t.Columns[i], rows))
	}
	return out
}

func pickColumn(c *contract.Column, rows []int) contract.Column {
	known := make([]bool, len(rows))
	for i, row := range rows {
		known[i] = c.Known(row)
	}
	var out contract.Column
	switch c.Type {
	case contract.ColumnTokens:
		out = contract.TokensColumn(c.Name, gather(rows, c.TokensAt))
	case contract.ColumnText:
		out = contract.TextColumn(c.Name, gather(rows, c.StringAt))
	default:
		return contract.NumbersColumn(c.Name, gather(rows, func(row int) float64 { return c.Numbers[row] }), known)
	}
	out.Present = contract.NewPresence(known)
	return out
}

func gather[T any](rows []int, at func(int) T) []T {
	out := make([]T, len(rows))
	for i, row := range rows {
		out[i] = at(row)
	}
	return out
}

// forget makes values of a column unknown.
func forget(r *contract.Request, table, name string, unknown func(row int) bool) *contract.Request {
	return editColumn(r, table, name, func(c contract.Column) contract.Column {
		rows := upTo(length(&c))
		known := make([]bool, len(rows))
		for row := range rows {
			known[row] = c.Known(row) && !unknown(row)
		}
		var out contract.Column
		switch c.Type {
		case contract.ColumnTokens:
			out = contract.TokensColumn(name, gather(rows, func(row int) []uint32 { return keep(known[row], c.TokensAt(row)) }))
		case contract.ColumnText:
			out = contract.TextColumn(name, gather(rows, func(row int) string { return keep(known[row], c.StringAt(row)) }))
		default:
			return contract.NumbersColumn(name, slices.Clone(c.Numbers), known)
		}
		out.Present = contract.NewPresence(known)
		return out
	})
}

func keep[T any](known bool, v T) T {
	var zero T
	if known {
		return v
	}
	return zero
}

// length returns the number of rows of a valid column.
func length(c *contract.Column) int {
	if c.Type == contract.ColumnNumbers {
		return len(c.Numbers)
	}
	return len(c.Offsets) - 1
}
