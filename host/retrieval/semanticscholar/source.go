// Package semanticscholar searches Semantic Scholar: 220 million works of all fields with abstracts, citation
// counts and open-access links. It works without a key, in a pool that all the world shares and that is
// often full; a key is free.
//
// Documents are named by Semantic Scholar's paper id, 40 hex digits. [Source.Fetch] takes that, "doi:…",
// "arxiv:…", "pmid:…", "pmcid:…" and "corpusid:…"; a work that was merged into another comes back under
// the other's id.
package semanticscholar

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// Name is the name of the source in policies and results.
const Name = "semantic_scholar"

// KeyVariable is the name of the credential.
const KeyVariable = "SEMANTIC_SCHOLAR_API_KEY"

// The service's limits.
const (
	pageSize  = 100
	mostHits  = 1000 // that can be paged to
	batchSize = 500
)

// fields lists the fields to ask for of each work.
const fields = "paperId,externalIds,title,abstract,venue,publicationVenue,journal,year,publicationDate,citationCount,openAccessPdf,publicationTypes,authors," +
	"fieldsOfStudy,s2FieldsOfStudy"

// Settings hold what a policy can tell the source.
type Settings struct {
	web.Settings
	Key string // key
}

// DefaultSettings returns those of an operator who sets none. With a key the service takes one request a second over
// all of its addresses; without one we promise the same.
func DefaultSettings() Settings {
	return Settings{Settings: web.Settings{
		BaseURL: "https://api.semanticscholar.org/graph/v1", Interval: 1100 * time.Millisecond, InFlight: 1, MaxBytes: 16 << 20,
	}}
}

// ParseSettings reads a policy's source "semantic_scholar" block: base_url, interval, in_flight, max_bytes, key. A key
// that it does not say comes from the credentials.
func ParseSettings(config map[string]any, c outbound.Credentials) (Settings, error) {
	defaults := DefaultSettings()
	s := defaults
	s.Key = c.Value(KeyVariable)
	if err := web.Decode(Name, config, append(s.Common(), web.Text("key", &s.Key))); err != nil {
		return defaults, err
	}
	if err := s.Check(defaults.Settings); err != nil {
		return defaults, fmt.Errorf("source %s: %w", Name, err)
	}
	return s, nil
}

// A Source is Semantic Scholar behind a transport. It is safe for concurrent use.
type Source struct {
	keyed   *web.Client // nil without a key
	keyless *web.Client
	refused atomic.Bool // the key was
}

var _ retrieval.Fetcher = (*Source)(nil)

// New makes the source.
func New(t *web.Transport, s Settings) (*Source, error) {
	provider := web.Provider{
		Name: Name, Base: s.BaseURL, Format: web.JSON, Limits: s.Limits(), MaxBytes: s.MaxBytes, Tries: s.Tries, Timeout: s.Timeout, Classify: classify,
	}
	keyless, err := t.Client(provider)
	if err != nil || s.Key == "" {
		return &Source{keyless: keyless}, err
	}
	provider.Secrets = []string{s.Key}
	provider.Authorize = func(r *http.Request) { r.Header.Set("X-Api-Key", s.Key) }
	keyed, err := t.Client(provider)
	return &Source{keyed: keyed, keyless: keyless}, err
}

// Name implements retrieval.Source.
func (s *Source) Name() string { return Name }

// Fingerprint is empty: the service's content changes daily. Its answers are cached by the transport.
func (s *Source) Fingerprint() string { return "" }

// Close implements retrieval.Source; the transport is not the source's.
func (s *Source) Close() error { return nil }

// Hint says what a user can do to get more out of the source; empty: nothing.
func (s *Source) Hint() string {
	const get = "; a free one is at https://www.semanticscholar.org/product/api, set " + KeyVariable + " to it"
	switch {
	case s.keyed == nil:
		return Name + " without a key shares its limits with all the world" + get
	case s.refused.Load():
		return Name + " refused the key and is asked without" + get
	}
	return ""
}

// ask gets an answer with the key, if there is one. When the key is refused, the same is asked once without it, and
// the key is not used again: people were suspended for insisting.
func ask[T any](ctx context.Context, s *Source, r web.Request, parse func([]byte) (T, error)) (T, error) {
	if s.keyed != nil && !s.refused.Load() {
		v, err := web.Get(ctx, s.keyed, r, parse)
		if !isRefusal(err) {
			return v, err
		}
		s.refused.Store(true)
	}
	return web.Get(ctx, s.keyless, r, parse)
}

func isRefusal(err error) bool {
	var e *outbound.Error
	return errors.As(err, &e) && e.Class == outbound.Blocked || errors.Is(err, outbound.ErrAccountRefused)
}

// Search implements retrieval.Source. When no work has all that is asked for, fewer words are.
func (s *Source) Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	full, short := render(q)
	return web.AllThenAny(ctx, q.Limit, full, short, s.collect)
}

// collect turns pages until it has limit hits or none are left.
func (s *Source) collect(ctx context.Context, query string, limit int) ([]retrieval.Hit, error) {
	hits, size := web.NewHits(limit), min(limit, pageSize)
	for offset := 0; !hits.Full() && offset < mostHits; offset += size {
		p, err := ask(ctx, s, web.Request{Op: "search", Path: "/paper/search", Query: url.Values{
			"query": {query}, "fields": {fields}, "offset": {strconv.Itoa(offset)}, "limit": {strconv.Itoa(min(size, mostHits-offset))},
		}}, func(body []byte) (page, error) { return parsePage(body, offset) })
		if err != nil {
			return nil, err
		}
		if !hits.Add(p.documents) || !p.more {
			break
		}
	}
	return hits.List(), nil
}

// Fetch implements retrieval.Fetcher.
func (s *Source) Fetch(ctx context.Context, id string) (evidence.Document, error) {
	found, err := s.FetchAll(ctx, []string{id})
	if err != nil {
		return evidence.Document{}, err
	}
	if found[0] == nil {
		return evidence.Document{}, fmt.Errorf("%s: %q: %w", Name, id, retrieval.ErrNotFound)
	}
	return *found[0], nil
}
