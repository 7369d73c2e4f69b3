package main

import "math/bits"

// A lookup finds the number of a token in a list, by open addressing: one multiplication and
// about one probe per question, in native code and in WebAssembly alike.
type lookup struct {
	slots []slot // a power of two, at least twice the tokens
	shift int
}

// A slot is free while number is 0.
type slot struct {
	token  uint32
	number uint32 // one more than the token's number
}

// newLookup numbers distinct tokens from 0.
func newLookup(tokens []uint32) *lookup {
	width := bits.Len(uint(2*len(tokens)) | 1)
	l := &lookup{slots: make([]slot, 1<<width), shift: 32 - width}
	for i, token := range tokens {
		at := l.home(token)
		for l.slots[at].number != 0 {
			at = (at + 1) & (len(l.slots) - 1)
		}
		l.slots[at] = slot{token, uint32(i) + 1}
	}
	return l
}

// home is where the search for a token begins (multiplicative hashing).
func (l *lookup) home(token uint32) int { return int(token * 2654435769 >> l.shift) }

// find returns the token's number, or -1.
func (l *lookup) find(token uint32) int {
	slots := l.slots
	for at := l.home(token); ; at = (at + 1) & (len(slots) - 1) {
		s := slots[at&(len(slots)-1)]
		if s.number == 0 {
			return -1
		}
		if s.token == token {
			return int(s.number) - 1
		}
	}
}

// count returns how many of the tokens are in the list.
func (l *lookup) count(tokens []uint32) int {
	n := 0
	for _, token := range tokens {
		if l.find(token) >= 0 {
			n++
		}
	}
	return n
}
