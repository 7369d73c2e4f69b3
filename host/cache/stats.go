package cache

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/internal/store"
)

// Stats describe a cache: what it holds and what its use was.
type Stats struct {
	Dir       string      `json:"dir"` // empty in memory
	Entries   int64       `json:"entries"`
	Bytes     int64       `json:"bytes"`      // compressed values and keys
	MaxBytes  int64       `json:"max_bytes"`  // negative: no cap
	DiskBytes int64       `json:"disk_bytes"` // what the folder occupies
	Kinds     []KindStats `json:"kinds"`      // by name
}

// KindStats are the numbers of one kind. Counters add up over all processes that
// closed the cache, and this one.
type KindStats struct {
	Kind    Kind  `json:"kind"`
	Entries int64 `json:"entries"`
	Bytes   int64 `json:"bytes"`
	Counters
}

// Stats counts what is there now.
func (c *Cache) Stats() (Stats, error) {
	counters, err := c.allCounters()
	if err != nil {
		return Stats{}, err
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	if err := c.loadUsage(); err != nil {
		return Stats{}, err
	}
	s := Stats{Dir: c.o.Dir, Bytes: c.used.bytes, MaxBytes: c.o.MaxBytes, Kinds: []KindStats{}}
	for kind, k := range c.used.kinds {
		s.Entries += k.Entries
		if counters[kind] == nil {
			counters[kind] = &Counters{}
		}
	}
	for kind, n := range counters {
		k := KindStats{Kind: kind, Counters: *n}
		if u := c.used.kinds[kind]; u != nil {
			k.Entries, k.Bytes = u.Entries, u.Bytes
		}
		s.Kinds = append(s.Kinds, k)
	}
	slices.SortFunc(s.Kinds, func(a, b KindStats) int { return strings.Compare(string(a.Kind), string(b.Kind)) })
	s.DiskBytes, err = c.db.Size()
	return s, err
}

// Counters say what happened to entries of one kind.
type Counters struct {
	Hits        int64 `json:"hits"`
	Misses      int64 `json:"misses"`       // expired and damaged ones included
	Expired     int64 `json:"expired"`      // found, but too old
	Damaged     int64 `json:"damaged"`      // found, but the checksum was wrong
	Evictions   int64 `json:"evictions"`    // removed for the size cap
	Unstored    int64 `json:"unstored"`     // computed, but could not be stored
	BytesServed int64 `json:"bytes_served"` // uncompressed, by hits
}

func (n *Counters) add(m Counters) {
	n.Hits += m.Hits
	n.Misses += m.Misses
	n.Expired += m.Expired
	n.Damaged += m.Damaged
	n.Evictions += m.Evictions
	n.Unstored += m.Unstored
	n.BytesServed += m.BytesServed
}

func (c *Cache) count(kind Kind, change func(*Counters)) {
	c.counting.Lock()
	defer c.counting.Unlock()
	n := c.counters[kind]
	if n == nil {
		n = &Counters{}
		c.counters[kind] = n
	}
	change(n)
}

var countersKey = []byte("s")

// savedCounters returns those of all closed processes.
func (c *Cache) savedCounters() (map[Kind]*Counters, error) {
	all := map[Kind]*Counters{}
	b, err := c.db.Get(countersKey)
	if errors.Is(err, store.ErrNotFound) {
		return all, nil
	}
	if err != nil {
		return nil, err
	}
	if json.Unmarshal(b, &all) != nil {
		return map[Kind]*Counters{}, nil // counters are not worth an error
	}
	return all, nil
}

// allCounters adds this process's counters to the saved ones.
func (c *Cache) allCounters() (map[Kind]*Counters, error) {
	all, err := c.savedCounters()
	if err != nil {
		return nil, err
	}
	c.counting.Lock()
	defer c.counting.Unlock()
	for kind, n := range c.counters {
		if all[kind] == nil {
			all[kind] = &Counters{}
		}
		all[kind].add(*n)
	}
	return all, nil
}

func (c *Cache) saveCounters() error {
	c.counting.Lock()
	unused := len(c.counters) == 0
	c.counting.Unlock()
	if unused {
		return nil
	}
	all, err := c.allCounters()
	if err != nil {
		return err
	}
	b, err := json.Marshal(all)
	if err != nil {
		return err
	}
	err = c.db.Write(store.Entry{Key: countersKey, Value: b})
	if errors.Is(err, ErrFull) {
		return nil
	}
	return err
}
