package store

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"sync"
)

// memory is a DB that lives and dies with the process.
type memory struct {
	mu     sync.RWMutex
	values map[string][]byte
	closed bool
}

var _ DB = (*memory)(nil)

// Memory returns an empty store that keeps everything in memory.
func Memory() DB { return &memory{values: map[string][]byte{}} }

func (m *memory) Get(key []byte) ([]byte, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.closed {
		return nil, ErrClosed
	}
	v, ok := m.values[string(key)]
	if !ok {
		return nil, ErrNotFound
	}
	return bytes.Clone(v), nil
}

func (m *memory) Write(entries ...Entry) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return ErrClosed
	}
	for _, e := range entries {
		if e.Value == nil {
			delete(m.values, string(e.Key))
			continue
		}
		m.values[string(e.Key)] = append([]byte{}, e.Value...)
	}
	return nil
}

func (m *memory) Scan(prefix []byte, fn func(key, value []byte) error) error {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.closed {
		return ErrClosed
	}
	var keys []string
	for k := range m.values {
		if strings.HasPrefix(k, string(prefix)) {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	for _, k := range keys {
		if err := fn([]byte(k), m.values[k]); err != nil {
			return err
		}
	}
	return nil
}

func (m *memory) Check() error { return m.Scan(nil, func(_, _ []byte) error { return nil }) }

func (m *memory) Compact(context.Context) error { return nil }

func (m *memory) Size() (int64, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	var n int64
	for k, v := range m.values {
		n += int64(len(k) + len(v))
	}
	return n, nil
}

func (m *memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	m.values = nil
	return nil
}
