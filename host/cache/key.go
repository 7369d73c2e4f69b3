package cache

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
)

// keyVersion is part of every key; it changes when the meaning of keys or the
// format of values does, so that no program reads what it would misunderstand.
const keyVersion = 1

// A Kind is a class of entries with one meaning and one time to live.
type Kind string

// The kinds that the host uses; others may be added by their users.
const (
	KindSearch Kind = "search" // what a source returned for a query
	KindStage  Kind = "stage"  // what a plugin answered to a request

	KindModel    Kind = "model"    // what a language model replied to a request
	KindDocument Kind = "document" // a document, by its content
)

// A Key addresses one entry by the content of what it was computed from.
type Key struct {
	kind Kind
	sum  [sha256.Size]byte
}

// Kind returns the kind that the key was made for.
func (k Key) Kind() Kind { return k.kind }

// String returns the key in hex, as it appears in exports.
func (k Key) String() string { return hex.EncodeToString(k.sum[:]) }

func (k Key) entry() []byte { return append([]byte("v"), k.sum[:]...) }

// A KeyBuilder collects the fields of a key, in order. Every field is written with
// its type and length, so "ab", "c" and "a", "bc" differ, and so do the text "1" and
// the number 1.
type KeyBuilder struct {
	kind Kind
	h    hash.Hash
}

// NewKey starts a key of that kind.
func NewKey(kind Kind) *KeyBuilder {
	b := &KeyBuilder{kind, sha256.New()}
	return b.Number(keyVersion).Text(string(kind))
}

// Text adds a text.
func (b *KeyBuilder) Text(s string) *KeyBuilder { return b.field('t', []byte(s)) }

// Bytes adds raw bytes.
func (b *KeyBuilder) Bytes(p []byte) *KeyBuilder { return b.field('b', p) }

// Number adds an integer.
func (b *KeyBuilder) Number(n int64) *KeyBuilder {
	return b.field('n', binary.BigEndian.AppendUint64(nil, uint64(n)))
}

// Sum returns the key of all fields so far.
func (b *KeyBuilder) Sum() Key {
	k := Key{kind: b.kind}
	b.h.Sum(k.sum[:0])
	return k
}

// field writes p after its type and length. Hashes never return errors.
func (b *KeyBuilder) field(kind byte, p []byte) *KeyBuilder {
	var prefix [9]byte
	prefix[0] = kind
	binary.BigEndian.PutUint64(prefix[1:], uint64(len(p)))
	b.h.Write(prefix[:])
	b.h.Write(p)
	return b
}
