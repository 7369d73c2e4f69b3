package host

import (
	"context"

	"github.com/sparkhost/sparkhost/host/retrieval"
)

// Search asks the local literature of the host, outside of any run: at most limit works, best first. The error matches [ErrNoCorpus] where
// the policy searches none.
func (h *Host) Search(ctx context.Context, text string, limit int) ([]retrieval.Hit, error) {
	source := h.engine.Sources[localSource]
	if source == nil {
		return nil, ErrNoCorpus
	}
	return source.Search(ctx, retrieval.Query{Text: text, Limit: max(1, limit)})
}
