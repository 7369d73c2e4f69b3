package declared

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
	"github.com/sparkhost/sparkhost/host/retrieval/web/dialect"
)

// A Source is a declared source behind a transport. It is safe for concurrent use.
type Source struct {
	spec    Spec
	clients map[string]*web.Client // by the format of the answer
	missing []string               // credentials that are not set
}

// New opens a source.
func New(t *web.Transport, s Spec, c outbound.Credentials) (*Source, error) {
	out := &Source{spec: s, clients: map[string]*web.Client{}}
	for _, name := range s.Credentials() {
		if c.Value(name) == "" {
			out.missing = append(out.missing, name)
		}
	}
	header, query, secrets := s.authorization(c)
	for _, format := range s.formats() {
		client, err := t.Client(web.Provider{
			Name: s.Name, Base: s.BaseURL, Realm: s.BaseURL, Format: web.Format(format), Limits: s.Limits(), MaxBytes: s.MaxBytes, Tries: s.Tries, Timeout: s.Timeout,
			Classify: s.classify(format), Edition: s.edition(), Header: headerOf(s.Headers), Secrets: secrets,
			Authorize: func(r *http.Request) {
				for name, value := range header {
					r.Header.Set(name, value)
				}
				q := r.URL.Query()
				for name, value := range query {
					q.Set(name, value)
				}
				r.URL.RawQuery = q.Encode()
			},
		})
		if err != nil {
			return nil, err
		}
		out.clients[format] = client
	}
	return out, nil
}

// formats returns those of the answers.
func (s *Spec) formats() []string {
	out := []string{s.Format}
	for _, c := range []*Call{&s.Search, s.Then, s.Fetch} {
		if c != nil && c.Format != "" {
			out = append(out, c.Format)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// authorization holds what secret() and credentials add to each request, and which parts of it are secret.
func (s *Spec) authorization(c outbound.Credentials) (header, query map[string]string, secrets []string) {
	header, query, secrets = map[string]string{}, map[string]string{}, slices.Clone(s.secrets)
	add := func(into map[string]string, name, value string) {
		if value != "" {
			into[name] = value
			secrets = append(secrets, value)
		}
	}
	for name, text := range s.keys {
		add(query, name, key(text, c))
	}
	for name, text := range s.keyHeader {
		add(header, name, key(text, c))
	}
	for name, value := range s.secretOf {
		if rest, is := strings.CutPrefix(name, "headers."); is {
			add(header, rest, value)
			continue
		}
		add(query, strings.TrimPrefix(name, "query."), value)
	}
	for _, name := range s.Credentials() {
		secrets = append(secrets, c.Value(name)) // also without the words around it
	}
	return header, query, secrets
}

func headerOf(all map[string]string) http.Header {
	out := http.Header{}
	for name, value := range all {
		out.Set(name, value)
	}
	return out
}

// classify finds errors that come as good answers.
func (s *Spec) classify(format string) func(web.Answer) outbound.Verdict {
	return func(a web.Answer) outbound.Verdict {
		v := a.ByStatus()
		if s.Error == nil || v.Class != outbound.OK && len(bytes.TrimSpace(a.Body)) == 0 {
			return v
		}
		root, err := parse(format, a.Body)
		if err != nil {
			return v
		}
		detail := strings.Join(s.Error.texts(root), "; ")
		if detail == "" {
			return v
		}
		v.Detail = detail
		if v.Class == outbound.OK {
			v.Class = outbound.BadRequest
		}
		if slowDown.MatchString(detail) {
			v.Class = outbound.RateLimited
		}
		return v
	}
}

// slowDown matches what services say to those who ask too fast.
var slowDown = regexp.MustCompile(`(?i)rate limit|too many requests|slow down`)

// Name implements retrieval.Source.
func (s *Source) Name() string { return s.spec.Name }

// Fingerprint is empty: the service's content changes. Its answers are cached by the transport.
func (s *Source) Fingerprint() string { return "" }

// Close implements retrieval.Source; the transport is not the source's.
func (s *Source) Close() error { return nil }

// Hint says what a user can do to get more out of the source; empty: nothing.
func (s *Source) Hint() string {
	if s.missing == nil {
		return ""
	}
	return s.spec.Name + " answers better, or only, with " + strings.Join(s.missing, " and ") + ": set it in the environment or the credentials file"
}

// Search implements retrieval.Source. All terms of the query have to occur; when no work has them all, any of them will do. Sources that take
// words get the words.
func (s *Source) Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	if s.spec.Words {
		words := dialect.Of(q, s.spec.MaxTerms)
		if words.Against && len(words.Terms) > 0 {
			words.Terms = append(words.Terms, dialect.Contrary[0])
		}
		all := strings.Join(words.Terms, " ")
		return web.AllThenAny(ctx, q.Limit, all, all, s.collect)
	}
	all, some := dialect.Boolean(q, s.spec.MaxTerms, quoted)
	return web.AllThenAny(ctx, q.Limit, all, some, s.collect)
}

var plain = regexp.MustCompile(`^[A-Za-z0-9]+$`)

func quoted(term string) string {
	if plain.MatchString(term) {
		return term
	}
	return `"` + term + `"`
}

// collect turns pages until it has limit hits or none are left.
func (s *Source) collect(ctx context.Context, query string, limit int) ([]retrieval.Hit, error) {
	c := &s.spec.Search
	hits, size, cursor := web.NewHits(min(limit, c.Most)), min(limit, c.PageSize), c.Cursor
	if !strings.Contains(c.Path+fmt.Sprint(c.Query), "{limit}") {
		size = c.PageSize // the service decides
	}
	for number, offset := 1, 0; !hits.Full() && offset < c.Most; number, offset = number+1, offset+size {
		p, err := s.page(ctx, map[string]string{
			"query": query, "limit": strconv.Itoa(size), "offset": strconv.Itoa(offset), "page": strconv.Itoa(number), "page0": strconv.Itoa(number - 1), "cursor": cursor,
		})
		if err != nil {
			return nil, err
		}
		more := hits.Add(p.documents)
		switch {
		case !more, c.Next != nil && (p.next == "" || p.next == cursor), c.Next == nil && (p.total >= 0 && offset+size >= p.total || p.total < 0 && p.items < size):
			return hits.List(), nil
		}
		cursor = p.next
	}
	return hits.List(), nil
}

// A page is one answer to a search.
type page struct {
	documents []evidence.Document
	ids       []string
	items     int
	total     int // of all pages; -1: not said
	next      string
}

// page asks for a page, and for the documents of its identifiers where they come apart.
func (s *Source) page(ctx context.Context, values map[string]string) (page, error) {
	p, err := s.ask(ctx, "search", &s.spec.Search, values, s.readPage)
	if err != nil || s.spec.Then == nil || len(p.ids) == 0 {
		return p, err
	}
	then, err := s.ask(ctx, "documents", s.spec.Then, map[string]string{"ids": strings.Join(p.ids, ",")}, s.readDocuments(s.spec.Then))
	if err != nil {
		return page{}, err
	}
	rank := map[string]int{}
	for i, id := range p.ids {
		rank[id] = i
	}
	p.documents = slices.DeleteFunc(then.documents, func(d evidence.Document) bool { _, asked := rank[d.ID]; return !asked })
	slices.SortStableFunc(p.documents, func(a, b evidence.Document) int { return cmp.Compare(rank[a.ID], rank[b.ID]) })
	return p, nil
}

func (s *Source) ask(ctx context.Context, op string, c *Call, values map[string]string, read func(root *node) (page, error)) (page, error) {
	escaped := map[string]string{}
	for name, value := range values {
		escaped[name] = url.PathEscape(value)
	}
	query := url.Values{}
	for _, name := range slices.Sorted(maps.Keys(c.Query)) {
		if v := fill(c.Query[name], values); v != "" {
			query.Set(name, v)
		}
	}
	format := cmp.Or(c.Format, s.spec.Format)
	return web.Get(ctx, s.clients[format], web.Request{Op: op, Path: fill(c.Path, escaped), Query: query}, func(body []byte) (page, error) {
		root, err := parse(format, body)
		if err != nil {
			return page{}, err
		}
		return read(root)
	})
}

// readPage reads the answer to a search.
func (s *Source) readPage(root *node) (page, error) {
	c := &s.spec.Search
	p := page{total: -1, next: c.Next.text(root)}
	if c.Total != nil {
		n, err := strconv.Atoi(c.Total.text(root))
		if err != nil && len(c.Items.find(root)) == 0 {
			return page{}, errors.New("it has neither items nor their number")
		}
		if err == nil {
			p.total = n
		}
	}
	if s.spec.Then != nil {
		p.ids = c.Items.texts(root)
		p.ids = p.ids[:min(len(p.ids), c.PageSize)]
		p.items = len(p.ids)
		return p, nil
	}
	read, err := s.readDocuments(c)(root)
	p.documents, p.items = read.documents, read.items
	return p, err
}

// readDocuments reads the documents of an answer.
func (s *Source) readDocuments(c *Call) func(root *node) (page, error) {
	return func(root *node) (page, error) {
		items := []*node{root}
		if c.Items != nil {
			items = c.Items.find(root)
		}
		works := make([]node, 0, len(items))
		for _, n := range items {
			works = append(works, *n)
		}
		documents, err := web.Documents(works, s.spec.document, "none of its items has an identifier")
		return page{documents: documents, items: len(items)}, err
	}
}

// Fetch implements retrieval.Fetcher, where the source declares how.
func (s *Source) Fetch(ctx context.Context, id string) (evidence.Document, error) {
	missing := fmt.Errorf("%s: %q: %w", s.spec.Name, id, retrieval.ErrNotFound)
	if s.spec.Fetch == nil || strings.ContainsAny(id, " \t\n{}") || id == "" {
		return evidence.Document{}, missing
	}
	bare := id
	for _, kind := range []string{s.spec.Name, "doi", "pmid", "pmcid", "arxiv"} {
		bare = strings.TrimPrefix(bare, kind+":")
	}
	p, err := s.ask(ctx, "fetch", s.spec.Fetch, map[string]string{"id": bare}, s.readDocuments(s.spec.Fetch))
	if err != nil {
		return evidence.Document{}, err
	}
	for _, d := range p.documents {
		if strings.EqualFold(d.ID, bare) || strings.EqualFold(d.DOI, bare) || d.PMID == bare {
			return d, nil
		}
	}
	return evidence.Document{}, missing
}

// edition names a declaration by a hash: another address, path or credential is another edition.
func (s Spec) edition() string {
	calls := []any{s.Search}
	for _, c := range []*Call{s.Then, s.Fetch} {
		if c != nil {
			calls = append(calls, *c)
		}
	}
	s.Then, s.Fetch = nil, nil
	return "/" + outbound.AccountOf([]string{fmt.Sprintf("%+v %+v", s, calls)})
}
