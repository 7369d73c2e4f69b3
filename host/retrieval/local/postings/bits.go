package postings

import (
	"encoding/binary"
	"math/bits"
)

// maxWidth is the greatest width in bits of a packed value.
const maxWidth = 32

// width returns the number of bits that the greatest of the values needs.
func width(values []uint32) uint8 {
	all := uint32(0)
	for _, v := range values {
		all |= v
	}
	return uint8(bits.Len32(all))
}

// packedSize returns the number of bytes that n values of so many bits take.
func packedSize(n int, width uint8) int { return (n*int(width) + 7) / 8 }

// appendPacked appends the lowest width bits of each value, lowest bit first.
func appendPacked(b []byte, values []uint32, width uint8) []byte {
	var pending uint64
	mask := uint64(1)<<width - 1
	held := uint8(0)
	for _, v := range values {
		pending |= uint64(v) & mask << held
		held += width
		for ; held >= 8; held -= 8 {
			b = append(b, byte(pending))
			pending >>= 8
		}
	}
	if held > 0 {
		b = append(b, byte(pending))
	}
	return b
}

// unpack reads len(values) values of width bits. packed holds at least their packedSize; what follows is not read
// as values, but lets unpack read eight bytes at a time.
func unpack(values []uint32, packed []byte, width uint8) {
	if width == 0 {
		clear(values)
		return
	}
	if size := packedSize(len(values), width); size+8 > len(packed) {
		var padded [blockSize*4 + 8]byte
		copy(padded[:], packed[:size])
		packed = padded[:]
	}
	mask := uint64(1)<<width - 1
	bit := uint(0)
	for i := range values {
		values[i] = uint32(binary.LittleEndian.Uint64(packed[bit>>3:]) >> (bit & 7) & mask)
		bit += uint(width)
	}
}

// unpackOne reads the value at index i.
func unpackOne(packed []byte, i int, width uint8) uint32 {
	if width == 0 {
		return 0
	}
	bit := uint(i) * uint(width)
	at, mask := int(bit>>3), uint64(1)<<width-1
	if at+8 <= len(packed) {
		return uint32(binary.LittleEndian.Uint64(packed[at:]) >> (bit & 7) & mask)
	}
	var padded [8]byte
	copy(padded[:], packed[at:])
	return uint32(binary.LittleEndian.Uint64(padded[:]) >> (bit & 7) & mask)
}
