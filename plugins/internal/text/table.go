package text

// A Table maps hashes of words to what is known of them, by open addressing with linear probing: a guest built with TinyGo spends far less fuel
// on it than on a map. Key 0 stands for an empty slot; no word hashes to it. The zero value is empty and ready. Reading is safe for concurrent use.
type Table[V any] struct {
	keys   []uint64
	values []V
	n      int
}

// Of returns the value of a key, the zero value where there is none.
func (t *Table[V]) Of(key uint64) (v V) {
	if len(t.keys) == 0 {
		return v
	}
	return t.values[t.slot(key)] // of an empty slot it is the zero value
}

// At returns where the value of a key is kept, which is entered if it is new. The pointer holds until the next new key.
func (t *Table[V]) At(key uint64) *V {
	if 2*t.n >= len(t.keys) {
		t.grow()
	}
	i := t.slot(key)
	if t.keys[i] == 0 {
		t.keys[i] = key
		t.n++
	}
	return &t.values[i]
}

// slot returns where a key is or would be.
func (t *Table[V]) slot(key uint64) int {
	i := int(key>>20) & (len(t.keys) - 1)
	for t.keys[i] != 0 && t.keys[i] != key {
		i = (i + 1) & (len(t.keys) - 1)
	}
	return i
}

func (t *Table[V]) grow() {
	old := *t
	size := max(64, 4*len(old.keys))
	*t = Table[V]{keys: make([]uint64, size), values: make([]V, size), n: old.n}
	for i, key := range old.keys {
		if key != 0 {
			at := t.slot(key)
			t.keys[at], t.values[at] = key, old.values[i]
		}
	}
}
