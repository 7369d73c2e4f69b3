package main

import (
	"encoding/json"
	"fmt"
)

// contractVersion is the contract that this plugin speaks.
const contractVersion = 1

// A request is one call of a stage, in the contract's JSON form.
type request struct {
	Contract int                        `json:"contract"`
	Config   map[string]json.RawMessage `json:"config"`
	Tables   map[string]table           `json:"tables"`
}

type table struct {
	Rows    int               `json:"rows"`
	Columns map[string]column `json:"columns"`
}

// A column has one value per row; null is an unknown value.
type column struct {
	Type   string          `json:"type"`
	Values json.RawMessage `json:"values"`
}

func decode(data []byte) (*request, error) {
	var r request
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}
	if r.Contract != contractVersion {
		return nil, fmt.Errorf("request: contract %d, this plugin speaks contract %d: rebuild it for the host's release", r.Contract, contractVersion)
	}
	return &r, nil
}

// values reads a column: one pointer per row, nil where the value is unknown. A column that is not
// there has unknown values only.
func values[T any](r *request, tableName, columnName string) ([]*T, error) {
	t := r.Tables[tableName]
	out := make([]*T, t.Rows)
	c, ok := t.Columns[columnName]
	if !ok {
		return out, nil
	}
	if err := json.Unmarshal(c.Values, &out); err != nil {
		return nil, fmt.Errorf("column %s.%s: %w", tableName, columnName, err)
	}
	if len(out) != t.Rows {
		return nil, fmt.Errorf("column %s.%s: %d values for %d rows", tableName, columnName, len(out), t.Rows)
	}
	return out, nil
}

// setting reads a setting into the type that the manifest gives it.
func setting[T any](r *request, name string) (v T, err error) {
	if err := json.Unmarshal(r.Config[name], &v); err != nil {
		return v, fmt.Errorf("setting %s: %w", name, err)
	}
	return v, nil
}
