// Package plainjson says what is wrong with JSON in the words of JSON, where Go's decoder names its own types.
package plainjson

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// Error replaces an error of Go's decoder about a value of a wrong type. Others are returned as they are.
func Error(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return err
	}
	got, _, _ := strings.Cut(wrong.Value, " ")
	text := fmt.Sprintf("expected %s, got %s", name(wrong.Type), article(got))
	if wrong.Field != "" {
		text = wrong.Field + ": " + text
	}
	return errors.New(text)
}

func name(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return name(t.Elem())
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "a whole number"
}

// article names what the decoder met.
func article(got string) string {
	switch got {
	case "array", "object":
		return "an " + got
	case "bool":
		return "true or false"
	}
	return "a " + got
}
