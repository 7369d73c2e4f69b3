package contract

import (
	"math"
	"slices"
)

// A writer appends encoded fields to dst; a dry one only counts bytes. Fields that hold
// the zero value are left out and the others are written in the order of their numbers, so
// a message has one encoding.
type writer struct {
	dst   []byte
	dry   bool
	count int
}

// A message writes its own fields.
type message interface{ write(w *writer) }

// marshal appends the encoding of m to dst with at most one allocation.
func marshal(dst []byte, m message) []byte {
	w := writer{dst: dst, dry: true}
	m.write(&w)
	w.dst, w.dry = slices.Grow(dst, w.count), false
	m.write(&w)
	return w.dst
}

func (w *writer) varint(v uint64) {
	for ; v >= 0x80; v >>= 7 {
		w.byte(byte(v) | 0x80)
	}
	w.byte(byte(v))
}

func (w *writer) byte(b byte) {
	if w.dry {
		w.count++
		return
	}
	w.dst = append(w.dst, b)
}

func (w *writer) tag(field, wire int) { w.varint(uint64(field<<3 | wire)) }

// head writes the tag and the length of a length-delimited field.
func (w *writer) head(field, length int) {
	w.tag(field, wireBytes)
	w.varint(uint64(length))
}

func (w *writer) uint(field int, v uint64) {
	if v != 0 {
		w.tag(field, wireVarint)
		w.varint(v)
	}
}

func (w *writer) flag(field int, v bool) {
	if v {
		w.uint(field, 1)
	}
}

// double leaves out positive zero only: negative zero is another value.
func (w *writer) double(field int, v float64) {
	if math.Float64bits(v) != 0 {
		w.doublePtr(field, &v)
	}
}

// doublePtr writes a field with explicit presence: nil is left out, zero is not.
func (w *writer) doublePtr(field int, v *float64) {
	if v == nil {
		return
	}
	w.tag(field, wireFixed64)
	bits := math.Float64bits(*v)
	for range 8 {
		w.byte(byte(bits))
		bits >>= 8
	}
}

func (w *writer) text(field int, s string) {
	if s != "" {
		w.element(field, s)
	}
}

func (w *writer) texts(field int, list []string) {
	for _, s := range list {
		w.element(field, s)
	}
}

// element writes s even if it is empty, as one of a repeated field.
func (w *writer) element(field int, s string) {
	w.head(field, len(s))
	if w.dry {
		w.count += len(s)
		return
	}
	w.dst = append(w.dst, s...)
}

func (w *writer) bytes(field int, b []byte) {
	if len(b) == 0 {
		return
	}
	w.head(field, len(b))
	if w.dry {
		w.count += len(b)
		return
	}
	w.dst = append(w.dst, b...)
}

func (w *writer) fixed32s(field int, list []uint32) {
	if len(list) == 0 {
		return
	}
	w.head(field, 4*len(list))
	if w.dry {
		w.count += 4 * len(list)
		return
	}
	w.dst = appendFixed32s(w.dst, list)
}

func (w *writer) doubles(field int, list []float64) {
	if len(list) == 0 {
		return
	}
	w.head(field, 8*len(list))
	if w.dry {
		w.count += 8 * len(list)
		return
	}
	w.dst = appendDoubles(w.dst, list)
}

// message writes m as a field. It walks over m twice, first to learn its length.
func (w *writer) message(field int, m message) {
	dry, count := w.dry, w.count
	w.dry, w.count = true, 0
	m.write(w)
	length := w.count
	w.dry, w.count = dry, count
	w.head(field, length)
	if w.dry {
		w.count += length
		return
	}
	m.write(w)
}
