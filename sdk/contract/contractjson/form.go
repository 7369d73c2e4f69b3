package contractjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// errType says that a value is of another type than its place; encoding/json has the better words for it.
var errType = errors.New("a value of the wrong type")

var rawType = reflect.TypeFor[json.RawMessage]()

// A form holds a text to what encoding/json does not look at:
//
//   - a key is in lower snake case and comes once: "Scores" would be read as "scores", and of two keys the last;
//   - a number that is not optional is there, and is not null, which would be read as 0: it is what
//     JSON.stringify makes of NaN and infinities;
//   - no element of a list is null;
//   - a list has at most as many elements as the field's tag "most" says.
type form struct{ d *json.Decoder }

// checkForm walks over data, which should be a t.
func checkForm(data []byte, t reflect.Type) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	_, err := form{d}.value(t, 0)
	return err
}

// value walks over the next value, and says whether it is null. A list may have most elements; 0 means any number.
func (f form) value(t reflect.Type, most int) (null bool, err error) {
	if t == rawType {
		return false, f.raw()
	}
	token, err := f.d.Token()
	if err != nil {
		return false, err
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case token == json.Delim('{') && t.Kind() == reflect.Struct:
		return false, f.object(t)
	case token == json.Delim('[') && t.Kind() == reflect.Slice:
		return false, f.list(t.Elem(), most)
	case token == json.Delim('{'), token == json.Delim('['):
		return false, errType
	}
	return token == nil, nil
}

// raw walks over a value of any type, which is read later.
func (f form) raw() error {
	var raw json.RawMessage
	if err := f.d.Decode(&raw); err != nil { // it bounds how deep values nest
		return err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return checkKeys(d)
}

func (f form) list(element reflect.Type, most int) error {
	for n := 0; f.d.More(); n++ {
		if most > 0 && n == most {
			return fmt.Errorf("a list of more than %d elements", most)
		}
		null, err := f.value(element, 0)
		if err != nil {
			return err
		}
		if null {
			return fmt.Errorf("element %d is null, which is no value", n)
		}
	}
	_, err := f.d.Token()
	return err
}

func (f form) object(t reflect.Type) error {
	seen := map[string]bool{}
	for f.d.More() {
		key, err := readKey(f.d, seen)
		if err != nil {
			return err
		}
		field, ok := fieldOf(t, key)
		if !ok {
			return fmt.Errorf("unknown field %q", key)
		}
		most, _ := strconv.Atoi(field.Tag.Get("most"))
		null, err := f.value(field.Type, most)
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		if null && isNumber(field.Type) {
			return fmt.Errorf("the number %q is null: send one, or leave out what holds it", key)
		}
	}
	if name := missing(t, seen); name != "" {
		return fmt.Errorf("the number %q is missing: send one, or leave out what holds it", name)
	}
	_, err := f.d.Token()
	return err
}

// fieldOf finds the field of t with that key.
func fieldOf(t reflect.Type, key string) (reflect.StructField, bool) {
	for i := range t.NumField() {
		if name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); name == key {
			return t.Field(i), true
		}
	}
	return reflect.StructField{}, false
}

// missing is the key of the first number of t, optional ones apart, that has not been seen.
func missing(t reflect.Type, seen map[string]bool) string {
	for i := range t.NumField() {
		name, option, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if option == "" && isNumber(t.Field(i).Type) && !seen[name] {
			return name
		}
	}
	return ""
}

func isNumber(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Float64 || t.Kind() == reflect.Uint32
}

// checkKeys walks over the next value of d, which is known to be well-formed.
func checkKeys(d *json.Decoder) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	delim, ok := t.(json.Delim)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	for d.More() {
		if delim == '{' {
			if _, err := readKey(d, seen); err != nil {
				return err
			}
		}
		if err := checkKeys(d); err != nil {
			return err
		}
	}
	_, err = d.Token() // the end of it
	return err
}

// readKey reads a key that none of its object has had.
func readKey(d *json.Decoder, seen map[string]bool) (string, error) {
	t, err := d.Token()
	if err != nil {
		return "", err
	}
	key, _ := t.(string)
	if seen[key] {
		return "", fmt.Errorf("the key %q comes twice", key)
	}
	seen[key] = true
	for _, c := range []byte(key) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' {
			return "", fmt.Errorf("the key %q is not in lower_snake_case", key)
		}
	}
	return key, nil
}
