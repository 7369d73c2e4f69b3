package contractjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// errType says that a value is of another type than its place; encoding/json has the better words for it.
var errType = errors.New("a value of the wrong type")

// errElements says that all lists together are longer than any answer to the request.
var errElements = errors.New("more elements of lists than the request has room for")

var rawType = reflect.TypeFor[json.RawMessage]()

// A form holds a text to what encoding/json does not look at:
//
//   - a key is in lower snake case and comes once: "Scores" would be read as "scores", and of two keys the last;
//   - a number that is not optional is there, and is not null, which would be read as 0: it is what
//     JSON.stringify makes of NaN and infinities;
//   - no element of a list is null;
//   - a list has at most as many elements as the field's tag "most" says, one of a row each as many as there are rows, and
//     all lists together as many as are left.
type form struct {
	d *json.Decoder
	room
}

// A room says how much a message has room for.
type room struct {
	rows int // elements of a list that has one for each row
	left int // elements of all lists together
}

// anyRoom is that of a message which bytes alone bound.
var anyRoom = room{contract.MaxRows, contract.MaxMessageBytes}

// checkForm walks over data, which should be a t.
func checkForm(data []byte, t reflect.Type, r room) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	f := form{d, r}
	_, err := f.value(t, 0)
	return err
}

// value walks over the next value, and says whether it is null. A list may have most elements; 0 means any number.
func (f *form) value(t reflect.Type, most int) (null bool, err error) {
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
func (f *form) raw() error {
	var raw json.RawMessage
	if err := f.d.Decode(&raw); err != nil { // it bounds how deep values nest
		return err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return checkKeys(d)
}

func (f *form) list(element reflect.Type, most int) error {
	if most == contract.MaxRows {
		most = f.rows
	}
	for n := 0; f.d.More(); n++ {
		if most > 0 && n == most {
			return fmt.Errorf("a list of more than %d elements", most)
		}
		if f.left--; f.left < 0 {
			return errElements
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

func (f *form) object(t reflect.Type) error {
	list := fields(t)
	seen := uint64(0) // a bit for each field
	for f.d.More() {
		i, err := f.key(list, seen)
		if err != nil {
			return err
		}
		seen |= 1 << i
		null, err := f.value(list[i].typ, list[i].most)
		if err != nil {
			return fmt.Errorf("%s: %w", list[i].key, err)
		}
		if null && list[i].number {
			return fmt.Errorf("the number %q is null: send one, or leave out what holds it", list[i].key)
		}
	}
	for i := range list {
		if list[i].required && seen>>i&1 == 0 {
			return fmt.Errorf("the number %q is missing: send one, or leave out what holds it", list[i].key)
		}
	}
	_, err := f.d.Token()
	return err
}

// key reads the key of a field that has not been seen.
func (f *form) key(list []field, seen uint64) (int, error) {
	t, err := f.d.Token()
	if err != nil {
		return 0, err
	}
	key, _ := t.(string)
	i := at(list, key)
	switch {
	case i >= 0 && seen>>i&1 == 1:
		return 0, twice(key)
	case i >= 0:
		return i, nil
	}
	if err := checkKey(key); err != nil {
		return 0, err
	}
	return 0, fmt.Errorf("unknown field %q", key)
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
		return "", twice(key)
	}
	seen[key] = true
	return key, checkKey(key)
}

func twice(key string) error { return fmt.Errorf("the key %q comes twice", key) }

// checkKey refuses a key that is not in lower snake case.
func checkKey(key string) error {
	for _, c := range []byte(key) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' {
			return fmt.Errorf("the key %q is not in lower_snake_case", key)
		}
	}
	return nil
}
