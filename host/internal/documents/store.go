package documents

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// mostHeld is the number of documents that an engine keeps decoded; at about 5 KB each.
const mostHeld = 16384

// A Holding is a document with its content address.
type Holding struct {
	Document evidence.Document
	Digest   string
	Data     []byte // canonical JSON, what the digest is of
	cached   atomic.Bool
}

// A Store knows the documents that an engine has seen, by content and by where
// they were found, so that each is encoded, hashed and decoded once. It is safe for
// concurrent use; documents in it must not be changed.
type Store struct {
	cache    *cache.Cache
	byDigest kept[string]
	byPlace  kept[place]
}

// kept is a cache of [lru]. As an interface it is compiled here alone, and not once more in every package that knows a [Store].
type kept[K comparable] interface {
	Get(at K) (*Holding, bool)
	Add(at K, h *Holding) (evicted bool)
}

// A place names a document that is always the same: an id within one content of a source.
type place struct{ fingerprint, id string }

// New returns an empty store that keeps what it is told in the cache, too.
func New(kept *cache.Cache) (*Store, error) {
	byDigest, err := lru.New[string, *Holding](mostHeld)
	if err != nil {
		return nil, fmt.Errorf("documents: %w", err)
	}
	byPlace, err := lru.New[place, *Holding](mostHeld)
	if err != nil {
		return nil, fmt.Errorf("documents: %w", err)
	}
	return &Store{kept, byDigest, byPlace}, nil
}

// Hold addresses a document by content.
func (s *Store) Hold(d evidence.Document) (*Holding, error) {
	data, err := record.Canonical(d)
	if err != nil {
		return nil, err
	}
	h := &Holding{Document: d, Digest: record.Digest(data), Data: data}
	if known, ok := s.byDigest.Get(h.Digest); ok {
		return known, nil
	}
	s.byDigest.Add(h.Digest, h)
	return h, nil
}

// Found addresses a document that a source returned. An empty fingerprint promises nothing.
func (s *Store) Found(fingerprint string, d evidence.Document) (*Holding, error) {
	at := place{fingerprint, d.ID}
	if h, ok := s.byPlace.Get(at); ok && fingerprint != "" {
		return h, nil
	}
	h, err := s.Hold(d)
	if err == nil && fingerprint != "" {
		s.byPlace.Add(at, h)
	}
	return h, err
}

// A shelfmark is a hit as the cache keeps it: the document by content.
type shelfmark struct {
	Document string  `json:"document"`
	Rank     int     `json:"rank"`
	Score    float64 `json:"score"`
}

// A Hit is a hit with its document's address.
type Hit struct {
	retrieval.Hit
	*Holding
}

// Search asks the source unless the cache knows the answer. Errors are never
// cached, nor are answers of sources without fingerprint.
func (s *Store) Search(ctx context.Context, source retrieval.Source, q retrieval.Query) ([]Hit, bool, error) {
	print := source.Fingerprint()
	if print == "" {
		hits, err := source.Search(ctx, q)
		if err != nil {
			return nil, false, err
		}
		found, err := s.shelve(print, hits)
		return found, false, err
	}
	key := cache.NewKey(cache.KindSearch).Text(print).Text(q.Text).Number(int64(q.Limit))
	if q.OpenWeb {
		key = key.Text("open web")
	}
	if q.Literal {
		key = key.Text("literal")
	}
	data, hit, err := s.cache.Do(ctx, key.Sum(), func(ctx context.Context) ([]byte, error) {
		hits, err := source.Search(ctx, q)
		if err != nil {
			return nil, err
		}
		found, err := s.shelve(print, hits)
		if err != nil {
			return nil, err
		}
		return s.marks(found)
	})
	if err != nil {
		return nil, false, err
	}
	found, err := s.fetch(data)
	if errors.Is(err, errLost) {
		found, err = s.again(ctx, source, q, key.Sum())
		return found, false, err
	}
	return found, hit, err
}

// again asks the source although the cache has an answer, which is of no use, and keeps the new one in its place.
func (s *Store) again(ctx context.Context, source retrieval.Source, q retrieval.Query, key cache.Key) ([]Hit, error) {
	hits, err := source.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	found, err := s.shelve(source.Fingerprint(), hits)
	if err != nil {
		return nil, err
	}
	for _, f := range found {
		f.cached.Store(false) // its document may be what was lost
	}
	marks, err := s.marks(found)
	if err == nil {
		_ = s.cache.Put(key, marks) // if it cannot be kept, the next search asks again
	}
	return found, err
}

// shelve addresses the documents of hits.
func (s *Store) shelve(fingerprint string, hits []retrieval.Hit) ([]Hit, error) {
	out := make([]Hit, len(hits))
	for i, h := range hits {
		held, err := s.Found(fingerprint, h.Document)
		if err != nil {
			return nil, err
		}
		out[i] = Hit{h, held}
	}
	return out, nil
}

// marks puts the documents into the cache, each once, and lists them.
func (s *Store) marks(found []Hit) ([]byte, error) {
	marks := make([]shelfmark, len(found))
	for i, f := range found {
		marks[i] = shelfmark{f.Digest, f.Rank, f.Score}
		if f.cached.Swap(true) {
			continue
		}
		if err := s.cache.Put(documentKey(f.Digest), f.Data); err != nil {
			return nil, err
		}
	}
	return json.Marshal(marks)
}

func documentKey(digest string) cache.Key {
	return cache.NewKey(cache.KindDocument).Text(digest).Sum()
}

// errLost says that the cache dropped a document that one of its answers names, or that what it holds is not an answer or
// another document, as after the import of what somebody else wrote.
var errLost = errors.New("what the cache holds is of no use")

// fetch turns a cached answer into hits.
func (s *Store) fetch(data []byte) ([]Hit, error) {
	var marks []shelfmark
	if err := json.Unmarshal(data, &marks); err != nil || marks == nil {
		return nil, fmt.Errorf("cached search: %w", errLost)
	}
	out := make([]Hit, len(marks))
	for i, m := range marks {
		held, err := s.borrow(m.Document)
		if err != nil {
			return nil, err
		}
		out[i] = Hit{retrieval.Hit{Document: held.Document, Rank: m.Rank, Score: m.Score}, held}
	}
	return out, nil
}

// borrow finds a document by content, in memory or in the cache.
func (s *Store) borrow(digest string) (*Holding, error) {
	return s.Known(digest, func(digest string) ([]byte, error) {
		data, ok, err := s.cache.Get(documentKey(digest))
		if err == nil && (!ok || record.Digest(data) != digest) {
			err = fmt.Errorf("cached search: %w", errLost)
		}
		return data, err
	})
}

// Known finds a document by content, in memory or else where get has it.
func (s *Store) Known(digest string, get func(digest string) ([]byte, error)) (*Holding, error) {
	if h, ok := s.byDigest.Get(digest); ok {
		return h, nil
	}
	data, err := get(digest)
	if err != nil {
		return nil, err
	}
	h := &Holding{Digest: digest, Data: data}
	if err := json.Unmarshal(data, &h.Document); err != nil {
		return nil, fmt.Errorf("document %.12s: %w", digest, err)
	}
	s.byDigest.Add(digest, h)
	return h, nil
}

// Recorded makes the hits that a record tells of, of a source with that fingerprint; get has the documents' content.
func (s *Store) Recorded(fingerprint string, hits []record.Hit, get func(digest string) ([]byte, error)) ([]Hit, error) {
	out := make([]Hit, len(hits))
	for i, h := range hits {
		held, err := s.Known(h.Document, get)
		if err != nil {
			return nil, err
		}
		if fingerprint != "" {
			s.byPlace.Add(place{fingerprint, held.Document.ID}, held)
		}
		out[i] = Hit{retrieval.Hit{Document: held.Document, Rank: h.Rank, Score: h.Score}, held}
	}
	return out, nil
}
