package outbound

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"slices"
	"strings"
)

// A Redactor takes secrets out of texts, plain or as they are written in an address.
type Redactor []string

const redacted = "REDACTED"

// minSecret is the length from which a secret is one: replacing "a" would destroy every text.
const minSecret = 4

// NewRedactor makes a redactor of secrets; those under four bytes are left alone.
func NewRedactor(secrets []string) Redactor {
	var r Redactor
	for _, s := range secrets {
		if len(s) < minSecret {
			continue
		}
		for _, form := range []string{s, url.QueryEscape(s), url.PathEscape(s)} {
			if !slices.Contains(r, form) {
				r = append(r, form)
			}
		}
	}
	slices.SortStableFunc(r, func(a, b string) int { return len(b) - len(a) }) // the longest first: one may hold another
	return r
}

// Bytes returns b with its secrets replaced.
func (r Redactor) Bytes(b []byte) []byte {
	for _, secret := range r {
		b = bytes.ReplaceAll(b, []byte(secret), []byte(redacted))
	}
	return b
}

// Text returns s with its secrets replaced.
func (r Redactor) Text(s string) string { return string(r.Bytes([]byte(s))) }

// AccountOf names who asks without saying it: 32 bits of a hash, which tell two keys apart and
// nothing about them.
func AccountOf(secrets []string) string {
	if len(secrets) == 0 {
		return ""
	}
	sum := sha256.Sum256([]byte("sparkhost account\x00" + strings.Join(secrets, "\x00")))
	return hex.EncodeToString(sum[:4])
}
