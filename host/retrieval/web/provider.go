package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"time"

	"github.com/sparkhost/sparkhost/host/outbound"
)

// A Format is the format of a provider's answers.
type Format string

// The formats. An answer that is plainly another one, such as an HTML page, is malformed.
const (
	JSON Format = "json"
	XML  Format = "xml"
	HTML Format = "html"
	Any  Format = ""
)

// DefaultMaxBytes caps a body unless Provider.MaxBytes says otherwise.
const DefaultMaxBytes = 16 << 20

// A Provider describes a service to the transport.
type Provider struct {
	// Name is the source's name: lower-case letters, digits and underscores.
	Name string
	// Base is the address that paths are added to, without a slash at the end; http or https.
	Base   string
	Format Format
	Limits outbound.Limits
	// MaxBytes caps a body, unpacked; 0: DefaultMaxBytes.
	MaxBytes int64
	// Tries is the most requests for one answer; 0: Options.Tries.
	Tries int
	// Timeout ends one request, as Options.Timeout does; 0: that.
	Timeout time.Duration
	// Realm tells services apart that go by one name, such as two search engines of an operator: it is part of
	// cache keys and recordings. Empty where all that go by the name have the same content, as a service and its mirrors.
	Realm string
	// Edition tells declarations of one service apart: what was refused or could not be read under one says nothing about another,
	// such as a policy that was mended. Limits and pauses hold for all of them.
	Edition string
	// Hosts are further hosts that a redirect may lead to; keys are not sent there.
	Hosts []string
	// Header is sent with each request; it holds no secret.
	Header http.Header
	// Authorize adds key and mail address to a request, in header or query; nil: nothing. It is
	// called with the request that is sent, after the canonical one was taken.
	Authorize func(r *http.Request)
	// Secrets are the values that Authorize adds: they are kept out of all that leaves the package.
	Secrets []string
	// Decode makes text of the body of an answer of status 2xx, such as a PDF's; nil: it is text. Caches and recordings keep what it
	// gives, so it is not needed again. It is called while the request still counts as in flight, with its time. An error makes the answer malformed.
	Decode func(ctx context.Context, body []byte) ([]byte, error)
	// Classify judges an answer; nil: ByStatus. It is called for redirects and bodies cut by
	// MaxBytes never. An answer that it finds OK is looked at for its format and parsed.
	Classify func(a Answer) outbound.Verdict
	// Budget reads what the headers say about what is left; nil: nothing.
	Budget func(header http.Header, now time.Time) outbound.Budget
}

// An Answer holds what came back, for Provider.Classify.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte // UTF-8; must not be changed
	Now    time.Time
}

// ByStatus returns the verdict of status and Retry-After alone; see the function of that name.
func (a Answer) ByStatus() outbound.Verdict { return outbound.ByStatus(a.Status, a.Header, a.Now) }

var providerName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

// check completes a provider and refuses one that cannot work.
func (p *Provider) check() (base *url.URL, err error) {
	if !providerName.MatchString(p.Name) {
		return nil, fmt.Errorf("source %q: the name must be lower-case letters, digits and underscores", p.Name)
	}
	base, err = url.Parse(p.Base)
	if err != nil || base.Host == "" || !slices.Contains([]string{"http", "https"}, base.Scheme) || base.User != nil || base.RawQuery != "" {
		return nil, fmt.Errorf("source %q: the base address must be http(s)://host/path without user and query", p.Name)
	}
	if p.MaxBytes == 0 {
		p.MaxBytes = DefaultMaxBytes
	}
	if p.Classify == nil {
		p.Classify = Answer.ByStatus
	}
	if p.Budget == nil {
		p.Budget = func(http.Header, time.Time) outbound.Budget { return outbound.Budget{} }
	}
	p.Secrets = slices.DeleteFunc(slices.Clone(p.Secrets), func(s string) bool { return s == "" })
	return base, nil
}
