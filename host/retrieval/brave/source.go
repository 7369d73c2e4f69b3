// Package brave searches the web with Brave Search, for what is in no literature database: guidelines, reports, standards,
// data sheets. It needs a key, and each search costs money.
//
// Documents are named by their address. They have what the search shows of a page, not its text, and no citation
// counts; the identifiers of literature come from addresses that hold one. The source cannot fetch by identifier.
package brave

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// Name is the name of the source in policies and results.
const Name = "brave"

// KeyVariable is the name of the credential.
const KeyVariable = "BRAVE_API_KEY"

const (
	pageSize  = 20 // results at once
	mostPages = 10 // that can be turned
)

// Settings hold what a policy can tell the source.
type Settings struct {
	web.Settings
	Key   string   // key
	Sites []string // sites: hits are taken from these and their subdomains only, save for queries with OpenWeb; empty: from all
}

// DefaultSettings returns those of an operator who sets none. Plans differ, from one request a second to fifty, and only answers say
// which it is: so requests go out one after the other, and the second one knows.
func DefaultSettings() Settings {
	return Settings{Settings: web.Settings{
		BaseURL: "https://api.search.brave.com/res/v1", Interval: 100 * time.Millisecond, InFlight: 1, MaxBytes: 4 << 20,
	}}
}

// ParseSettings reads a policy's source "brave" block: base_url, interval, in_flight, max_bytes, key, sites. A key
// that it does not say comes from the credentials.
func ParseSettings(config map[string]any, c outbound.Credentials) (Settings, error) {
	defaults := DefaultSettings()
	s := defaults
	s.Key = c.Value(KeyVariable)
	if err := web.Decode(Name, config, append(s.Common(), web.Text("key", &s.Key), web.Texts("sites", &s.Sites))); err != nil {
		return defaults, err
	}
	if err := s.Check(defaults.Settings); err != nil {
		return defaults, fmt.Errorf("source %s: %w", Name, err)
	}
	return s, nil
}

// A Source is Brave Search behind a transport. It is safe for concurrent use.
type Source struct {
	client *web.Client
	keyed  bool
	sites  []string
}

var _ retrieval.Source = (*Source)(nil)

// New makes the source. Without a key it answers what is cached or recorded; Brave refuses the first other request, and the source is out.
func New(t *web.Transport, s Settings) (*Source, error) {
	client, err := t.Client(web.Provider{
		Name: Name, Base: s.BaseURL, Format: web.JSON, Limits: s.Limits(), MaxBytes: s.MaxBytes, Tries: s.Tries, Timeout: s.Timeout,
		Classify: classify, Budget: budget, Secrets: []string{s.Key}, Header: http.Header{"Accept": {"application/json"}},
		Authorize: func(r *http.Request) {
			if s.Key != "" {
				r.Header.Set("X-Subscription-Token", s.Key)
			}
		},
	})
	if err != nil {
		return nil, err
	}
	return &Source{client, s.Key != "", s.Sites}, nil
}

// Name implements retrieval.Source.
func (s *Source) Name() string { return Name }

// Fingerprint is empty: the web changes. Answers are cached by the transport.
func (s *Source) Fingerprint() string { return "" }

// Close implements retrieval.Source; the transport is not the source's.
func (s *Source) Close() error { return nil }

// Hint says what a user can do to get more out of the source; empty: nothing.
func (s *Source) Hint() string {
	if s.keyed {
		return ""
	}
	return Name + " answers nobody without a key: get one at https://api-dashboard.search.brave.com and set " + KeyVariable + " to it"
}

// Search implements retrieval.Source. It has at most 200 hits, in Brave's order. Where hits are taken from some sites only, what is
// left out is not made up for by turning more pages than without.
func (s *Source) Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	query := render(q)
	if query == "" || q.Limit < 1 {
		return nil, nil
	}
	hits, size := web.NewHits(q.Limit), min(q.Limit, pageSize)
	most := mostPages
	if s.keepsTo(q) {
		most = (q.Limit + size - 1) / size
	}
	for number := 0; !hits.Full() && number < min(most, mostPages); number++ {
		p, err := web.Get(ctx, s.client, web.Request{Op: "search", Path: "/web/search", Query: url.Values{
			"q": {query}, "count": {strconv.Itoa(size)}, "offset": {strconv.Itoa(number)}, "result_filter": {"web"}, "safesearch": {"off"},
			"spellcheck": {"false"}, "extra_snippets": {"true"}, "text_decorations": {"false"},
		}}, parsePage)
		if err != nil {
			return nil, err
		}
		if found := s.allowed(q, p.documents); !hits.Add(found) && len(found) > 0 || !p.more {
			break
		}
	}
	return hits.List(), nil
}

// keepsTo says whether the query may have hits from some sites only.
func (s *Source) keepsTo(q retrieval.Query) bool { return len(s.sites) > 0 && !q.OpenWeb }

// allowed returns the documents of the sites that the query may have hits from.
func (s *Source) allowed(q retrieval.Query, documents []evidence.Document) []evidence.Document {
	if !s.keepsTo(q) {
		return documents
	}
	return slices.DeleteFunc(slices.Clone(documents), func(d evidence.Document) bool {
		return !slices.ContainsFunc(s.sites, func(site string) bool {
			return d.Venue == site || strings.HasSuffix(d.Venue, "."+site)
		})
	})
}
