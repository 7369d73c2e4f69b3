package local

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sparkhost/sparkhost/host/evidence"
)

var errNoID = errors.New(`no "id"`)

// parse decodes one line of a corpus. Unknown fields are allowed; "id" is required.
func parse(line []byte) (evidence.Document, error) {
	var d evidence.Document
	dec := json.NewDecoder(bytes.NewReader(line))
	if err := dec.Decode(&d); err != nil {
		return d, describe(err)
	}
	if dec.More() {
		return d, errors.New("more than one JSON object")
	}
	if d.ID == "" {
		return d, errNoID
	}
	return d, nil
}

// describe turns a decoder's error into words about the line.
func describe(err error) error {
	var mismatch *json.UnmarshalTypeError
	if errors.As(err, &mismatch) {
		if mismatch.Field == "" {
			return fmt.Errorf("a JSON %s where an object is wanted", mismatch.Value)
		}
		return fmt.Errorf("field %q is a JSON %s", mismatch.Field, mismatch.Value)
	}
	return fmt.Errorf("not JSON: %w", err)
}
