package stats

import (
	"encoding/json"
	"fmt"
	"math"
)

// MinUnits is the least number of independent units, questions or clusters of them, that intervals of differences and verdicts rest on. The exact
// two-sided sign test gives six units of one sign 2/64, about 0.031, and five 2/32, about 0.063: with fewer than six it never reaches [Alpha]. A
// bootstrap of one unit has no width at all.
const MinUnits = 6

// Unknown returns the interval of what too few units tell. It excludes nothing and lies inside of nothing; in JSON it is null.
func Unknown() Interval { return Interval{math.NaN(), math.NaN()} }

// Known says whether the interval is not [Unknown].
func (i Interval) Known() bool { return !math.IsNaN(i.Low) && !math.IsNaN(i.High) }

// Text returns the interval for reading, its ends times scale by a verb of fmt.
func (i Interval) Text(verb string, scale float64) string {
	if !i.Known() {
		return "[not known]"
	}
	return fmt.Sprintf("["+verb+", "+verb+"]", scale*i.Low, scale*i.High)
}

// jsonEnds are those of an interval in JSON.
type jsonEnds struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// MarshalJSON writes null for an interval that is not known.
func (i Interval) MarshalJSON() ([]byte, error) {
	if !i.Known() {
		return []byte("null"), nil
	}
	return json.Marshal(jsonEnds(i))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (i *Interval) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*i = Unknown()
		return nil
	}
	return json.Unmarshal(text, (*jsonEnds)(i))
}
