package batch

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

// seal begins the last member of a kept manifest: the sha256 of all bytes before it. Programs that do not know it ignore it.
const seal = `,"sha256":"`

// Seal writes a manifest as it is kept, with a digest of what it says.
func Seal(m Manifest) ([]byte, error) {
	data, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	body := data[:len(data)-1]
	return fmt.Appendf(body, "%s%s\"}", seal, digest(body)), nil
}

func digest(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// unseal reads a manifest and holds it against its digest. One without was written by a program that made none, and has no member that is not known here.
func unseal(data []byte, m *Manifest) error {
	if at := bytes.LastIndex(data, []byte(seal)); at < 0 {
		strict := json.NewDecoder(bytes.NewReader(data))
		strict.DisallowUnknownFields()
		if err := strict.Decode(m); err != nil {
			return err
		}
	} else if string(data[at:]) != seal+digest(data[:at])+`"}` {
		return errors.New("it does not have the digest that it was written with")
	}
	return json.Unmarshal(data, m)
}
