// Package retrieval finds documents: the Source interface that every literature
// provider implements, and the merging of what several of them return into one
// pool without duplicates.
//
// # Adding a source
//
// docs/sources.md, "Write a source", goes through it. A source is a folder beside local and europepmc with a type that
// implements [Source], one line in host/sources.go and a price in host/budget/prices.json. One that speaks HTTP is built on package web, which does what all of them need:
// limits, retries, cache, recordings, credentials. It is left with three things: writing
// a query in its provider's dialect, telling errors by shape, and turning a body into documents.
// Package europepmc is the model to copy; what its operators can set extends web.Settings, and
// standin.Subject holds it to its provider's limits and faults. A source
//
//   - pages by itself until it has Query.Limit hits or its provider has no more;
//   - fills of [evidence.Document] what its provider says and nothing else: ID is its own name for the
//     work, Source its Name, CitationCount nil when there is none, Abstract plain text;
//   - gives abstracts with headings as Sections as well, in the order of the text;
//   - returns an error and no hits when a page fails: a short answer that looks whole would be cached.
//
// What only some sources can do is an interface of its own, found by type assertion: [Fetcher], [FullTexter].
package retrieval

import (
	"context"
	"errors"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// A Query is one search.
type Query struct {
	Text   string `json:"text"`
	Intent string `json:"intent"` // why it is asked: primary, options, methods, reference, adversarial, gap, …
	Limit  int    `json:"limit"`  // most hits wanted; at least 1
	// OpenWeb lets a source that keeps to a list of sites leave it for this query (S4-06).
	OpenWeb bool `json:"open_web,omitempty"`
	// Literal keeps the words as they stand: sources that would ask for the subject alone ask for all of them (D11).
	Literal bool `json:"literal,omitempty"`
}

// A Hit is a document that a source returned for a query.
type Hit struct {
	Document evidence.Document `json:"document"`
	Rank     int               `json:"rank"`  // 1 for the best
	Score    float64           `json:"score"` // the source's own scale; comparable within one answer only
}

// A Source searches one body of literature. Implementations are safe for
// concurrent use and honour ctx.
type Source interface {
	// Name returns the name of the source in policies and results, such as "local".
	Name() string
	// Fingerprint identifies content and settings: two sources with one fingerprint
	// give the same hits for the same query, so it is part of every cache key.
	// It is empty for sources that cannot promise that.
	Fingerprint() string
	// Search returns at most q.Limit hits, best first, in an order that is the same
	// every time for the same content. No hits is not an error.
	Search(ctx context.Context, q Query) ([]Hit, error)
	// Close releases what the source holds. It is safe to call twice.
	Close() error
}

// ErrNotFound is matched by errors of [Fetcher.Fetch] when the provider does not know the id.
var ErrNotFound = errors.New("no such document")

// A Fetcher is a [Source] that can get one document by an identifier of it.
type Fetcher interface {
	Source
	// Fetch returns the document with that id: what the source calls it (Document.ID of an
	// earlier hit) or an identifier with its kind before it, of those that the source
	// documents ("doi:10.1000/x", "pmid:123", "pmcid:PMC123", "arxiv:2101.00001"). Its error
	// matches [ErrNotFound] when there is none.
	Fetch(ctx context.Context, id string) (evidence.Document, error)
}

// A FullTexter is a [Source] that can get the open text of a work.
type FullTexter interface {
	Source
	// HasText says whether the work has an identifier by which its text can be asked for. It asks nobody.
	HasText(d *evidence.Document) bool
	// FullText returns the sections of the work's text in their order, without its abstract. Its error matches
	// [ErrNotFound] when the work's text is not open.
	FullText(ctx context.Context, d *evidence.Document) ([]evidence.Section, error)
}

// A Counter is a [Source] that knows how common words are in what it holds.
type Counter interface {
	Source
	// CountWords returns how many documents the source holds and how many of them hold each word: of a word that the
	// source indexes as several terms, the commonest of them. A word that it does not index, such as "the", is held by all.
	CountWords(ctx context.Context, words []string) (documents int, holding []int, err error)
}

// As finds what a source can do besides searching: s itself, or the source that s, by a method Unwrap, says it stands for.
func As[T Source](s Source) (T, bool) {
	for {
		if t, ok := s.(T); ok {
			return t, true
		}
		u, ok := s.(interface{ Unwrap() Source })
		if !ok {
			var none T
			return none, false
		}
		s = u.Unwrap()
	}
}
