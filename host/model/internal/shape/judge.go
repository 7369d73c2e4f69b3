package shape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Judge lists what is wrong with a JSON value: first of a value itself, then of its members by name.
func (s *Schema) Judge(raw []byte) ([]string, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	var j judge
	j.value(s, v, "")
	return j, nil
}

// A judge gathers problems, each after the place that it is at.
type judge []string

func (j *judge) report(at, format string, args ...any) {
	if at == "" {
		at = "/"
	}
	*j = append(*j, at+": "+fmt.Sprintf(format, args...))
}

func (j *judge) value(s *Schema, v any, at string) {
	if s == nil {
		return
	}
	if !s.Type.take(v) {
		j.report(at, "got %s, want %s", typeOf(v), strings.Join(s.Type, " or "))
		return
	}
	if text, is := v.(string); len(s.Enum) > 0 && !(is && slices.Contains(s.Enum, text)) {
		j.report(at, "value must be one of %s", quoted(s.Enum))
		return
	}
	switch v := v.(type) {
	case string:
		if n := utf8.RuneCountInString(v); s.MinLength != nil && n < *s.MinLength {
			j.report(at, "minLength: got %d, want %d", n, *s.MinLength)
		}
	case map[string]any:
		j.object(s, v, at)
	case []any:
		j.list(s, v, at)
	case json.Number:
		j.number(s, v, at)
	}
}

func (j *judge) list(s *Schema, v []any, at string) {
	if s.MinItems != nil && len(v) < *s.MinItems {
		j.report(at, "minItems: got %d, want %d", len(v), *s.MinItems)
	}
	if s.MaxItems != nil && len(v) > *s.MaxItems {
		j.report(at, "maxItems: got %d, want %d", len(v), *s.MaxItems)
	}
	for i, item := range v {
		j.value(s.Items, item, at+"/"+strconv.Itoa(i))
	}
}

func (j *judge) object(s *Schema, v map[string]any, at string) {
	if missing := slices.DeleteFunc(slices.Clone(s.Required), func(name string) bool { _, has := v[name]; return has }); len(missing) > 0 {
		j.report(at, "missing %s %s", plural(missing), quoted(missing))
	}
	var more []string
	for _, name := range slices.Sorted(maps.Keys(v)) {
		member, named := s.Properties[name]
		j.value(member, v[name], at+"/"+name)
		if !named && s.AdditionalProperties != nil && !*s.AdditionalProperties {
			more = append(more, name)
		}
	}
	if len(more) > 0 {
		j.report(at, "additional properties %s not allowed", quoted(more))
	}
}

func (j *judge) number(s *Schema, v json.Number, at string) {
	x := valueOf(v)
	if s.Minimum != nil && x < *s.Minimum {
		j.report(at, "minimum: got %v, want %v", x, *s.Minimum)
	}
	if s.Maximum != nil && x > *s.Maximum {
		j.report(at, "maximum: got %v, want %v", x, *s.Maximum)
	}
}

// take says whether a value has one of the types.
func (t types) take(v any) bool {
	if n, is := v.(json.Number); is && slices.Contains(t, "integer") && math.Trunc(valueOf(n)) == valueOf(n) {
		return true
	}
	return len(t) == 0 || slices.Contains(t, typeOf(v))
}

func typeOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case json.Number:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}

// valueOf returns the nearest number of 64 bits, infinite if there is none.
func valueOf(n json.Number) float64 {
	x, _ := n.Float64()
	return x
}

func plural(names []string) string {
	if len(names) == 1 {
		return "property"
	}
	return "properties"
}

// quoted lists names in single quotes.
func quoted(names []string) string {
	var out []string
	for _, name := range names {
		text := strings.ReplaceAll(strings.ReplaceAll(strconv.Quote(name), `\"`, `"`), `'`, `\'`)
		out = append(out, "'"+text[1:len(text)-1]+"'")
	}
	return strings.Join(out, ", ")
}
