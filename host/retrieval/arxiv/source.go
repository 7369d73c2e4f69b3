// Package arxiv searches arXiv: 2.8 million preprints of physics, mathematics, computer science and their
// neighbours, all of them free to read. No key is needed; it takes one request in three seconds.
//
// Documents are named by arXiv's identifier without version ("2202.12139", "astro-ph/0601001"); the version
// that was read is in the document's addresses. [Source.Fetch] takes that and "arxiv:…", with or
// without a version ("arxiv:2202.12139v1").
package arxiv

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/fulltext/pdf"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// Name is the name of the source in policies and results.
const Name = "arxiv"

// The service takes at most 2000 results at once and has no more than 30000 of a query.
const (
	pageSize = 200
	mostHits = 30_000
)

// DefaultSettings returns those of an operator who sets none: arXiv's own rules.
func DefaultSettings() web.Settings {
	return web.Settings{BaseURL: "https://export.arxiv.org/api", Interval: 3 * time.Second, InFlight: 1, MaxBytes: 16 << 20}
}

// margin is the part of the interval that is waited beyond it: requests reach arXiv with other delays than they were sent with, and it has refused
// callers that kept to its limit.
const margin = 10

// ParseSettings reads a policy's source "arxiv" block: base_url, interval, in_flight, max_bytes.
func ParseSettings(config map[string]any) (web.Settings, error) {
	return web.ParseSettings(Name, config, DefaultSettings())
}

// A Source is arXiv behind a transport. It is safe for concurrent use.
type Source struct {
	client *web.Client
	pages  *web.Client // of full texts as HTML
	papers *web.Client // of full texts as PDF
	reader *pdf.Reader // of papers
}

var _ retrieval.Fetcher = (*Source)(nil)

// New makes the source.
func New(t *web.Transport, s web.Settings) (*Source, error) {
	source, limits := &Source{reader: &pdf.Reader{}}, s.Limits()
	limits.Interval += limits.Interval / margin
	for _, one := range []struct {
		client **web.Client
		base   string
		format web.Format
		decode func(context.Context, []byte) ([]byte, error)
	}{
		{&source.client, s.BaseURL, web.XML, nil},
		{&source.pages, textBase(s.BaseURL), web.HTML, nil},
		{&source.papers, textBase(s.BaseURL), web.Any, source.reader.Text},
	} {
		client, err := t.Client(web.Provider{
			Name: Name, Base: one.base, Format: one.format, Limits: limits, MaxBytes: s.MaxBytes, Tries: s.Tries, Timeout: s.Timeout,
			Hosts: ownHosts, Classify: classify, Decode: one.decode,
		})
		if err != nil {
			return nil, err
		}
		*one.client = client
	}
	return source, nil
}

// Name implements retrieval.Source.
func (s *Source) Name() string { return Name }

// Fingerprint is empty: the service's content changes daily. Its answers are cached by the transport.
func (s *Source) Fingerprint() string { return "" }

// Close implements retrieval.Source; the transport is not the source's.
func (s *Source) Close() error { return s.reader.Close() }

// Search implements retrieval.Source. All terms of the query have to occur; when no work has
// them all, any of them will do, the service's order of relevance deciding.
func (s *Source) Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	all, some := render(q)
	return web.AllThenAny(ctx, q.Limit, all, some, s.collect)
}

// collect turns pages until it has limit hits or none are left.
func (s *Source) collect(ctx context.Context, query string, limit int) ([]retrieval.Hit, error) {
	hits, size := web.NewHits(min(limit, mostHits)), min(limit, pageSize)
	for start := 0; !hits.Full() && start < mostHits; start += size {
		p, err := s.page(ctx, "search", url.Values{
			"search_query": {query}, "start": {strconv.Itoa(start)}, "max_results": {strconv.Itoa(size)},
			"sortBy": {"relevance"}, "sortOrder": {"descending"},
		})
		if err != nil {
			return nil, err
		}
		if !hits.Add(p.documents) || start+size >= p.total {
			break
		}
	}
	return hits.List(), nil
}

func (s *Source) page(ctx context.Context, op string, query url.Values) (page, error) {
	return web.Get(ctx, s.client, web.Request{Op: op, Path: "/query", Query: query},
		func(body []byte) (page, error) { return parsePage(body, query) })
}

// Fetch implements retrieval.Fetcher. An identifier that is none is never sent: arXiv blocks those who do.
func (s *Source) Fetch(ctx context.Context, id string) (evidence.Document, error) {
	bare := identifier(id)
	if bare == "" {
		return evidence.Document{}, fmt.Errorf("%s: %q is no identifier that it knows: %w", Name, id, retrieval.ErrNotFound)
	}
	p, err := s.page(ctx, "fetch", url.Values{"id_list": {bare}, "max_results": {"1"}})
	if err != nil {
		return evidence.Document{}, err
	}
	for _, d := range p.documents {
		if d.ArXiv == retrieval.NormalizeArXiv(bare) {
			return d, nil
		}
	}
	return evidence.Document{}, fmt.Errorf("%s: %q: %w", Name, id, retrieval.ErrNotFound)
}
