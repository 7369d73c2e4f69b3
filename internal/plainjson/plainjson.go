// Package plainjson says what is wrong with JSON in the words of JSON, where Go's decoder names its own types.
package plainjson

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
)

// Error replaces an error of Go's decoder about a value of a wrong type. Others are returned as they are.
func Error(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return err
	}
	got, number, _ := strings.Cut(wrong.Value, " ")
	text := "expected " + name(wrong.Type)
	switch {
	case number == "":
		text += ", got " + article(got)
	case wrong.Type.Kind() == reflect.Float64:
		text += " of at most 1.8e308, got " + shortened(number)
	default:
		text += ", got " + shortened(number)
	}
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

// shortened keeps the beginning of a number of very many digits.
func shortened(number string) string {
	if len(number) > mostDigits {
		return number[:mostDigits] + "…"
	}
	return number
}

const mostDigits = 24
