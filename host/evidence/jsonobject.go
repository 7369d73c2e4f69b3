package evidence

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A FieldError says which field of a corpus or question line is wrong, and how.
type FieldError struct {
	Field  string // such as "year" or "sections[2].text"; empty: the line as a whole
	Reason string
}

// Error implements error.
func (e *FieldError) Error() string {
	if e.Field == "" {
		return e.Reason
	}
	return fmt.Sprintf("field %q: %s", e.Field, e.Reason)
}

// maxMistakes of one line are told. The rest of a list that has so many is not read.
const maxMistakes = 20

// maxKeys of an object are read, be they known or not.
const maxKeys = 10_000

// fieldReader reads fields of a JSON object and keeps the first error, and the first of each field, maxMistakes at most.
type fieldReader struct {
	prefix string
	raw    map[string]json.RawMessage
	err    error
	all    []error
}

// openObject checks that line is UTF-8 and one JSON object.
func openObject(line []byte) (*fieldReader, error) {
	line = bytes.TrimPrefix(line, []byte("\ufeff"))
	if !utf8.Valid(line) {
		return nil, &FieldError{Reason: fmt.Sprintf("not valid UTF-8 at byte %d", badByte(line))}
	}
	return newFieldReader("", line)
}

func newFieldReader(prefix string, data []byte) (*fieldReader, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, &FieldError{Reason: "empty: want a JSON object"}
	}
	r := &fieldReader{prefix: prefix}
	err := json.Unmarshal(data, &r.raw)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, &FieldError{Reason: fmt.Sprintf("not valid JSON at byte %d: %v", syntax.Offset, syntax)}
	case err != nil || r.raw == nil:
		return nil, &FieldError{Field: strings.TrimSuffix(prefix, "."), Reason: "want a JSON object, got " + kindOf(data)}
	case len(r.raw) > maxKeys:
		return nil, &FieldError{Field: strings.TrimSuffix(prefix, "."), Reason: fmt.Sprintf("%d keys, more than %d", len(r.raw), maxKeys)}
	case len(r.raw) < keysOf(data):
		return nil, &FieldError{Field: prefix + twice(data), Reason: "given twice: remove one"}
	}
	return r, nil
}

// keep keeps a mistake.
func (r *fieldReader) keep(err error) {
	r.err = cmp.Or(r.err, err)
	var of *FieldError
	if !r.enough() && errors.As(err, &of) && !slices.ContainsFunc(r.all, func(e error) bool { return fieldOf(e) == of.Field }) {
		r.all = append(r.all, err)
	}
}

// enough says that no more mistakes are told.
func (r *fieldReader) enough() bool { return len(r.all) >= maxMistakes }

func badByte(line []byte) int {
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRune(line[i:])
		if r == utf8.RuneError && size <= 1 {
			return i
		}
		i += size
	}
	return len(line)
}

// kindOf names the kind of a JSON value for people.
func kindOf(data []byte) string {
	data = bytes.TrimSpace(data)
	if len(data) == 0 {
		return "nothing"
	}
	switch data[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null"
	}
	return "a number"
}

// keysOf counts the keys of the outermost object of valid JSON.
func keysOf(data []byte) (n int) {
	depth, inString := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		case c == ':' && depth == 1:
			n++
		}
	}
	return n
}

// twice returns the first key that an object has twice. Its keys are told apart as encoding/json does.
func twice(data []byte) string {
	d := json.NewDecoder(bytes.NewReader(data))
	seen := map[string]bool{}
	for _, err := d.Token(); err == nil && d.More(); {
		var key json.Token
		if key, err = d.Token(); err != nil {
			break
		}
		name, _ := key.(string)
		if seen[name] {
			return name
		}
		seen[name] = true
		var value json.RawMessage
		err = d.Decode(&value)
	}
	return ""
}
