package contractjson

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// decodeMessage reads a whole message, of at most most bytes, into v. Beyond what [decode] refuses, it refuses what
// encoding/json lets pass: see [form]. That is looked at first, so that a message with more elements than its lists
// may have costs no memory.
func decodeMessage(what string, data []byte, most int, r room, v any) error {
	if len(data) > most {
		return malformed(what, fmt.Errorf("%d bytes, the most are %d", len(data), most))
	}
	if !utf8.Valid(data) {
		return malformed(what, errors.New("not UTF-8"))
	}
	err := checkForm(data, reflect.TypeOf(v).Elem(), r)
	if err != nil && !errors.Is(err, errType) {
		return malformed(what, err)
	}
	if other := decode(what, data, v); other != nil {
		return other // it names the types
	}
	if err != nil {
		return malformed(what, err)
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
