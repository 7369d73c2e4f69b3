package reading

// met is what a text has met of a question: sets of terms, one bit each.
type met struct {
	exact uint64 // the term in any form or spelling
	near  uint64 // a synonym or abbreviation of it
	kin   uint64 // a word of its family
	extra uint64 // words of options and of long forms
}

func (m *met) add(o met) {
	m.exact |= o.exact
	m.near |= o.near
	m.kin |= o.kin
	m.extra |= o.extra
}

// A table finds by a word's key what it meets; open addressing.
type table struct {
	keys []uint64
	met  []met
	used int
}

// find returns what the word of that key meets.
func (t *table) find(key uint64) met {
	if len(t.keys) == 0 {
		return met{}
	}
	mask := len(t.keys) - 1
	for i := int(key>>24) & mask; t.keys[i] != 0; i = (i + 1) & mask {
		if t.keys[i] == key {
			return t.met[i]
		}
	}
	return met{}
}

// grant makes the word of that key meet m too.
func (t *table) grant(key uint64, m met) {
	if 2*t.used >= len(t.keys) {
		t.grow()
	}
	mask := len(t.keys) - 1
	i := int(key>>24) & mask
	for t.keys[i] != 0 && t.keys[i] != key {
		i = (i + 1) & mask
	}
	if t.keys[i] == 0 {
		t.used++
	}
	t.keys[i] = key
	t.met[i].add(m)
}

func (t *table) grow() {
	old := *t
	size := max(256, 2*len(old.keys))
	*t = table{keys: make([]uint64, size), met: make([]met, size)}
	for i, key := range old.keys {
		if key != 0 {
			t.grant(key, old.met[i])
		}
	}
}
