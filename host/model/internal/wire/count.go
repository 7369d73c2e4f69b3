package wire

import (
	"encoding/json"
	"math"
)

// A Count is a number of tokens as an endpoint says it. Known is false where it says none.
type Count struct {
	N     int64
	Known bool
}

// UnmarshalJSON implements json.Unmarshaler. Other than whole numbers, none is known; one beyond all bounds is the greatest.
func (c *Count) UnmarshalJSON(text []byte) error {
	*c = Count{}
	var n float64
	if string(text) == "null" || json.Unmarshal(text, &n) != nil || n != math.Trunc(n) {
		return nil
	}
	c.Known = true
	if json.Unmarshal(text, &c.N) == nil {
		return nil
	}
	if c.N = int64(n); math.Abs(n) >= 1<<63 {
		c.N = math.MaxInt64
	}
	return nil
}
