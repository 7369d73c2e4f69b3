package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"slices"
	"strings"
)

// A redactor takes secrets out of texts, plain or as they are written in an address.
type redactor []string

const redacted = "REDACTED"

// minSecret is the length from which a secret is one: replacing "a" would destroy every text.
const minSecret = 4

func newRedactor(secrets []string) redactor {
	var r redactor
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

func (r redactor) bytes(b []byte) []byte {
	for _, secret := range r {
		b = bytes.ReplaceAll(b, []byte(secret), []byte(redacted))
	}
	return b
}

func (r redactor) text(s string) string { return string(r.bytes([]byte(s))) }

// accountOf names who asks without saying it: 32 bits of a hash, which tell two keys apart and
// nothing about them.
func accountOf(secrets []string) string {
	if len(secrets) == 0 {
		return ""
	}
	sum := sha256.Sum256([]byte("sparkhost account\x00" + strings.Join(secrets, "\x00")))
	return hex.EncodeToString(sum[:4])
}
