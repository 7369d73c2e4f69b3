package openalex

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// The bounds of an abstract. Longer ones, of which there are none but whole texts and attacks, count as unknown: a word's position may
// be 10^9, and a long word may stand at each of many positions.
const (
	mostPositions = 100_000
	mostBytes     = 1 << 20
)

// A placed word is a word and where in the text it stands.
type placed struct {
	at   int
	word string
}

// rebuild turns an inverted index, {"word": [positions]}, into the text. It is empty for what is not an index or goes beyond
// the bounds. Positions without a word leave no trace; of two words at one position the one that comes first in the index
// stays. Time and memory grow with the index and not with the positions in it.
func rebuild(index []byte) string {
	words, ok := place(index)
	if !ok {
		return ""
	}
	slices.SortStableFunc(words, func(a, b placed) int { return cmp.Compare(a.at, b.at) })
	words = slices.CompactFunc(words, func(a, b placed) bool { return a.at == b.at })
	var b strings.Builder
	for _, w := range words {
		if b.Len()+len(w.word) >= mostBytes {
			return ""
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.word)
	}
	return b.String()
}

// place reads the index in its own order, which a map would lose.
func place(index []byte) (words []placed, ok bool) {
	dec := json.NewDecoder(bytes.NewReader(index))
	if start, err := dec.Token(); err != nil || start != json.Delim('{') {
		return nil, false
	}
	for dec.More() {
		key, err := dec.Token()
		word, isText := key.(string)
		if err != nil || !isText {
			return nil, false
		}
		var positions []int
		if dec.Decode(&positions) != nil || len(words)+len(positions) > mostPositions {
			return nil, false
		}
		for _, at := range positions {
			if at < 0 || at > mostPositions {
				return nil, false
			}
			if word != "" {
				words = append(words, placed{at, word})
			}
		}
	}
	return words, true
}
