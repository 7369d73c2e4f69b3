package main

import "math/bits"

// A lookup finds the number of a token in a list. Most tokens that it is asked for are not
// in the list, so a filter without a branch sorts most of them out before open addressing finds
// the number of the others: in WebAssembly a branch that is hard to foresee is what costs.
type lookup struct {
	filter []byte // 1 where a token of the list has these low bits; a power of two
	slots  []slot // a power of two, at least twice the tokens
	shift  int
	size   int      // how many tokens are in the list
	passed []uint32 // the last answer of sift
}

// A slot is free while number is 0.
type slot struct {
	token  uint32
	number uint32 // one more than the token's number
}

// newLookup makes an empty list that has room for that many tokens.
func newLookup(room int) *lookup {
	width := bits.Len(uint(2*room) | 1)
	return &lookup{filter: make([]byte, 8<<width), slots: make([]slot, 1<<width), shift: 32 - width}
}

// add returns the token's number; a token that is not in the list yet gets the next one.
func (l *lookup) add(token uint32) int {
	at := l.home(token)
	for l.slots[at].number != 0 {
		if l.slots[at].token == token {
			return int(l.slots[at].number) - 1
		}
		at = (at + 1) & (len(l.slots) - 1)
	}
	l.filter[int(token)&(len(l.filter)-1)] = 1
	l.size++
	l.slots[at] = slot{token, uint32(l.size)}
	return l.size - 1
}

// home returns where the search for a token begins (multiplicative hashing).
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

// sift returns the tokens that pass the filter, in their order; valid until the next call. It
// takes four tokens per turn: stock Go's WebAssembly pays for every turn of a loop.
func (l *lookup) sift(tokens []uint32) []uint32 {
	if len(l.passed) <= len(tokens) {
		l.passed = make([]uint32, 2*len(tokens)+1)
	}
	n, filter, passed := 0, l.filter, l.passed
	for ; len(tokens) >= 4; tokens = tokens[4:] {
		a, b, c, d := tokens[0], tokens[1], tokens[2], tokens[3]
		passed[n] = a
		n += int(filter[int(a)&(len(filter)-1)])
		passed[n] = b
		n += int(filter[int(b)&(len(filter)-1)])
		passed[n] = c
		n += int(filter[int(c)&(len(filter)-1)])
		passed[n] = d
		n += int(filter[int(d)&(len(filter)-1)])
	}
	for _, token := range tokens {
		passed[n] = token
		n += int(filter[int(token)&(len(filter)-1)])
	}
	return passed[:n]
}

// count returns how many of the tokens are in the list.
func (l *lookup) count(tokens []uint32) int {
	n := 0
	for _, token := range l.sift(tokens) {
		if l.find(token) >= 0 {
			n++
		}
	}
	return n
}
