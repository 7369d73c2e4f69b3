package scorer

import (
	"encoding/base64"
	"math"
)

// A Vector is an embedding in int8: its direction, scaled so that the greatest component is 127 or -127. The length is left out, since
// [Vector.Cosine] does not depend on it.
type Vector []int8

// quantised returns a vector of real numbers as [Vector]; nil: it has no direction.
func quantised(v []float64) Vector {
	most := 0.0
	for _, x := range v {
		most = max(most, math.Abs(x))
	}
	if most == 0 || math.IsInf(most, 0) || math.IsNaN(most) {
		return nil
	}
	out := make(Vector, len(v))
	for i, x := range v {
		out[i] = int8(math.Round(x / most * 127))
	}
	return out
}

// Cosine returns the cosine of the angle between two vectors of one dimension, from -1 to 1. It adds integers, so that it is equal everywhere.
func (v Vector) Cosine(w Vector) float64 {
	var dot, vv, ww int64
	for i := range v {
		a, b := int64(v[i]), int64(w[i])
		dot, vv, ww = dot+a*b, vv+a*a, ww+b*b
	}
	if vv == 0 || ww == 0 {
		return 0
	}
	return float64(dot) / math.Sqrt(float64(vv)*float64(ww))
}

// text returns the vector as replies have it.
func (v Vector) text() string {
	bytes := make([]byte, len(v))
	for i, x := range v {
		bytes[i] = byte(x)
	}
	return base64.StdEncoding.EncodeToString(bytes)
}

func vectorOf(bytes []byte) Vector {
	v := make(Vector, len(bytes))
	for i, b := range bytes {
		v[i] = int8(b)
	}
	return v
}
