package plugin

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// What a section reports that is shorter or longer than its content.
var (
	errShort = errors.New("it ends too early")
	errLong  = errors.New("it is longer than its content")
)

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

// each calls read once for each entry of a vector of at most limit entries, until one fails.
func (r *sectionReader) each(limit int, read func()) {
	n := r.count()
	if n > limit {
		r.fail(fmt.Errorf("it has %d entries, over the limit of %d", n, limit))
		return
	}
	for ; n > 0 && r.err == nil; n-- {
		read()
	}
}

// signed skips a signed LEB128 number of at most most bytes.
func (r *sectionReader) signed(most int) {
	for ; most > 0; most-- {
		if r.byte() < 0x80 {
			return
		}
	}
	r.fail(errors.New("a number is too long"))
}

// valueType reads one of the value types of WebAssembly 2.0.
func (r *sectionReader) valueType() byte {
	t := r.byte()
	switch t {
	case 0x7f, 0x7e, 0x7d, 0x7c, 0x7b:
		return t
	}
	return r.referenceType(t)
}

func (r *sectionReader) referenceType(t byte) byte {
	if t != typeFuncref && t != typeExternref && r.err == nil {
		r.fail(fmt.Errorf("the type %#x is not supported", t))
	}
	return t
}

// constant skips a constant expression.
func (r *sectionReader) constant() {
	for r.err == nil {
		switch op := r.byte(); op {
		case 0x0b: // end
			return
		case 0x41: // i32.const
			r.signed(5)
		case 0x42: // i64.const
			r.signed(10)
		case 0x43: // f32.const
			r.take(4)
		case 0x44: // f64.const
			r.take(8)
		case 0x23, 0xd2: // global.get, ref.func
			r.u32()
		case 0xd0: // ref.null
			r.referenceType(r.byte())
		case 0xfd: // v128.const
			if r.byte() != 0x0c {
				r.fail(errors.New("a constant expression has an unknown vector instruction"))
			}
			r.take(16)
		default:
			r.fail(fmt.Errorf("a constant expression has the instruction %#x", op))
		}
	}
}
