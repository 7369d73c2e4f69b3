package frame

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A Frame holds what a block of the policy can show its stages: tables whose columns
// are built only when a plugin declares them.
type Frame []Table

// A Table is one table of a frame.
type Table struct {
	Name    string
	Rows    int
	Columns []Column
}

// A Column names itself and builds itself on demand.
type Column struct {
	name  string
	build func() contract.Column
}

// Numbers returns a column of numbers that are all known.
func Numbers(name string, rows int, at func(int) float64) Column {
	return Column{name, func() contract.Column {
		return contract.NumbersColumn(name, Collect(rows, at), nil)
	}}
}

// Nullable returns a column of numbers some of which may be unknown.
func Nullable(name string, rows int, at func(int) (float64, bool)) Column {
	return Column{name, func() contract.Column {
		values, present := make([]float64, rows), make([]bool, rows)
		for i := range rows {
			values[i], present[i] = at(i)
		}
		return contract.NumbersColumn(name, values, present)
	}}
}

// Tokens returns a column of token ids.
func Tokens(name string, rows int, at func(int) []uint32) Column {
	return Column{name, func() contract.Column { return contract.TokensColumn(name, Collect(rows, at)) }}
}

// Texts returns a column of strings.
func Texts(name string, rows int, at func(int) string) Column {
	return Column{name, func() contract.Column { return contract.TextColumn(name, Collect(rows, at)) }}
}

// Collect returns the values of so many rows.
func Collect[T any](rows int, at func(int) T) []T {
	out := make([]T, rows)
	for i := range out {
		out[i] = at(i)
	}
	return out
}

// Request builds the inputs, which a plugin declares and is granted, and nothing else. One that
// scores learns how many items there are.
func (f Frame) Request(kind contract.Kind, inputs []contract.Input, config []contract.Setting) (*contract.Request, error) {
	req := &contract.Request{Contract: contract.Version, Config: config}
	for i := range f {
		if f[i].Name == "items" && kind == contract.KindScore {
			req.Tables = append(req.Tables, contract.Table{Name: f[i].Name, Rows: uint32(f[i].Rows)})
		}
	}
	for _, in := range inputs {
		t, c := f.find(in.Table, in.Column)
		if c == nil {
			if in.Optional {
				continue
			}
			return nil, fmt.Errorf("needs column %s.%s, which this block does not offer; it offers %s", in.Table, in.Column, f)
		}
		at := slices.IndexFunc(req.Tables, func(have contract.Table) bool { return have.Name == t.Name })
		if at < 0 {
			at = len(req.Tables)
			req.Tables = append(req.Tables, contract.Table{Name: t.Name, Rows: uint32(t.Rows)})
		}
		req.Tables[at].Columns = append(req.Tables[at].Columns, c.build())
	}
	return req, nil
}

func (f Frame) find(tableName, columnName string) (*Table, *Column) {
	for i := range f {
		if f[i].Name != tableName {
			continue
		}
		for j := range f[i].Columns {
			if f[i].Columns[j].name == columnName {
				return &f[i], &f[i].Columns[j]
			}
		}
	}
	return nil, nil
}

// String lists the columns on offer.
func (f Frame) String() string {
	var names []string
	for _, t := range f {
		for _, c := range t.Columns {
			names = append(names, t.Name+"."+c.name)
		}
	}
	return strings.Join(names, ", ")
}
