package whatif

import (
	"container/list"
	"sync"

	"github.com/sparkhost/sparkhost/host/replay"
)

// mostBytes bounds the lines of the records that are kept between calls; parsed, they take about twice as much.
const mostBytes = 128 << 20

// A shelf is an LRU cache of decided records, bounded in bytes. It is safe for concurrent use.
type shelf struct {
	most int

	mu    sync.Mutex
	bytes int
	order list.List // of items, the last used first
	at    map[string]*list.Element
}

type item struct {
	id         string
	generation uint32
	kept       *replay.Kept
	bytes      int
}

// get returns the record with that id; nil: it is not there, or was written anew since.
func (s *shelf) get(id string, generation uint32) *replay.Kept {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.at[id]
	if at == nil || at.Value.(item).generation != generation {
		return nil
	}
	s.order.MoveToFront(at)
	return at.Value.(item).kept
}

// put adds a record and drops the least recently used ones until all fit.
func (s *shelf) put(id string, generation uint32, k *replay.Kept, bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(s.at[id])
	s.at[id] = s.order.PushFront(item{id, generation, k, bytes})
	for s.bytes += bytes; s.bytes > s.most; {
		s.drop(s.order.Back())
	}
}

// drop lets go of a record; s.mu is held.
func (s *shelf) drop(at *list.Element) {
	if at == nil {
		return
	}
	gone := s.order.Remove(at).(item)
	delete(s.at, gone.id)
	s.bytes -= gone.bytes
}
