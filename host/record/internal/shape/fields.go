package shape

import (
	"reflect"
	"strings"
)

// A field is one member of an object.
type field struct {
	name     string
	value    Shape
	optional bool
}

// fieldsOf lists the fields of a struct in the order in which they are encoded; those of an embedded struct stand in its place.
func fieldsOf(t reflect.Type) []field {
	var all []field
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" {
			all = append(all, fieldsOf(f.Type)...)
			continue
		}
		all = append(all, field{name: name, value: of(f.Type), optional: strings.Contains(options, "omitempty")})
	}
	return all
}

// object reads the fields in their order, all that are not optional among them.
func object(fields []field) Shape {
	marks := make([]string, len(fields))
	for i, f := range fields {
		marks[i] = `"` + f.name + `":`
	}
	return func(t *text) bool {
		next := 0
		ok := t.parts('{', '}', func() bool {
			for ; next < len(fields); next++ {
				if t.skip(marks[next]) {
					next++
					return fields[next-1].value(t)
				}
				if !fields[next].optional {
					return false
				}
			}
			return false
		})
		return ok && optional(fields[next:])
	}
}

func optional(fields []field) bool {
	for _, f := range fields {
		if !f.optional {
			return false
		}
	}
	return true
}

// Missing names a field that each value of v's type has when it is encoded, and that has does not know; empty: there is none. It looks at
// the fields of the value itself, not at those of its parts.
func Missing(v any, has func(name string) bool) string {
	for _, f := range fieldsOf(reflect.TypeOf(v)) {
		if !f.optional && !has(f.name) {
			return f.name
		}
	}
	return ""
}
