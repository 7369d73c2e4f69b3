package wire

import (
	"errors"
	"fmt"
)

// maxValues caps the JSON values of a body. An answer has a few dozen.
const maxValues = 10_000

var errTooMany = errors.New("the body has too many JSON values")

// checked refuses a body that would cost more memory than its length lets expect.
func checked(body []byte, most int) error {
	if most == 0 {
		most = maxValues
	}
	if values(body) > most {
		return fmt.Errorf("%w: more than %d", errTooMany, most)
	}
	return nil
}

// values counts what starts a value or a name in a JSON text: brackets, colons and commas outside of strings. It reads
// each byte once.
func values(body []byte) int {
	n, quoted := 0, false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == '{' || c == '[' || c == ':' || c == ','):
			n++
		}
	}
	return n
}
