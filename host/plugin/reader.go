package plugin

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// errShort is what every read past the end of a section reports.
var errShort = errors.New("it ends too early")

// sectionReader reads the primitives of the WebAssembly binary format. After the first
// failure every read gives zero and the failure stays in err.
type sectionReader struct {
	b   []byte
	err error
}

func (r *sectionReader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.b = nil
}

func (r *sectionReader) byte() byte {
	if len(r.b) == 0 {
		r.fail(errShort)
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

// uint reads a LEB128 number of at most bits bits.
func (r *sectionReader) uint(bits int) uint64 {
	var v uint64
	for shift := 0; shift < bits; shift += 7 {
		c := r.byte()
		v |= uint64(c&0x7f) << shift
		if c < 0x80 {
			if bits < 64 && v>>bits != 0 {
				r.fail(fmt.Errorf("a number is over %d bits", bits))
				return 0
			}
			return v
		}
	}
	r.fail(fmt.Errorf("a number is over %d bits", bits))
	return 0
}

func (r *sectionReader) u32() uint32 { return uint32(r.uint(32)) }

// count reads the length of a vector whose entries take at least one byte each.
func (r *sectionReader) count() int {
	n := r.u32()
	if uint64(n) > uint64(len(r.b)) {
		r.fail(errShort)
		return 0
	}
	return int(n)
}

// take cuts the next n bytes off.
func (r *sectionReader) take(n uint32) []byte {
	if uint64(n) > uint64(len(r.b)) {
		r.fail(errShort)
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

func (r *sectionReader) name() string {
	b := r.take(r.u32())
	if !utf8.Valid(b) {
		r.fail(errors.New("a name is not UTF-8"))
		return ""
	}
	return string(b)
}
