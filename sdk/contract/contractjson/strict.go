package contractjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// decodeMessage reads a whole message, of at most most bytes, into v. Beyond what [decode] refuses, it refuses
// a key that comes twice in its object and one that is not in lower snake case: encoding/json
// would take the last of two, and does not tell "Scores" from "scores".
func decodeMessage(what string, data []byte, most int, v any) error {
	if len(data) > most {
		return malformed(what, fmt.Errorf("%d bytes, the most are %d", len(data), most))
	}
	if err := decode(what, data, v); err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := checkKeys(d); err != nil {
		return malformed(what, err)
	}
	return nil
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
			if err := checkKey(d, seen); err != nil {
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

func checkKey(d *json.Decoder, seen map[string]bool) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	key, _ := t.(string)
	if seen[key] {
		return fmt.Errorf("the key %q comes twice", key)
	}
	seen[key] = true
	for _, c := range []byte(key) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' {
			return fmt.Errorf("the key %q is not in lower_snake_case", key)
		}
	}
	return nil
}

// contractOf reads the contract version out of a manifest that may be of any; 0 if it has none.
func contractOf(data []byte) (m contract.Manifest) {
	var top struct {
		Contract uint32 `json:"contract"`
		Oldest   uint32 `json:"oldest_contract"`
	}
	if err := json.Unmarshal(data, &top); err != nil && !errors.As(err, new(*json.UnmarshalTypeError)) {
		return m
	}
	m.Contract, m.OldestContract = top.Contract, top.Oldest
	return m
}
