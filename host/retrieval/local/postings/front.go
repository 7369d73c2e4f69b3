package postings

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
)

// maxFront is the most points that a front keeps; a longer one is cut to a bound that is a little wider.
const maxFront = 8

// A point is a term's frequency in a text with the length of the text in terms.
type point struct{ freq, length uint32 }

// front returns the points that no other point beats by a greater frequency in a text that is not longer, in the
// order of their lengths. Where there are more than maxFront, the last ones become one that beats them all.
// It reorders the points.
func front(points []point) []point {
	slices.SortFunc(points, func(a, b point) int {
		return cmp.Or(cmp.Compare(a.length, b.length), cmp.Compare(b.freq, a.freq))
	})
	kept := points[:0]
	for _, p := range points {
		if len(kept) == 0 || p.freq > kept[len(kept)-1].freq {
			kept = append(kept, p)
		}
	}
	if len(kept) > maxFront {
		kept[maxFront-1].freq = kept[len(kept)-1].freq
		kept = kept[:maxFront]
	}
	return kept
}

// appendFront appends a front: the number of points, then what each adds to the one before.
func appendFront(b []byte, points []point) []byte {
	b = append(b, byte(len(points)))
	var before point
	for _, p := range points {
		b = binary.AppendUvarint(b, uint64(p.length-before.length))
		b = binary.AppendUvarint(b, uint64(p.freq-before.freq))
		before = p
	}
	return b
}

// readFront calls visit for every point of a front and returns what follows it.
func readFront(b []byte, visit func(freq, length uint32)) (rest []byte, err error) {
	if len(b) == 0 || b[0] > maxFront {
		return nil, fmt.Errorf("%w: a front without a number of points", ErrDamaged)
	}
	n, b := int(b[0]), b[1:]
	var freq, length uint64
	for range n {
		l, i := binary.Uvarint(b)
		f, j := binary.Uvarint(b[max(0, i):])
		length, freq = length+l, freq+f
		if i <= 0 || j <= 0 || max(l, f, length, freq) > 1<<32-1 {
			return nil, fmt.Errorf("%w: a front of %d points", ErrDamaged, n)
		}
		visit(uint32(freq), uint32(length))
		b = b[i+j:]
	}
	return b, nil
}
