package postings

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
)

// Values of which a few are far greater than the rest are packed in the width of the rest, and what these few have above it
// follows as patches, a byte of index and a varint each (patched frame of reference, after Zukowski et al. 2006).

// mostPatches bounds the patches of a block's gaps or frequencies: its width and their number share one byte.
const mostPatches = 6

// A patching is the width in which values are packed, and how many patches they need.
type patching struct {
	width   uint8
	patches int
}

// byte and patchingOf turn a patching into a byte and back.
func (p patching) byte() byte { return byte(p.patches)*(maxWidth+1) + p.width }
func patchingOf(b byte) patching {
	return patching{b % (maxWidth + 1), int(b / (maxWidth + 1))}
}

// bestPatching returns the patching that takes the fewest bytes; of equal ones, that of fewer patches.
func bestPatching(values []uint32) patching {
	var space [blockSize]uint32
	sorted := append(space[:0], values...)
	slices.Sort(sorted)
	least, best := 0, patching{}
	for patches := range min(mostPatches+1, len(sorted)) {
		width := uint8(bits.Len32(sorted[len(sorted)-1-patches]))
		size := packedSize(len(values), width)
		for _, v := range sorted[len(sorted)-patches:] {
			size += 1 + max(1, (bits.Len32(v>>width)+6)/7)
		}
		if patches == 0 || size < least {
			least, best = size, patching{width, patches}
		}
	}
	return best.only(values)
}

// only leaves out the patches of values that the width holds, which equal values make.
func (p patching) only(values []uint32) patching {
	p.patches = 0
	for _, v := range values {
		if bits.Len32(v) > int(p.width) {
			p.patches++
		}
	}
	return p
}

// appendPatches appends the patches of values that are packed so.
func appendPatches(b []byte, values []uint32, p patching) []byte {
	for i, v := range values {
		if bits.Len32(v) > int(p.width) {
			b = binary.AppendUvarint(append(b, byte(i)), uint64(v>>p.width))
		}
	}
	return b
}

// unpackPatched reads values that are packed so, with the patches at the start of patches, and returns what follows them.
func unpackPatched(values []uint32, packed, patches []byte, p patching) (rest []byte, err error) {
	unpack(values, packed, p.width)
	for range p.patches {
		if len(patches) < 2 || int(patches[0]) >= len(values) {
			return nil, fmt.Errorf("%w: a patch of %d values", ErrDamaged, len(values))
		}
		above, n := binary.Uvarint(patches[1:])
		if n <= 0 || bits.Len64(above)+int(p.width) > maxWidth {
			return nil, fmt.Errorf("%w: a patch of %d bits and more", ErrDamaged, p.width)
		}
		values[patches[0]] |= uint32(above) << p.width
		patches = patches[1+n:]
	}
	return patches, nil
}
