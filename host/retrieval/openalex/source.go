// Package openalex searches OpenAlex: 250 million works of all fields with abstracts, citation counts, retractions
// and open-access links. It works without a key for about a hundred searches a day at most; a key is free and gives a
// thousand.
//
// Documents are named by OpenAlex's own id ("W2109415576"). [Source.Fetch] takes that, "doi:…" and "pmid:…",
// which cost nothing; a work that was merged into another comes back under the other's id.
package openalex

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// Name is the name of the source in policies and results.
const Name = "openalex"

const (
	pageSize = 100    // results at once, as the service allows: a page costs the same whatever its size
	mostHits = 10_000 // that can be paged to
)

// fields lists the fields to ask for of each work.
const fields = "id,doi,ids,title,publication_year,publication_date,type,cited_by_count,is_retracted,open_access," +
	"best_oa_location,primary_location,locations,abstract_inverted_index,authorships,biblio,language,primary_topic,topics,keywords,mesh"

// A Source is OpenAlex behind a transport. It is safe for concurrent use.
type Source struct {
	client *web.Client
	keyed  bool
}

var _ retrieval.Fetcher = (*Source)(nil)

// New makes the source.
func New(t *web.Transport, s Settings) (*Source, error) {
	client, err := t.Client(web.Provider{
		Name: Name, Base: s.BaseURL, Format: web.JSON, Limits: s.Limits(), MaxBytes: s.MaxBytes, Tries: s.Tries, Timeout: s.Timeout,
		Classify: classify, Budget: budget, Secrets: []string{s.Key, s.Mail},
		Authorize: func(r *http.Request) { s.authorize(r) },
	})
	if err != nil {
		return nil, err
	}
	return &Source{client: client, keyed: s.Key != ""}, nil
}

// authorize says who asks.
func (s Settings) authorize(r *http.Request) {
	q := r.URL.Query()
	if s.Key != "" {
		q.Set("api_key", s.Key)
	}
	if s.Mail != "" {
		q.Set("mailto", s.Mail)
	}
	r.URL.RawQuery = q.Encode()
}

// Name implements retrieval.Source.
func (s *Source) Name() string { return Name }

// Fingerprint is empty: the service's content changes daily. Its answers are cached by the transport.
func (s *Source) Fingerprint() string { return "" }

// Close implements retrieval.Source; the transport is not the source's.
func (s *Source) Close() error { return nil }

// Hint says what a user can do to get more out of the source; empty: nothing.
func (s *Source) Hint() string {
	if s.keyed {
		return ""
	}
	return Name + " answers about a hundred searches a day without a key, a thousand with one; a free one is at https://openalex.org/settings/api, set " +
		KeyVariable + " to it"
}

// Search implements retrieval.Source. All terms of the query have to occur; when no work has
// them all, any of them will do, the service's order of relevance deciding.
func (s *Source) Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	all, some := render(q)
	return web.AllThenAny(ctx, q.Limit, all, some, s.collect)
}

// collect turns pages until it has limit hits or none are left.
func (s *Source) collect(ctx context.Context, query string, limit int) ([]retrieval.Hit, error) {
	hits, size := web.NewHits(limit), min(limit, pageSize)
	for number := 1; !hits.Full() && number*size <= mostHits; number++ {
		p, err := web.Get(ctx, s.client, web.Request{Op: "search", Path: "/works", Query: url.Values{
			"search": {query}, "sort": {"relevance_score:desc"}, "select": {fields},
			"page": {strconv.Itoa(number)}, "per_page": {strconv.Itoa(size)},
		}}, func(body []byte) (page, error) { return parsePage(body, number) })
		if err != nil {
			return nil, err
		}
		if !hits.Add(p.documents) || number*size >= p.total {
			break
		}
	}
	return hits.List(), nil
}

// Fetch implements retrieval.Fetcher.
func (s *Source) Fetch(ctx context.Context, id string) (evidence.Document, error) {
	name := wireID(id)
	if name == "" {
		return evidence.Document{}, fmt.Errorf("%s: %q is no identifier that it knows: %w", Name, id, retrieval.ErrNotFound)
	}
	return web.Get(ctx, s.client, web.Request{
		Op: "fetch", Path: "/works/" + url.PathEscape(name), Query: url.Values{"select": {fields}}, Free: true,
	}, parseWork)
}

var workID = regexp.MustCompile(`^W[0-9]{1,18}$`)

// wireID returns an id as the service takes it; empty if it is none.
func wireID(id string) string {
	kind, rest, _ := strings.Cut(id, ":")
	switch kind {
	case "doi":
		if doi := retrieval.NormalizeDOI(rest); doi != "" && !strings.ContainsAny(doi, " \t\n") {
			return "doi:" + doi
		}
	case "pmid":
		if pmid := retrieval.NormalizePMID(rest); pmid != "" {
			return "pmid:" + pmid
		}
	default:
		if workID.MatchString(id) {
			return id
		}
	}
	return ""
}
