package contract

import (
	"errors"
	"strconv"
	"unicode/utf8"
)

// The wire types of Protocol Buffers that the messages use.
const (
	wireVarint  = 0
	wireFixed64 = 1
	wireBytes   = 2
	wireFixed32 = 5
)

// shortestNamed is the encoded length of a message that holds a one-byte name and nothing
// else. Every repeated message has a name, so a shorter one is refused before memory
// is taken for it: this bounds what hostile bytes can make a decoder allocate.
const shortestNamed = 3

// ErrMalformed is matched, through errors.Is, by every error of an Unmarshal method.
var ErrMalformed = errors.New("malformed message")

// A DecodeError says which field of which message could not be decoded.
type DecodeError struct {
	Message string // such as "column"
	Field   uint32 // field number of contract.proto; 0 when it is unknown
	Reason  string
}

// Error implements error.
func (e *DecodeError) Error() string {
	return "contract: " + e.Message + ", field " + strconv.FormatUint(uint64(e.Field), 10) + ": " + e.Reason
}

// Is makes errors.Is(err, ErrMalformed) true.
func (e *DecodeError) Is(target error) bool { return target == ErrMalformed }

// A reader walks over the fields of one encoded message. The first error sticks.
type reader struct {
	message string
	rest    []byte
	field   uint32
	wire    uint8
	number  uint64 // the value of a varint or fixed-width field
	data    []byte // the value of a length-delimited field
	err     error
}

func (r *reader) fail(reason string) {
	if r.err == nil {
		r.err = &DecodeError{Message: r.message, Field: r.field, Reason: reason}
	}
}

// next moves to the next field; it is false at the end and after an error.
func (r *reader) next() bool {
	if r.err != nil || len(r.rest) == 0 {
		return false
	}
	r.field = 0
	tag := r.uvarint()
	if tag>>3 == 0 || tag>>3 > 1<<29-1 {
		r.fail("field number out of range")
		return false
	}
	r.field, r.wire = uint32(tag>>3), uint8(tag&7)
	switch r.wire {
	case wireVarint:
		r.number = r.uvarint()
	case wireFixed64:
		r.number = littleEndian(r.take(8))
	case wireFixed32:
		r.number = littleEndian(r.take(4))
	case wireBytes:
		r.data = r.take(r.uvarint())
	default:
		r.fail("unknown wire type")
	}
	return r.err == nil
}

func (r *reader) uvarint() uint64 {
	var v uint64
	for i, b := range r.rest {
		if i == 9 && b > 1 || i > 9 {
			r.fail("varint too long")
			return 0
		}
		v |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			r.rest = r.rest[i+1:]
			return v
		}
	}
	r.fail("truncated")
	return 0
}

func (r *reader) take(n uint64) []byte {
	if r.err != nil || n > uint64(len(r.rest)) {
		r.fail("truncated")
		return nil
	}
	b := r.rest[:n:n]
	r.rest = r.rest[n:]
	return b
}

func littleEndian(b []byte) uint64 {
	var v uint64
	for i, x := range b {
		v |= uint64(x) << (8 * i)
	}
	return v
}

// is reports whether the field has the wire type, and fails when it has not.
func (r *reader) is(wire uint8) bool {
	if r.wire != wire {
		r.fail("wrong wire type")
	}
	return r.err == nil
}

// text returns the field as a string, and old itself if it is equal, to save an allocation.
func (r *reader) text(old string) string {
	if !r.is(wireBytes) {
		return ""
	}
	if string(r.data) == old {
		return old
	}
	if !utf8.Valid(r.data) {
		r.fail("text is not UTF-8")
		return ""
	}
	return string(r.data)
}

// bytes returns a copy of the field that reuses the capacity of dst.
func (r *reader) bytes(dst []byte) []byte {
	if !r.is(wireBytes) {
		return dst
	}
	return append(dst[:0], r.data...)
}

func (r *reader) flag() bool { return r.is(wireVarint) && r.number != 0 }

func (r *reader) small() uint8 { return uint8(r.bounded(1<<8 - 1)) }

func (r *reader) uint32() uint32 { return uint32(r.bounded(1<<32 - 1)) }

func (r *reader) bounded(most uint64) uint64 {
	if !r.is(wireVarint) {
		return 0
	}
	if r.number > most {
		r.fail("number too large")
		return 0
	}
	return r.number
}

// texts appends the field to dst, reusing its elements.
func (r *reader) texts(dst []string) []string {
	dst = extend(r, dst, 0)
	if r.err == nil {
		last := &dst[len(dst)-1]
		*last = r.text(*last)
	}
	return dst
}

// extend makes dst one element longer. Elements within its capacity come back as they
// were, so that their own slices can be reused. When it must allocate, it takes
// exactly as much as the fields that follow need.
func extend[T any](r *reader, dst []T, shortest int) []T {
	if !r.is(wireBytes) {
		return dst
	}
	if len(r.data) < shortest {
		r.fail("has no name")
		return dst
	}
	if len(dst) < cap(dst) {
		return dst[:len(dst)+1]
	}
	bigger := make([]T, len(dst)+1+r.following())
	copy(bigger, dst)
	return bigger[:len(dst)+1]
}

// following counts the fields of the current number in the rest of the message.
func (r *reader) following() int {
	n, ahead := 0, *r
	for ahead.next() {
		if ahead.field == r.field {
			n++
		}
	}
	return n
}

// A decodable message reads itself from its encoding, replacing what it held.
type decodable[T any] interface {
	*T
	read(b []byte) error
}

// element appends the field, a message, to dst.
func element[T any, P decodable[T]](r *reader, dst []T) []T {
	dst = extend(r, dst, shortestNamed)
	if r.err == nil {
		r.err = P(&dst[len(dst)-1]).read(r.data)
	}
	return dst
}

// embedded reads the field, a message, into m.
func embedded[T any, P decodable[T]](r *reader, m P) P {
	if r.is(wireBytes) {
		r.err = m.read(r.data)
	}
	return m
}
