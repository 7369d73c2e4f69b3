// Package shape reads JSON of a known Go type without decoding it. It says yes to what an encoder writes: fields in their order, none
// missing and none unknown, numbers that fit. Of all else it says nothing, and the caller decodes it.
package shape

import (
	"encoding"
	"encoding/json"
	"reflect"
	"sync"
)

// A Shape reads one value at the beginning of a text. It is made once for a type and may be used by many goroutines.
type Shape func(t *text) bool

// Of returns the shape of the type of v.
func Of(v any) Shape { return of(reflect.TypeOf(v)) }

// Fits says whether data is one value of the shape, and how many values it holds. A false says nothing of data.
func (s Shape) Fits(data []byte) (values int, ok bool) {
	t := text{data: data}
	ok = s(&t) && t.at == len(data)
	return t.values, ok
}

var (
	raw       = reflect.TypeFor[json.RawMessage]()
	decodes   = reflect.TypeFor[json.Unmarshaler]()
	textually = reflect.TypeFor[encoding.TextUnmarshaler]()
)

func of(t reflect.Type) Shape {
	switch {
	case t == raw:
		return anything
	case reflect.PointerTo(t).Implements(decodes) || reflect.PointerTo(t).Implements(textually):
		return func(*text) bool { return false }
	}
	switch t.Kind() {
	case reflect.Pointer:
		return orNull(later(t.Elem()))
	case reflect.Struct:
		return object(fieldsOf(t))
	case reflect.Map:
		return orNull(table(t.Key(), of(t.Elem())))
	case reflect.Slice:
		return orNull(list(of(t.Elem())))
	}
	return simple(t.Kind())
}

// simple returns the shape of a type without parts. Whole numbers have 64 bits.
func simple(kind reflect.Kind) Shape {
	switch kind {
	case reflect.String:
		return (*text).quoted
	case reflect.Bool:
		return func(t *text) bool { return t.skip("true") || t.skip("false") }
	case reflect.Int, reflect.Int64:
		return (*text).whole
	case reflect.Uint64:
		return func(t *text) bool { return t.next() != '-' && t.whole() }
	case reflect.Float64:
		return (*text).number
	case reflect.Interface:
		return anything
	}
	return func(*text) bool { return false }
}

// later makes the shape when it is needed: a type may point at itself.
func later(t reflect.Type) Shape {
	made := sync.OnceValue(func() Shape { return of(t) })
	return func(t *text) bool { return made()(t) }
}

func orNull(s Shape) Shape { return func(t *text) bool { return t.skip("null") || s(t) } }

func list(element Shape) Shape {
	return func(t *text) bool {
		return t.parts('[', ']', func() bool { return element(t) })
	}
}

func table(key reflect.Type, value Shape) Shape {
	if key.Kind() != reflect.String {
		return func(*text) bool { return false }
	}
	return func(t *text) bool {
		return t.parts('{', '}', func() bool { return t.quoted() && t.sign(':') && value(t) })
	}
}

// anything reads any JSON value.
func anything(t *text) bool {
	switch t.next() {
	case '{':
		return table(reflect.TypeFor[string](), anything)(t)
	case '[':
		return list(anything)(t)
	case '"':
		return t.quoted()
	}
	return t.skip("null") || t.skip("true") || t.skip("false") || t.number()
}
