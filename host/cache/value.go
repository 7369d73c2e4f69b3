package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// valueFormat is the first byte of every stored value.
const valueFormat = 1

// A header precedes a stored value:
//
//	format 1 | created 8 (ns) | sha256 of kind and value 32 | length of kind 1 | kind | zstd
type header struct {
	kind    Kind
	created time.Time
}

const fixedHeader = 1 + 8 + sha256.Size + 1

var errDamaged = errors.New("damaged entry")

// checksum covers the kind and the uncompressed value.
func checksum(kind Kind, value []byte) [sha256.Size]byte {
	h := sha256.New()
	h.Write([]byte(kind))
	h.Write([]byte{0})
	h.Write(value)
	return [sha256.Size]byte(h.Sum(nil))
}

func (c *Cache) pack(h header, value []byte) ([]byte, error) {
	if len(h.kind) > 255 {
		return nil, fmt.Errorf("cache: the kind %.20q… is longer than 255 bytes", h.kind)
	}
	sum := checksum(h.kind, value)
	b := make([]byte, 0, fixedHeader+len(h.kind)+len(value)/2)
	b = append(b, valueFormat)
	b = binary.BigEndian.AppendUint64(b, uint64(h.created.UnixNano()))
	b = append(b, sum[:]...)
	b = append(b, byte(len(h.kind)))
	b = append(b, h.kind...)
	return c.enc.EncodeAll(value, b), nil
}

// readHeader splits a stored value; rest is the part after the header.
func readHeader(raw []byte) (h header, sum, rest []byte, err error) {
	if len(raw) < fixedHeader || raw[0] != valueFormat || len(raw) < fixedHeader+int(raw[fixedHeader-1]) {
		return header{}, nil, nil, fmt.Errorf("%w: no header", errDamaged)
	}
	h.created = time.Unix(0, int64(binary.BigEndian.Uint64(raw[1:])))
	h.kind = Kind(raw[fixedHeader : fixedHeader+int(raw[fixedHeader-1])])
	return h, raw[9 : 9+sha256.Size], raw[fixedHeader+len(h.kind):], nil
}

// unpack reads a stored value and checks it.
func (c *Cache) unpack(raw []byte) (header, []byte, error) {
	h, sum, rest, err := readHeader(raw)
	if err != nil {
		return h, nil, err
	}
	value, err := c.dec.DecodeAll(rest, nil)
	if err != nil {
		return h, nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if want := checksum(h.kind, value); !bytes.Equal(sum, want[:]) {
		return h, nil, fmt.Errorf("%w: wrong checksum", errDamaged)
	}
	return h, value, nil
}
