package contractjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// UnmarshalRequest reads a request from its JSON form, of which key order and white space do not
// matter. The result is valid. Errors match [contract.ErrMalformed] or [contract.ErrInvalid].
func UnmarshalRequest(data []byte) (*contract.Request, error) {
	var top struct {
		Contract uint32          `json:"contract"`
		Config   json.RawMessage `json:"config"`
		Tables   json.RawMessage `json:"tables"`
	}
	if err := decodeMessage("request", data, contract.MaxMessageBytes, anyRoom, &top); err != nil {
		return nil, err
	}
	r := &contract.Request{Contract: top.Contract}
	err := eachKey("config", top.Config, func(name string, raw json.RawMessage) error {
		v, err := readValue(name, raw)
		r.Config = append(r.Config, contract.Setting{Name: name, Value: v})
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(r.Config, func(a, b contract.Setting) int { return strings.Compare(a.Name, b.Name) })
	err = eachKey("tables", top.Tables, func(name string, raw json.RawMessage) error {
		t, err := readTable(name, raw)
		r.Tables = append(r.Tables, t)
		return err
	})
	if err != nil {
		return nil, err
	}
	return r, r.Validate()
}

// malformed makes err match contract.ErrMalformed.
func malformed(what string, err error) error {
	return fmt.Errorf("contractjson: %s: %w: %w", what, contract.ErrMalformed, err)
}

// decode reads exactly one JSON value into v and refuses unknown keys.
func decode(what string, data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return malformed(what, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return malformed(what, errors.New("more than one value"))
	}
	return nil
}

// eachKey calls one for each key of an object, in the order of the text. No object has no keys.
func eachKey(what string, data json.RawMessage, one func(string, json.RawMessage) error) error {
	if len(data) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return malformed(what, errors.New("not an object"))
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return malformed(what, err)
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return malformed(what, err)
		}
		if err := one(key.(string), raw); err != nil {
			return err
		}
	}
	return nil
}

func readValue(name string, raw json.RawMessage) (contract.Value, error) {
	var v any
	if err := decode("setting "+name, raw, &v); err != nil {
		return contract.Value{}, err
	}
	switch v := v.(type) {
	case float64:
		return contract.NumberValue(v), nil
	case string:
		return contract.TextValue(v), nil
	case bool:
		return contract.FlagValue(v), nil
	case []any:
		return readList(name, raw, v)
	}
	return contract.Value{}, malformed("setting "+name, errors.New("neither number, text, flag nor list"))
}

func readList(name string, raw json.RawMessage, list []any) (contract.Value, error) {
	v := contract.Value{Type: contract.TypeTexts}
	var into any = &v.Texts
	if len(list) > 0 {
		if _, ok := list[0].(float64); ok {
			v.Type, into = contract.TypeNumbers, &v.Numbers
		}
	}
	if len(list) == 0 {
		return v, nil
	}
	return v, decode("setting "+name, raw, into)
}

func readTable(name string, raw json.RawMessage) (contract.Table, error) {
	var top struct {
		Rows    uint32          `json:"rows"`
		Columns json.RawMessage `json:"columns"`
	}
	t := contract.Table{Name: name}
	if err := decode("table "+name, raw, &top); err != nil {
		return t, err
	}
	t.Rows = top.Rows
	err := eachKey("table "+name, top.Columns, func(column string, raw json.RawMessage) error {
		c, err := readColumn(column, raw)
		t.Columns = append(t.Columns, c)
		return err
	})
	return t, err
}

func readColumn(name string, raw json.RawMessage) (contract.Column, error) {
	var top struct {
		Type   string          `json:"type"`
		Values json.RawMessage `json:"values"`
	}
	if err := decode("column "+name, raw, &top); err != nil {
		return contract.Column{}, err
	}
	switch top.Type {
	case contract.ColumnNumbers.String():
		values, known, err := cells[float64](name, top.Values)
		return contract.NumbersColumn(name, values, known), err
	case contract.ColumnTokens.String():
		values, known, err := cells[[]uint32](name, top.Values)
		c := contract.TokensColumn(name, values)
		c.Present = contract.NewPresence(known)
		return c, err
	case contract.ColumnText.String():
		values, known, err := cells[string](name, top.Values)
		c := contract.TextColumn(name, values)
		c.Present = contract.NewPresence(known)
		return c, err
	}
	return contract.Column{}, malformed("column "+name, fmt.Errorf("unknown type %q", top.Type))
}

// cells reads a column's values; null is the zero value and unknown.
func cells[T any](name string, raw json.RawMessage) (values []T, known []bool, err error) {
	var list []*T
	if err := decode("column "+name, raw, &list); err != nil {
		return nil, nil, err
	}
	values, known = make([]T, len(list)), make([]bool, len(list))
	for i, v := range list {
		if v != nil {
			values[i], known[i] = *v, true
		}
	}
	return values, known, nil
}
