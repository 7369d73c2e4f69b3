// Package crossref searches Crossref: the metadata of 170 million works of all fields as their publishers
// deposit it, with citation counts and retractions; about every third has an abstract. No key is
// needed; a mail address gives better service.
//
// Documents are named by their DOI in lower case. [Source.Fetch] takes that and "doi:…".
package crossref

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
	"github.com/sparkhost/sparkhost/host/retrieval/web/dialect"
)

// Name is the name of the source in policies and results.
const Name = "crossref"

const (
	pageSize  = 100    // results at once; the service allows 1000, of 20 KB each
	mostHits  = 10_000 // that can be paged to
	mostWords = 8      // of a query: any of them matches, so that more words are more noise
)

// fields lists the fields to ask for of each work.
const fields = "DOI,title,abstract,issued,published,published-print,published-online,container-title,group-title,publisher," +
	"is-referenced-by-count,type,author,link,license,updated-by,update-to,posted,volume,issue,page,article-number,ISSN,ISBN,relation"

// A Source is Crossref behind a transport. It is safe for concurrent use.
type Source struct {
	client *web.Client
	polite bool
}

var _ retrieval.Fetcher = (*Source)(nil)

// New makes the source.
func New(t *web.Transport, s Settings) (*Source, error) {
	client, err := t.Client(web.Provider{
		Name: Name, Base: s.BaseURL, Format: web.JSON, Limits: s.Limits(), MaxBytes: s.MaxBytes, Tries: s.Tries, Timeout: s.Timeout,
		Classify: classify, Budget: budget, Secrets: []string{s.Mail, s.Key},
		Authorize: func(r *http.Request) { s.authorize(r) },
	})
	if err != nil {
		return nil, err
	}
	return &Source{client, s.Mail != "" || s.Key != ""}, nil
}

// authorize says who asks.
func (s Settings) authorize(r *http.Request) {
	if s.Mail != "" {
		q := r.URL.Query()
		q.Set("mailto", s.Mail)
		r.URL.RawQuery = q.Encode()
	}
	if s.Key != "" {
		r.Header.Set("Crossref-Plus-API-Token", "Bearer "+s.Key)
	}
}

// Name implements retrieval.Source.
func (s *Source) Name() string { return Name }

// Fingerprint is empty: the service's content changes daily. Its answers are cached by the transport.
func (s *Source) Fingerprint() string { return "" }

// Close implements retrieval.Source; the transport is not the source's.
func (s *Source) Close() error { return nil }

// Hint says what a user can do to get more out of the source; empty: nothing.
func (s *Source) Hint() string {
	if s.polite {
		return ""
	}
	return "crossref answers one search a second without a mail address: set " + MailVariable + " to yours for three"
}

// Search implements retrieval.Source. Works match that have any of the words, in the service's order of
// relevance.
func (s *Source) Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	query := render(q)
	if query == "" || q.Limit < 1 {
		return nil, nil
	}
	hits, size := web.NewHits(q.Limit), min(q.Limit, pageSize)
	for offset := 0; !hits.Full() && offset+size <= mostHits; offset += size {
		p, err := web.Get(ctx, s.client, web.Request{Op: "search", Path: "/works", Query: url.Values{
			"query.bibliographic": {query}, "rows": {strconv.Itoa(size)}, "offset": {strconv.Itoa(offset)},
			"select": {fields}, "sort": {"score"}, "order": {"desc"},
		}}, parsePage)
		if err != nil {
			return nil, err
		}
		if !hits.Add(p.documents) || offset+size >= p.total {
			break
		}
	}
	return hits.List(), nil
}

// render writes a query as a bag of words: the service has no operators.
func render(q retrieval.Query) string {
	words := dialect.Of(q, mostWords)
	if len(words.Terms) == 0 {
		return ""
	}
	if words.Against {
		words.Terms = append(words.Terms, dialect.Contrary[0])
	}
	return strings.Join(words.Terms, " ")
}

// Fetch implements retrieval.Fetcher.
func (s *Source) Fetch(ctx context.Context, id string) (evidence.Document, error) {
	doi := retrieval.NormalizeDOI(strings.TrimPrefix(id, "doi:"))
	if doi == "" || strings.ContainsAny(doi, " \t\n") {
		return evidence.Document{}, fmt.Errorf("%s: %q is no DOI: %w", Name, id, retrieval.ErrNotFound)
	}
	return web.Get(ctx, s.client, web.Request{Op: "fetch", Path: "/works/" + url.PathEscape(doi)}, parseWork)
}
