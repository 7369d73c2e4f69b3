// Package opensearch searches an engine that its users run themselves: OpenSearch or Elasticsearch, from version 7, over their HTTP
// API. What their fields are called is said in the policy.
//
// Documents are named by "<index>/<id>" as the engine names them. [Source.Fetch] takes that.
package opensearch

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// Name is the name of the source in policies and results.
const Name = "opensearch"

const (
	pageSize = 100
	mostHits = 10_000 // from + size, as index.max_result_window has it unless an operator raises it
)

// A Source is a search engine behind a transport. It is safe for concurrent use.
type Source struct {
	client *web.Client
	s      Settings
}

var _ retrieval.Fetcher = (*Source)(nil)

// New makes the source.
func New(t *web.Transport, s Settings) (*Source, error) {
	client, err := t.Client(web.Provider{
		Name: Name, Base: s.BaseURL, Realm: s.BaseURL, Format: web.JSON, Limits: s.Limits(), MaxBytes: s.MaxBytes, Tries: s.Tries, Timeout: s.Timeout,
		Classify: classify, Secrets: s.secrets(), Authorize: s.authorize,
	})
	if err != nil {
		return nil, err
	}
	return &Source{client, s}, nil
}

// authorize says who asks, if anybody.
func (s *Settings) authorize(r *http.Request) {
	switch {
	case s.Key != "":
		r.Header.Set("Authorization", "ApiKey "+s.Key)
	case s.Token != "":
		r.Header.Set("Authorization", "Bearer "+s.Token)
	case s.User != "":
		r.SetBasicAuth(s.User, s.Password)
	}
}

// secrets returns the secrets that authorize sends, password and user also as they are sent together.
func (s *Settings) secrets() []string {
	out := []string{s.Key, s.Token, s.Password}
	if s.User != "" {
		out = append(out, base64.StdEncoding.EncodeToString([]byte(s.User+":"+s.Password)))
	}
	return out
}

// Hint is empty: whether the engine wants credentials only it can say.
func (s *Source) Hint() string { return "" }

// Name implements retrieval.Source.
func (s *Source) Name() string { return Name }

// Fingerprint is empty: the index may change at any time. Its answers are cached by the transport.
func (s *Source) Fingerprint() string { return "" }

// Close implements retrieval.Source; the transport is not the source's.
func (s *Source) Close() error { return nil }

// Search implements retrieval.Source. The order is the engine's by score; works of one score within a page are ordered by name, because the
// engine's copies of an index differ there.
func (s *Source) Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	query := s.s.render(q)
	if query == nil || q.Limit < 1 {
		return nil, nil
	}
	hits, size := web.NewHits(q.Limit), min(q.Limit, pageSize)
	for from := 0; !hits.Full() && from+size <= mostHits; from += size {
		p, err := s.page(ctx, "search", request{From: from, Size: size, Query: query})
		if err != nil {
			return nil, err
		}
		if !hits.Add(p.documents) || p.hits < size {
			break
		}
	}
	return hits.List(), nil
}

// A request is the body of a search.
type request struct {
	From   int      `json:"from"`
	Size   int      `json:"size"`
	Query  any      `json:"query"`
	Source []string `json:"_source"`
	Total  bool     `json:"track_total_hits"` // false: nobody needs the count, which takes time
}

func (s *Source) page(ctx context.Context, op string, r request) (page, error) {
	r.Source = s.s.Fields.names()
	body, err := json.Marshal(r)
	if err != nil {
		return page{}, fmt.Errorf("%s: query: %w", Name, err)
	}
	index := strings.ReplaceAll(url.PathEscape(s.s.Index), "%2C", ",")
	return web.Get(ctx, s.client, web.Request{Op: op, Path: "/" + index + "/_search", Body: string(body)},
		func(body []byte) (page, error) { return parsePage(body, s.s.Fields) })
}

// Fetch implements retrieval.Fetcher.
func (s *Source) Fetch(ctx context.Context, id string) (evidence.Document, error) {
	_, own, ok := strings.Cut(id, "/")
	if !ok || own == "" || len(own) > 512 {
		return evidence.Document{}, fmt.Errorf("%s: %q is no name of a document, INDEX/ID: %w", Name, id, retrieval.ErrNotFound)
	}
	p, err := s.page(ctx, "fetch", request{Size: 5, Query: object{"ids": object{"values": []string{own}}}})
	if err != nil {
		return evidence.Document{}, err
	}
	for _, d := range p.documents {
		if d.ID == id {
			return d, nil
		}
	}
	return evidence.Document{}, fmt.Errorf("%s: %q: %w", Name, id, retrieval.ErrNotFound)
}
