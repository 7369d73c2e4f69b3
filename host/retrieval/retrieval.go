// Package retrieval finds documents: the Source interface that every literature
// provider implements, and the merging of what several of them return into one
// pool without duplicates.
package retrieval

import (
	"context"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// A Query is one search.
type Query struct {
	Text   string `json:"text"`
	Intent string `json:"intent"` // why it is asked: primary, options, methods, reference, adversarial, gap, …
	Limit  int    `json:"limit"`  // most hits wanted; at least 1
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
	// Name is what policies and results call the source, such as "local".
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
