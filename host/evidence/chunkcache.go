package evidence

import (
	"strings"
	"sync/atomic"
)

const (
	fnvOffset   = 2166136261
	fnvPrime    = 16777619
	cacheSlots  = 1 << 16
	maxCacheKey = 48 // longer pieces are rare and not worth keeping
)

// A chunk holds the analysis of one piece of text between white space. It is immutable.
type chunk struct {
	key      string
	tokens   []string // whatever the neighbours are
	anchors  []string // surface spelling of the anchors in it
	acronym  string   // token that counts only if the neighbours are not in capitals
	number   string   // the piece is a bare number; a unit may follow
	unit     string   // the piece is a unit, normalised
	surface  string   // the piece without outer punctuation, if acronym, number or unit is set
	capitals bool     // two letters or more, all capitals
	ends     bool     // ends a clause before closing marks, as "so.)" does
	rare     bool     // acronym or number is set
}

// chunkCache maps pieces of text to their chunks. It is a table of fixed size in
// which a newcomer replaces what sat in its slot, so it is bounded, needs no lock, and a
// lookup can only miss, never be wrong.
type chunkCache struct {
	slots [cacheSlots]atomic.Pointer[chunk]
}

func (t *chunkCache) get(form Form, s string) *chunk {
	hash := uint32(fnvOffset)
	for i := 0; i < len(s); i++ {
		hash = (hash ^ uint32(s[i])) * fnvPrime
	}
	slot := &t.slots[(hash^hash>>16)&(cacheSlots-1)]
	if c := slot.Load(); c != nil && c.key == s {
		return c
	}
	c := newChunk(form, strings.Clone(s))
	if len(s) <= maxCacheKey {
		slot.Store(c)
	}
	return c
}
