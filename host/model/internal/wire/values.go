package wire

import (
	"errors"
	"fmt"

	"github.com/sparkhost/sparkhost/internal/plainjson"
)

// maxValues caps the JSON values of a body. An answer has a few dozen.
const maxValues = 10_000

var errTooMany = errors.New("the body has too many JSON values")

// checked refuses a body that would cost more memory than its length lets expect.
func checked(body []byte, most int) error {
	if most == 0 {
		most = maxValues
	}
	if plainjson.Values(body) > most {
		return fmt.Errorf("%w: more than %d", errTooMany, most)
	}
	return nil
}
