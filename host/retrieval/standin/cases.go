package standin

import "net/http"

// A Case is a way to misbehave and what any source has to make of it.
type Case struct {
	Name   string
	Answer http.HandlerFunc
	Class  string // web.Class of the error
	Calls  int    // requests until a source gives up, with five tries
}

// Cases returns the faults that every provider can have, for the tests of sources. Good is a good body of the provider.
func Cases(good string) []Case {
	const again = 5
	return []Case{
		{"429", Status(429), "rate_limited", again},
		{"429 with seconds", Status(429, "Retry-After", "2"), "rate_limited", again},
		{"429 for an hour", Status(429, "Retry-After", "3600"), "quota_gone", 1},
		{"500", Status(500), "transient", again},
		{"503", Status(503), "transient", again},
		{"HTML in a 200", HTML(), "malformed", 1},
		{"nothing in a 200", JSON(""), "transient", again},
		{"other text in a 200", JSON("hello"), "malformed", 1},
		{"half a body", Truncated(good), "transient", again},
		{"a slow drip", Drip(), "transient", again},
		{"an endless body", Endless(), "malformed", 1},
		{"a body that unpacks to 64 MiB", Bomb(64 << 20), "malformed", 1},
		{"a redirect to another host", Redirect("http://elsewhere.test/p"), "malformed", 1},
		{"half a gzip", Gzip(good, 6), "transient", again},
		{"a gzip that is none", BadGzip(), "transient", again},
	}
}
