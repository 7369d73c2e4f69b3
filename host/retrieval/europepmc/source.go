// Package europepmc searches Europe PMC: 45 million works of the life sciences with abstracts, preprints
// among them. No key is needed.
//
// Documents are named "<source>/<id>" as in Europe PMC's own addresses ("MED/39709209",
// "PPR/PPR1036674"). [Source.Fetch] takes that, "doi:…", "pmid:…" and "pmcid:…".
package europepmc

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// Name is the name of the source in policies and results.
const Name = "europepmc"

// pageSize is the most results that are asked for at once; the service allows 1000, of 10 KB each.
const pageSize = 100

// DefaultSettings returns those of an operator who sets none. The service publishes no limits: these are our own
// promise.
func DefaultSettings() web.Settings {
	return web.Settings{
		BaseURL: "https://www.ebi.ac.uk/europepmc/webservices/rest", Interval: 200 * time.Millisecond, InFlight: 4, MaxBytes: 16 << 20,
	}
}

// ParseSettings reads a policy's source "europepmc" block: base_url, interval, in_flight, max_bytes.
func ParseSettings(config map[string]any) (web.Settings, error) {
	return web.ParseSettings(Name, config, DefaultSettings())
}

// A Source is Europe PMC behind a transport. It is safe for concurrent use.
type Source struct {
	client *web.Client
	texts  *web.Client // of full texts, which are XML
}

var _ retrieval.Fetcher = (*Source)(nil)

// New makes the source.
func New(t *web.Transport, s web.Settings) (*Source, error) {
	provider := web.Provider{
		Name: Name, Base: s.BaseURL, Format: web.JSON, Limits: s.Limits(), MaxBytes: s.MaxBytes, Tries: s.Tries, Timeout: s.Timeout, Classify: classify,
	}
	client, err := t.Client(provider)
	if err != nil {
		return nil, err
	}
	provider.Format = web.XML
	texts, err := t.Client(provider)
	if err != nil {
		return nil, err
	}
	return &Source{client, texts}, nil
}

// Name implements retrieval.Source.
func (s *Source) Name() string { return Name }

// Fingerprint is empty: the service's content changes daily. Its answers are cached by the transport.
func (s *Source) Fingerprint() string { return "" }

// Close implements retrieval.Source; the transport is not the source's.
func (s *Source) Close() error { return nil }

// Search implements retrieval.Source. All terms of the query have to occur; when no work has
// them all, any of them will do, the service's order of relevance deciding.
func (s *Source) Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	all, some := render(q)
	return web.AllThenAny(ctx, q.Limit, all, some, s.collect)
}

// collect turns pages until it has limit hits or none are left.
func (s *Source) collect(ctx context.Context, query string, limit int) ([]retrieval.Hit, error) {
	hits, cursor := web.NewHits(limit), "*"
	for !hits.Full() {
		p, err := s.page(ctx, "search", query, cursor, min(limit, pageSize))
		if err != nil {
			return nil, err
		}
		if !hits.Add(p.documents) || p.next == "" || p.next == cursor {
			break
		}
		cursor = p.next
	}
	return hits.List(), nil
}

func (s *Source) page(ctx context.Context, op, query, cursor string, size int) (page, error) {
	return web.Get(ctx, s.client, web.Request{Op: op, Path: "/search", Query: url.Values{
		"query": {query}, "format": {"json"}, "resultType": {"core"}, "pageSize": {strconv.Itoa(size)}, "cursorMark": {cursor},
	}}, func(body []byte) (page, error) { return parsePage(body, query) })
}

// Fetch implements retrieval.Fetcher.
func (s *Source) Fetch(ctx context.Context, id string) (evidence.Document, error) {
	query, is := byID(id)
	if query == "" {
		return evidence.Document{}, fmt.Errorf("%s: %q is no identifier that it knows: %w", Name, id, retrieval.ErrNotFound)
	}
	p, err := s.page(ctx, "fetch", query, "*", 5)
	if err != nil {
		return evidence.Document{}, err
	}
	for _, d := range p.documents {
		if is(&d) {
			return d, nil
		}
	}
	return evidence.Document{}, fmt.Errorf("%s: %q: %w", Name, id, retrieval.ErrNotFound)
}

// byID writes the query for an identifier and says which document is meant.
func byID(id string) (query string, is func(*evidence.Document) bool) {
	kind, rest, _ := strings.Cut(id, ":")
	switch kind {
	case "doi":
		if doi := retrieval.NormalizeDOI(rest); doi != "" && !strings.ContainsAny(doi, `"\`) {
			return `DOI:"` + doi + `"`, func(d *evidence.Document) bool { return retrieval.NormalizeDOI(d.DOI) == doi }
		}
	case "pmid":
		if pmid := retrieval.NormalizePMID(rest); pmid != "" {
			return "EXT_ID:" + pmid + " AND SRC:MED", func(d *evidence.Document) bool { return d.PMID == pmid }
		}
	case "pmcid":
		if pmcid := retrieval.NormalizePMCID(rest); pmcid != "" {
			return "PMCID:" + pmcid, func(d *evidence.Document) bool { return d.PMCID == pmcid }
		}
	default:
		source, ext, _ := strings.Cut(id, "/")
		if isWord(source) && isWord(ext) {
			return "EXT_ID:" + ext + " AND SRC:" + source, func(d *evidence.Document) bool { return d.ID == id }
		}
	}
	return "", nil
}

// isWord says whether s can stand in a query as it is.
func isWord(s string) bool {
	for _, r := range s {
		if !(r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9') {
			return false
		}
	}
	return s != ""
}
