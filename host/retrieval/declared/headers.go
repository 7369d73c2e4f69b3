package declared

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// ownHeaders are set by the client itself.
var ownHeaders = []string{"host", "content-length", "transfer-encoding", "connection", "user-agent", "accept-encoding"}

// credentials are parts of the names of headers whose values nobody may read.
var credentials = []string{"authorization", "cookie", "key", "token", "secret", "password"}

// headers refuses headers that no request can carry, and credentials that are written down: they would stand in records.
func (p *parser) headers(s *Spec) {
	for _, name := range slices.Sorted(maps.Keys(s.Headers)) {
		value := s.Headers[name]
		lower, setting := strings.ToLower(name), "headers."+name
		switch {
		case !httpguts.ValidHeaderFieldName(name):
			p.wrong(setting, fmt.Errorf("%q is not the name of a header", name))
		case !httpguts.ValidHeaderFieldValue(value):
			p.wrong(setting, errors.New("a header's value has no line breaks and control characters"))
		case slices.Contains(ownHeaders, lower):
			p.wrong(setting, errors.New("sparkhost sets this header itself"))
		case value != "" && slices.ContainsFunc(credentials, func(c string) bool { return strings.Contains(lower, c) }):
			p.wrong(setting, errors.New(`a key belongs outside of the policy: write secret("NAME")`))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.secretOf)) {
		if header, is := strings.CutPrefix(name, "headers."); is && (!httpguts.ValidHeaderFieldName(header) || !httpguts.ValidHeaderFieldValue(s.secretOf[name])) {
			p.wrong(name, errors.New("no request can carry this name or the value of its secret; does the secret end in a line break?"))
		}
	}
}
