package web

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"strings"
)

// A Request is one from a source to its provider. It holds no key and no mail address.
type Request struct {
	// Op is the purpose of the request, such as "search" or "fetch".
	Op string
	// Path is added to Provider.Base; escaped, with a slash at the start.
	Path  string
	Query url.Values
	// Free says that the provider does not charge for it.
	Free bool
	// Body, if set, is sent as JSON with POST. Otherwise the request is a GET.
	Body string
}

func (r Request) method() string {
	if r.Body != "" {
		return http.MethodPost
	}
	return http.MethodGet
}

// canonical returns the request as it identifies an answer: "GET /path?query", the query's keys in
// order, and the body on a line of its own. The provider's host is not part of it, so a recording of a
// stand-in answers for the provider.
func (r Request) canonical() string {
	var b strings.Builder
	b.WriteString(r.method() + " " + r.Path)
	if q := r.Query.Encode(); q != "" {
		b.WriteString("?" + q)
	}
	if r.Body != "" {
		b.WriteString("\n" + r.Body)
	}
	return b.String()
}

// A Key identifies a request of a provider among all requests of all providers.
type Key [sha256.Size]byte

// String returns the key in hex.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

func keyOf(provider, canonical string) Key {
	return sha256.Sum256([]byte("sparkhost web 1\x00" + provider + "\x00" + canonical))
}
