package analysis

import (
	"sync"

	"github.com/sparkhost/sparkhost/host/policy"
)

// Shared holds one [Cache] for each way to read documents, for engines of several policies. The zero value is empty; it is
// safe for concurrent use.
type Shared struct {
	mu     sync.Mutex
	caches map[way]*Cache
}

// A way holds the settings of a policy's read block on which a document's analysis depends.
type way struct {
	maxChars, passageChars int
	titles                 bool
	summary                policy.Summary
}

func wayOf(r *policy.Read) way { return way{r.MaxChars, r.PassageChars, r.Titles, r.Summary} }

// For returns the cache of the documents that are read as the read block says.
func (s *Shared) For(read policy.Read) (*Cache, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.caches[wayOf(&read)]; c != nil {
		return c, nil
	}
	c, err := newCache(read)
	if err != nil {
		return nil, err
	}
	if s.caches == nil {
		s.caches = map[way]*Cache{}
	}
	s.caches[wayOf(&read)] = c
	return c, nil
}
