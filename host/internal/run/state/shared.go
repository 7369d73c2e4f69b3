package state

import (
	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/internal/documents"
)

// Shared holds documents that engines of several policies decode and analyse once between them. Results do not depend on
// it. It is safe for concurrent use.
type Shared struct {
	library *documents.Store
	texts   analysis.Shared
}

// NewShared makes an empty Shared. The engines that get it must have the same cache.
func NewShared(kept *cache.Cache) (*Shared, error) {
	l, err := documents.New(kept)
	if err != nil {
		return nil, err
	}
	return &Shared{library: l}, nil
}

// share takes documents from what the engine shares with others, or else from its own.
func (e *Engine) share() (err error) {
	if e.Shared == nil {
		if e.Shared, err = NewShared(e.Cache); err != nil {
			return err
		}
	}
	e.Library = e.Shared.library
	e.Texts, err = e.Shared.texts.For(e.Policy.Read)
	return err
}
