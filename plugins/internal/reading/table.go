package reading

import "github.com/sparkhost/sparkhost/plugins/internal/text"

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

// A table finds by a word's key what it meets.
type table struct{ text.Table[met] }

// grant makes the word of that key, which is not 0, meet m too.
func (t *table) grant(key uint64, m met) { t.At(key).add(m) }
