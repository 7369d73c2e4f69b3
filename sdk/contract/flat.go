package contract

import "math"

// fixed32s appends the field, packed or a single number, to dst.
func (r *reader) fixed32s(dst []uint32) []uint32 {
	if r.wire == wireFixed32 {
		return append(dst, uint32(r.number))
	}
	if !r.is(wireBytes) || !r.whole(4) {
		return dst
	}
	return readFixed32s(dst, r.data)
}

// doubles appends the field, packed or a single number, to dst.
func (r *reader) doubles(dst []float64) []float64 {
	if r.wire == wireFixed64 {
		return append(dst, math.Float64frombits(r.number))
	}
	if !r.is(wireBytes) || !r.whole(8) {
		return dst
	}
	return readDoubles(dst, r.data)
}

// double returns the field as a number.
func (r *reader) double() float64 {
	if !r.is(wireFixed64) {
		return 0
	}
	return math.Float64frombits(r.number)
}

func (r *reader) doublePtr() *float64 {
	v := r.double()
	return &v
}

func (r *reader) whole(width int) bool {
	if len(r.data)%width != 0 {
		r.fail("packed numbers are cut off")
	}
	return r.err == nil
}
