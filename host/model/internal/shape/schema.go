// Package shape judges a model's JSON by the keywords of JSON Schema that prompts use. A schema with another keyword is refused, so that
// none is overlooked. Problems come in one order, because they go into the next prompt.
package shape

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// A Schema says what an answer has to look like; nil takes anything.
type Schema struct {
	Type                 types              `json:"type"`
	Enum                 []string           `json:"enum"`
	Properties           map[string]*Schema `json:"properties"`
	Required             []string           `json:"required"`
	AdditionalProperties *bool              `json:"additionalProperties"`
	Items                *Schema            `json:"items"`
	MinLength            *int               `json:"minLength"`
	MinItems             *int               `json:"minItems"`
	MaxItems             *int               `json:"maxItems"`
	Minimum              *float64           `json:"minimum"`
	Maximum              *float64           `json:"maximum"`
}

// types are the types that a value may have; none: any.
type types []string

var known = []string{"null", "boolean", "number", "integer", "string", "array", "object"}

// UnmarshalJSON reads one type or a list of them.
func (t *types) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*t = types{one}
	} else if err := json.Unmarshal(b, (*[]string)(t)); err != nil {
		return err
	}
	for _, name := range *t {
		if !slices.Contains(known, name) {
			return fmt.Errorf("%q is not a type", name)
		}
	}
	return nil
}

// Parse reads a schema.
func Parse(raw []byte) (*Schema, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	s := &Schema{}
	if err := d.Decode(s); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("more follows the schema")
	}
	return s, nil
}
