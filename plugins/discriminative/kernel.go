package main

// An index answers, for one document after the other, how many tokens it shares with
// each of a list of token sets. It looks each token of a document up once, not once per set.
type index struct {
	sizes   []int // of each set
	numbers *lookup
	starts  []int // token number i occurs in the sets owners[starts[i]:starts[i+1]]
	owners  []int
	shared  []int // the last answer
}

// newIndex takes sets of distinct token ids.
func newIndex(sets [][]uint32) *index {
	x := &index{shared: make([]int, len(sets))}
	total := 0
	for _, set := range sets {
		x.sizes = append(x.sizes, len(set))
		total += len(set)
	}
	x.numbers = newLookup(total)
	x.owners, x.starts = make([]int, total), make([]int, total+1)
	for _, set := range sets {
		for _, token := range set {
			x.starts[x.numbers.add(token)]++
		}
	}
	end := 0
	for i, n := range x.starts {
		end += n
		x.starts[i] = end // where the token's owners end; each one put in moves it down
	}
	for owner, set := range sets {
		for _, token := range set {
			i := x.numbers.find(token)
			x.starts[i]--
			x.owners[x.starts[i]] = owner
		}
	}
	return x
}

// count returns the number of tokens that doc shares with each set; valid until the next call.
func (x *index) count(doc []uint32) []int {
	clear(x.shared)
	for _, token := range x.numbers.sift(doc) {
		if i := x.numbers.find(token); i >= 0 {
			for _, owner := range x.owners[x.starts[i]:x.starts[i+1]] {
				x.shared[owner]++
			}
		}
	}
	return x.shared
}

// ratio is n of d, and 0 where there is nothing to be a part of.
func ratio(n, d int) float64 {
	if d == 0 {
		return 0
	}
	return float64(n) / float64(d)
}

// An overlap measures how much a document and a hypothesis share, from 0 to 1.
type overlap func(shared, document, hypothesis int) float64

// jaccard is shared tokens of all tokens.
func jaccard(shared, document, hypothesis int) float64 {
	return ratio(shared, document+hypothesis-shared)
}

// containment returns the share of the hypothesis that the document contains.
func containment(shared, _, hypothesis int) float64 { return ratio(shared, hypothesis) }

// A contrast is what a document says about a list of hypotheses.
type contrast struct {
	best       float64 // the largest overlap
	second     float64 // the largest overlap of the others
	bestOption int     // the only hypothesis with the largest overlap; -1: there is none
}

// contrastOf finds the two largest overlaps of a document with the sets of x.
func contrastOf(x *index, doc []uint32, measure overlap) contrast {
	c := contrast{bestOption: -1}
	for option, shared := range x.count(doc) {
		if shared == 0 {
			continue // its overlap is 0 by every measure
		}
		switch o := measure(shared, len(doc), x.sizes[option]); {
		case o > c.best:
			c.best, c.second, c.bestOption = o, c.best, option
		case o > c.second:
			c.second = o
		}
	}
	if c.best == c.second {
		c.bestOption = -1
	}
	return c
}

// margin is S1-10: how far the favoured hypothesis is ahead.
func (c contrast) margin() float64 { return c.best - c.second }

// relative returns the corrected form of D2: the margin as a share of the best overlap, so that a
// long document can discriminate as well as a short one.
func (c contrast) relative() float64 {
	if c.best == 0 {
		return 0
	}
	return (c.best - c.second) / c.best
}

// A union is what is known: the tokens of everything ingested so far.
type union struct{ tokens *lookup }

func newUnion(tokens []uint32) *union {
	u := &union{newLookup(len(tokens))}
	for _, token := range tokens {
		u.tokens.add(token)
	}
	return u
}

// novelty returns the corrected form of D1: the share of a document's tokens that are not known. A
// document without tokens brings nothing new.
func (u *union) novelty(doc []uint32) float64 {
	if len(doc) == 0 {
		return 0
	}
	if u.tokens.size == 0 {
		return 1
	}
	return 1 - ratio(u.tokens.count(doc), len(doc))
}

// noveltyAsWritten is S1-11: 1 less the Jaccard overlap. It rises with the size of what
// is known.
func (u *union) noveltyAsWritten(doc []uint32) float64 {
	if len(doc) == 0 {
		return 0
	}
	return 1 - jaccard(u.tokens.count(doc), len(doc), u.tokens.size)
}
