package web

import (
	"context"

	"github.com/sparkhost/sparkhost/host/retrieval"
)

// AllThenAny returns the search of a provider whose queries require all of their words: it asks for all, and when no work has them, for some.
// Search turns the pages of one query and gives at most limit hits. Nothing is asked for an empty query or without a limit.
func AllThenAny(ctx context.Context, limit int, all, some string, search func(ctx context.Context, query string, limit int) ([]retrieval.Hit, error)) ([]retrieval.Hit, error) {
	if all == "" || limit < 1 {
		return nil, nil
	}
	hits, err := search(ctx, all, limit)
	if err == nil && len(hits) == 0 && some != all {
		hits, err = search(ctx, some, limit)
	}
	return hits, err
}
