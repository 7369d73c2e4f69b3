package meter

import (
	"errors"
	"fmt"
)

var (
	errShort = errors.New("it ends too early")
	errLong  = errors.New("it is longer than its content")
)

// A reader reads the primitives of the binary format. After the first failure every read
// gives zero and the failure stays in err.
type reader struct {
	b   []byte
	at  int
	err error
}

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.at = len(r.b)
}

func (r *reader) failf(format string, args ...any) { r.fail(fmt.Errorf(format, args...)) }

func (r *reader) more() bool { return r.at < len(r.b) }

func (r *reader) byte() byte {
	if r.at >= len(r.b) {
		r.fail(errShort)
		return 0
	}
	c := r.b[r.at]
	r.at++
	return c
}

// u32 reads an unsigned LEB128 number.
func (r *reader) u32() uint32 {
	var v uint64
	for shift := 0; shift < 35; shift += 7 {
		c := r.byte()
		v |= uint64(c&0x7f) << shift
		if c < 0x80 {
			if v>>32 != 0 {
				break
			}
			return uint32(v)
		}
	}
	r.fail(errors.New("a number is over 32 bits"))
	return 0
}

// signed reads a signed LEB128 number of at most most bytes.
func (r *reader) signed(most int) int64 {
	var v int64
	for n := range most {
		c := r.byte()
		v |= int64(c&0x7f) << (7 * n)
		if c < 0x80 {
			if shift := 7 * (n + 1); shift < 64 && c&0x40 != 0 {
				v |= -1 << shift
			}
			return v
		}
	}
	r.fail(errors.New("a number is too long"))
	return 0
}

// count reads the length of a vector whose entries take at least one byte each.
func (r *reader) count() int {
	n := r.u32()
	if uint64(n) > uint64(len(r.b)-r.at) {
		r.fail(errShort)
		return 0
	}
	return int(n)
}

func (r *reader) take(n uint32) []byte {
	if uint64(n) > uint64(len(r.b)-r.at) {
		r.fail(errShort)
		return nil
	}
	b := r.b[r.at : r.at+int(n)]
	r.at += int(n)
	return b
}

func (r *reader) name() string { return string(r.take(r.u32())) }

// each calls read once for each entry of a vector, until one fails.
func (r *reader) each(read func()) {
	for n := r.count(); n > 0 && r.err == nil; n-- {
		read()
	}
}

// end fails if something is left.
func (r *reader) end() error {
	if r.err == nil && r.more() {
		r.fail(errLong)
	}
	return r.err
}
