package evidence

import "slices"

// A Vocabulary gives tokens dense ids 0, 1, 2, … in the order of their first
// occurrence, so that equal runs have equal ids and batches are flat arrays. One per run.
//
// It is not safe for concurrent use while ids are given out ([Vocabulary.ID],
// [Vocabulary.IDs], [Vocabulary.SetOf]); afterwards any number of goroutines may call the rest.
type Vocabulary struct{ ids map[string]uint32 }

// NewVocabulary returns an empty vocabulary.
func NewVocabulary() *Vocabulary { return &Vocabulary{ids: make(map[string]uint32, 4096)} }

// ID returns the id of token, a new one if it has none yet.
func (v *Vocabulary) ID(token string) uint32 {
	if id, ok := v.ids[token]; ok {
		return id
	}
	id := uint32(len(v.ids))
	v.ids[token] = id
	return id
}

// IDs returns the ids of tokens, one for each, in their order.
func (v *Vocabulary) IDs(tokens []string) []uint32 {
	out := make([]uint32, len(tokens))
	for i, t := range tokens {
		out[i] = v.ID(t)
	}
	return out
}

// SetOf returns the ids of tokens as a set: ascending, each once.
func (v *Vocabulary) SetOf(tokens []string) []uint32 {
	ids := v.IDs(tokens)
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Lookup returns the id of token without giving it one.
func (v *Vocabulary) Lookup(token string) (id uint32, known bool) {
	id, known = v.ids[token]
	return id, known
}
