package postings

import "encoding/binary"

// A cursor reads a list of one part, a block at a time.
type cursor struct {
	list
	lengths []byte
	at      int // the first span that reaches the window
	decoded int // the span in block, -1 for none
	block   block
	freqs   [blockSize]uint32
	bound   float64 // of the window
	cost    int     // postings in the spans that reach the window, at most
}

// rewind goes back to before the first window.
func (c *cursor) rewind() { c.at, c.decoded = 0, -1 }

// enter moves to the window from lo to before hi, later than the one before, and computes bound and cost.
func (c *cursor) enter(lo, hi uint32) {
	for c.at < len(c.spans) && c.spans[c.at].last < lo {
		c.at++
	}
	c.bound, c.cost = 0, 0
	for _, s := range c.spans[c.at:] {
		if s.base >= hi {
			break
		}
		c.bound = max(c.bound, s.bound)
		c.cost += blockSize
	}
}

// load decodes a span, unless it is the decoded one.
func (c *cursor) load(span int, work *Work) error {
	if c.decoded == span {
		return nil
	}
	c.decoded = -1
	s := c.spans[span]
	if err := c.block.decode(c.data[s.offset:], s.base, s.last); err != nil {
		return err
	}
	if err := c.block.frequencies(c.freqs[:]); err != nil {
		return err
	}
	c.decoded = span
	work.Blocks++
	return nil
}

// addTo adds the scores of the posting at index k of the decoded block.
func (c *cursor) addTo(sum *float64, k int) {
	at := c.lengths[8*c.block.docs[k]:][:8]
	*sum += c.term.wholeScore(c.freqs[k]+1, binary.LittleEndian.Uint32(at))
	if c.term.titleFactor != 0 && c.block.inTitles() {
		if n := c.block.title(k); n > 0 {
			*sum += c.term.titleScore(n, binary.LittleEndian.Uint32(at[4:]))
		}
	}
}

// seek finds a document and leaves its block decoded. ok is false when the list does not have it.
func (c *cursor) seek(doc uint32, work *Work) (k int, ok bool, err error) {
	work.Lookups++
	span := c.decoded
	if span < 0 || doc < c.spans[span].base || doc > c.spans[span].last {
		if span = c.spanOf(doc); span == len(c.spans) {
			return 0, false, nil
		}
		if err := c.load(span, work); err != nil {
			return 0, false, err
		}
	}
	k = lowerBound(c.block.docs[:c.block.n], doc)
	return k, k < c.block.n && c.block.docs[k] == doc, nil
}

// spanOf returns the first span whose last document is not before doc.
func (c *cursor) spanOf(doc uint32) int {
	low, high := c.at, len(c.spans)
	for low < high {
		mid := int(uint(low+high) / 2)
		if c.spans[mid].last < doc {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// lowerBound returns the index of the first document that is not before doc.
func lowerBound(docs []uint32, doc uint32) int {
	low, high := 0, len(docs)
	for low < high {
		mid := int(uint(low+high) / 2)
		if docs[mid] < doc {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}
