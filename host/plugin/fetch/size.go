package fetch

import (
	"errors"
	"fmt"
	"io"

	"github.com/sparkhost/sparkhost/host/sign"
)

// errTooLarge is matched by errors about what has more bytes than is read.
var errTooLarge = errors.New("too large")

// readCapped reads at most so many bytes; more are an error that matches errTooLarge.
func readCapped(r io.Reader, most int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(b)) > most {
		return nil, tooLarge(most)
	}
	return b, nil
}

func tooLarge(most int64) error {
	return &Error{Kind: errTooLarge, Reason: fmt.Sprintf("is too large: it has more than %d bytes", most), Next: "a module of this size is not loaded"}
}

// bundled gives what was read of a signature. One that is too large is passed on as so many bytes that [sign.ParseBundle] refuses
// it, as it does every text that is not a bundle: a signature that cannot be one is a refusal and not a failure to read.
func bundled(b []byte, err error) ([]byte, error) {
	if errors.Is(err, errTooLarge) {
		return make([]byte, sign.MaxBundle+1), nil
	}
	return b, err
}
