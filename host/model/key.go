package model

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
	"strconv"
)

// keyVersion is part of every key; it changes when what a reply means does.
const keyVersion = "sparkhost model 1"

// A Key addresses a reply by all that decides it.
type Key [sha256.Size]byte

// String returns the key in hex.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// Key returns the address of the reply of that model to r: which model it is, the system prompt, the turns, the
// schema, the cap, the temperature and the seed. Role, Purpose and Timeout decide nothing, and keys of accounts
// are not known here.
func (r Request) Key(d Description) Key {
	h := sha256.New()
	for _, s := range []string{keyVersion, d.Endpoint, d.Wire, d.Flavour, d.Model, d.Options, r.System, string(r.Schema), strconv.Itoa(r.OutputCap())} {
		field(h, s)
	}
	if r.Temperature != nil {
		field(h, "t"+strconv.FormatUint(math.Float64bits(*r.Temperature), 16))
	}
	if r.Seed != nil {
		field(h, "s"+strconv.FormatInt(*r.Seed, 10))
	}
	field(h, strconv.Itoa(len(r.Messages)))
	for _, m := range r.Messages {
		field(h, m.From)
		field(h, m.Text)
	}
	var k Key
	h.Sum(k[:0])
	return k
}

// field writes s after its length, so that "ab", "c" and "a", "bc" differ. Hashes never return errors.
func field(h hash.Hash, s string) {
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(len(s)))
	h.Write(n[:])
	h.Write([]byte(s))
}
