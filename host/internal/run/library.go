package run

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

// librarySize is how many documents an engine keeps decoded; at about 5 KB each.
const librarySize = 16384

// A holding is a document with its content address.
type holding struct {
	document evidence.Document
	digest   string
	data     []byte // canonical JSON, what the digest is of
	cached   atomic.Bool
}

// A library knows the documents that an engine has seen, by content and by where
// they were found, so that each is encoded, hashed and decoded once. It is safe for
// concurrent use; documents in it must not be changed.
type library struct {
	byDigest *lru.Cache[string, *holding]
	byPlace  *lru.Cache[place, *holding]
}

// A place is where a document is always the same: an id within one content of a source.
type place struct{ fingerprint, id string }

func newLibrary() (*library, error) {
	byDigest, err := lru.New[string, *holding](librarySize)
	if err != nil {
		return nil, fmt.Errorf("library: %w", err)
	}
	byPlace, err := lru.New[place, *holding](librarySize)
	if err != nil {
		return nil, fmt.Errorf("library: %w", err)
	}
	return &library{byDigest, byPlace}, nil
}

// hold addresses a document by content.
func (l *library) hold(d evidence.Document) (*holding, error) {
	data, err := record.Canonical(d)
	if err != nil {
		return nil, err
	}
	h := &holding{document: d, digest: record.Digest(data), data: data}
	if known, ok := l.byDigest.Get(h.digest); ok {
		return known, nil
	}
	l.byDigest.Add(h.digest, h)
	return h, nil
}

// found addresses a document that a source returned. An empty fingerprint promises nothing.
func (l *library) found(fingerprint string, d evidence.Document) (*holding, error) {
	at := place{fingerprint, d.ID}
	if h, ok := l.byPlace.Get(at); ok && fingerprint != "" {
		return h, nil
	}
	h, err := l.hold(d)
	if err == nil && fingerprint != "" {
		l.byPlace.Add(at, h)
	}
	return h, err
}

// A shelfmark is a hit as the cache keeps it: the document by content.
type shelfmark struct {
	Document string  `json:"document"`
	Rank     int     `json:"rank"`
	Score    float64 `json:"score"`
}

// A heldHit is a hit with its document's address.
type heldHit struct {
	retrieval.Hit
	*holding
}

// cachedSearch asks the source unless the cache knows the answer. Errors are never
// cached, nor are answers of sources without fingerprint.
func (e *Engine) cachedSearch(ctx context.Context, source retrieval.Source, q retrieval.Query) ([]heldHit, bool, error) {
	print := source.Fingerprint()
	if print == "" {
		hits, err := source.Search(ctx, q)
		if err != nil {
			return nil, false, err
		}
		found, err := e.shelve(print, hits)
		return found, false, err
	}
	key := cache.NewKey(cache.KindSearch).Text(print).Text(q.Text).Number(int64(q.Limit))
	if q.OpenWeb {
		key = key.Text("open web")
	}
	if q.Literal {
		key = key.Text("literal")
	}
	data, hit, err := e.Cache.Do(ctx, key.Sum(), func(ctx context.Context) ([]byte, error) {
		hits, err := source.Search(ctx, q)
		if err != nil {
			return nil, err
		}
		found, err := e.shelve(print, hits)
		if err != nil {
			return nil, err
		}
		return e.marks(found)
	})
	if err != nil {
		return nil, false, err
	}
	found, err := e.fetch(data)
	if errors.Is(err, errLost) { // evicted since: ask again
		hits, err := source.Search(ctx, q)
		if err != nil {
			return nil, false, err
		}
		found, err = e.shelve(print, hits)
		return found, false, err
	}
	return found, hit, err
}

// shelve addresses the documents of hits.
func (e *Engine) shelve(fingerprint string, hits []retrieval.Hit) ([]heldHit, error) {
	out := make([]heldHit, len(hits))
	for i, h := range hits {
		held, err := e.library.found(fingerprint, h.Document)
		if err != nil {
			return nil, err
		}
		out[i] = heldHit{h, held}
	}
	return out, nil
}

// marks puts the documents into the cache, each once, and lists them.
func (e *Engine) marks(found []heldHit) ([]byte, error) {
	marks := make([]shelfmark, len(found))
	for i, f := range found {
		marks[i] = shelfmark{f.digest, f.Rank, f.Score}
		if f.cached.Swap(true) {
			continue
		}
		if err := e.Cache.Put(documentKey(f.digest), f.data); err != nil {
			return nil, err
		}
	}
	return json.Marshal(marks)
}

func documentKey(digest string) cache.Key {
	return cache.NewKey(cache.KindDocument).Text(digest).Sum()
}

// errLost says that the cache dropped a document that one of its answers names.
var errLost = errors.New("document is no longer in the cache")

// fetch turns a cached answer into hits.
func (e *Engine) fetch(data []byte) ([]heldHit, error) {
	var marks []shelfmark
	if err := json.Unmarshal(data, &marks); err != nil {
		return nil, fmt.Errorf("cached search: %w", err)
	}
	out := make([]heldHit, len(marks))
	for i, m := range marks {
		held, err := e.borrow(m.Document)
		if err != nil {
			return nil, err
		}
		out[i] = heldHit{retrieval.Hit{Document: held.document, Rank: m.Rank, Score: m.Score}, held}
	}
	return out, nil
}

// borrow finds a document by content, in memory or in the cache.
func (e *Engine) borrow(digest string) (*holding, error) {
	if h, ok := e.library.byDigest.Get(digest); ok {
		return h, nil
	}
	data, ok, err := e.Cache.Get(documentKey(digest))
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("cached search: %w", errLost)
	}
	h := &holding{digest: digest, data: data}
	if err := json.Unmarshal(data, &h.document); err != nil {
		return nil, fmt.Errorf("cached document %.12s: %w", digest, err)
	}
	e.library.byDigest.Add(digest, h)
	return h, nil
}
