package run

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A frame is what a block of the policy can show its stages: tables whose columns
// are built only when a plugin declares them.
type frame []table

// A table is one table of a frame.
type table struct {
	name    string
	rows    int
	columns []column
}

// A column names itself and builds itself on demand.
type column struct {
	name  string
	build func() contract.Column
}

// numbers is a column of numbers that are all known.
func numbers(name string, rows int, at func(int) float64) column {
	return column{name, func() contract.Column {
		return contract.NumbersColumn(name, collect(rows, at), nil)
	}}
}

// nullable is a column of numbers some of which may be unknown.
func nullable(name string, rows int, at func(int) (float64, bool)) column {
	return column{name, func() contract.Column {
		values, present := make([]float64, rows), make([]bool, rows)
		for i := range rows {
			values[i], present[i] = at(i)
		}
		return contract.NumbersColumn(name, values, present)
	}}
}

// tokens is a column of token ids.
func tokens(name string, rows int, at func(int) []uint32) column {
	return column{name, func() contract.Column { return contract.TokensColumn(name, collect(rows, at)) }}
}

// texts is a column of strings.
func texts(name string, rows int, at func(int) string) column {
	return column{name, func() contract.Column { return contract.TextColumn(name, collect(rows, at)) }}
}

func collect[T any](rows int, at func(int) T) []T {
	out := make([]T, rows)
	for i := range out {
		out[i] = at(i)
	}
	return out
}

// request builds the inputs, which a plugin declares and is granted, and nothing else. One that
// scores learns how many items there are.
func (f frame) request(kind contract.Kind, inputs []contract.Input, config []contract.Setting) (*contract.Request, error) {
	req := &contract.Request{Contract: contract.Version, Config: config}
	for i := range f {
		if f[i].name == "items" && kind == contract.KindScore {
			req.Tables = append(req.Tables, contract.Table{Name: f[i].name, Rows: uint32(f[i].rows)})
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
		at := slices.IndexFunc(req.Tables, func(have contract.Table) bool { return have.Name == t.name })
		if at < 0 {
			at = len(req.Tables)
			req.Tables = append(req.Tables, contract.Table{Name: t.name, Rows: uint32(t.rows)})
		}
		req.Tables[at].Columns = append(req.Tables[at].Columns, c.build())
	}
	return req, nil
}

func (f frame) find(tableName, columnName string) (*table, *column) {
	for i := range f {
		if f[i].name != tableName {
			continue
		}
		for j := range f[i].columns {
			if f[i].columns[j].name == columnName {
				return &f[i], &f[i].columns[j]
			}
		}
	}
	return nil, nil
}

// String lists the columns on offer.
func (f frame) String() string {
	var names []string
	for _, t := range f {
		for _, c := range t.columns {
			names = append(names, t.name+"."+c.name)
		}
	}
	return strings.Join(names, ", ")
}
