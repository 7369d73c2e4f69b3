package plugin

import (
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// itemsTable is the table whose rows a score contract scores; its row count is always sent.
const itemsTable = "items"

// project keeps of tables what the manifest declares, in the order of the declaration, so
// that a plugin sees nothing else and equal inputs have equal bytes. Columns are shared
// with tables, not copied. A declared column or table that is not there is a fault of
// the request unless it is optional.
func project(m *contract.Manifest, tables []contract.Table) ([]contract.Table, *Error) {
	out := make([]contract.Table, 0, len(tables))
	for i := range m.Inputs {
		in := &m.Inputs[i]
		from := tableNamed(tables, in.Table)
		if from == nil {
			if in.Optional {
				continue
			}
			return nil, fault(KindRequest, "it needs column %s.%s, but the request has no table %s", in.Table, in.Column, in.Table)
		}
		column, e := pick(in, from)
		if e != nil {
			return nil, e
		}
		to := tableNamed(out, in.Table)
		if to == nil {
			out = append(out, contract.Table{Name: in.Table, Rows: from.Rows})
			to = &out[len(out)-1]
		}
		if column != nil {
			to.Columns = append(to.Columns, *column)
		}
	}
	if m.Kind == contract.KindScore && tableNamed(out, itemsTable) == nil {
		items := tableNamed(tables, itemsTable)
		if items == nil {
			return nil, fault(KindRequest, "the request has no table %s to score", itemsTable)
		}
		out = append(out, contract.Table{Name: itemsTable, Rows: items.Rows})
	}
	return out, nil
}

// pick finds the column that in declares; nil if it may be absent and is.
func pick(in *contract.Input, from *contract.Table) (*contract.Column, *Error) {
	for i := range from.Columns {
		c := &from.Columns[i]
		if c.Name != in.Column {
			continue
		}
		if c.Type != in.Type {
			return nil, fault(KindRequest, "it needs column %s.%s as type %d, but the request has type %d", in.Table, in.Column, in.Type, c.Type)
		}
		return c, nil
	}
	if in.Optional {
		return nil, nil
	}
	return nil, fault(KindRequest, "it needs column %s.%s, which the request lacks", in.Table, in.Column)
}

func tableNamed(tables []contract.Table, name string) *contract.Table {
	for i := range tables {
		if tables[i].Name == name {
			return &tables[i]
		}
	}
	return nil
}
