package contractjson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// MarshalRequest returns the canonical JSON form of r. It refuses an r that is not valid.
func MarshalRequest(r *contract.Request) ([]byte, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	b := strconv.AppendUint([]byte(`{"contract":`), uint64(r.Contract), 10)
	b = append(b, `,"config":{`...)
	for i, s := range r.Config {
		b = appendKey(b, i, s.Name)
		b = appendValue(b, &s.Value)
	}
	b = append(b, `},"tables":{`...)
	for i := range r.Tables {
		t := &r.Tables[i]
		b = appendKey(b, i, t.Name)
		b = append(strconv.AppendUint(append(b, `{"rows":`...), uint64(t.Rows), 10), `,"columns":{`...)
		for j := range t.Columns {
			b = appendKey(b, j, t.Columns[j].Name)
			b = appendColumn(b, &t.Columns[j], t.Len())
		}
		b = append(b, "}}"...)
	}
	return append(b, "}}"...), nil
}

// appendKey appends the i-th key of an object.
func appendKey(b []byte, i int, key string) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return append(appendString(b, key), ':')
}

func appendString(b []byte, s string) []byte {
	var buffer bytes.Buffer
	e := json.NewEncoder(&buffer)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string into memory: cannot fail
	return append(b, bytes.TrimSuffix(buffer.Bytes(), []byte{'\n'})...)
}

// appendNumber appends v, which is finite, as encoding/json does.
func appendNumber(b []byte, v float64) []byte {
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e21) {
		b = strconv.AppendFloat(b, v, 'e', -1, 64)
		if n := len(b); b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' {
			b[n-2] = b[n-1]
			b = b[:n-1]
		}
		return b
	}
	return strconv.AppendFloat(b, v, 'f', -1, 64)
}

// appendList appends n elements as an array; one appends the i-th.
func appendList(b []byte, n int, one func(b []byte, i int) []byte) []byte {
	b = append(b, '[')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = one(b, i)
	}
	return append(b, ']')
}

func appendValue(b []byte, v *contract.Value) []byte {
	switch v.Type {
	case contract.TypeNumber:
		return appendNumber(b, v.Number)
	case contract.TypeText:
		return appendString(b, v.Text)
	case contract.TypeFlag:
		return strconv.AppendBool(b, v.Flag)
	case contract.TypeNumbers:
		return appendList(b, len(v.Numbers), func(b []byte, i int) []byte { return appendNumber(b, v.Numbers[i]) })
	}
	return appendList(b, len(v.Texts), func(b []byte, i int) []byte { return appendString(b, v.Texts[i]) })
}

func appendColumn(b []byte, c *contract.Column, rows int) []byte {
	b = append(b, `{"type":"`...)
	b = append(b, c.Type.String()...)
	b = append(b, `","values":`...)
	b = appendList(b, rows, func(b []byte, row int) []byte {
		if !c.Known(row) {
			return append(b, "null"...)
		}
		return appendCell(b, c, row)
	})
	return append(b, '}')
}

func appendCell(b []byte, c *contract.Column, row int) []byte {
	switch c.Type {
	case contract.ColumnNumbers:
		return appendNumber(b, c.Numbers[row])
	case contract.ColumnText:
		return appendString(b, c.StringAt(row))
	}
	tokens := c.TokensAt(row)
	return appendList(b, len(tokens), func(b []byte, i int) []byte { return strconv.AppendUint(b, uint64(tokens[i]), 10) })
}

// encode marshals one of this package's own types.
func encode(what string, v any) ([]byte, error) {
	var buffer bytes.Buffer
	e := json.NewEncoder(&buffer)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("contractjson: %s: %w", what, err)
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte{'\n'}), nil
}
