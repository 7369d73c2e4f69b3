package contract

import (
	"math"
	"strconv"
)

// Nanos is v in units of 1e-9, the unit of a confidence, rounded to the nearest whole number, halves
// away from zero.
func Nanos(v float64) int64 { return int64(math.Round(v * 1e9)) }

// FromNanos returns the number nearest to n units of 1e-9.
func FromNanos(n int64) float64 { return float64(n) / 1e9 }

// mostDelta bounds a base or delta, so that units are exact and sums cannot overflow.
const mostDelta = 1e6

// nanos is v in units of 1e-9, or a breach when v is not a whole number of them.
func nanos(name string, v float64) (int64, error) {
	if math.IsNaN(v) || math.Abs(v) > mostDelta {
		return 0, &BreachError{Row: -1, Name: name, Value: v, Reason: short(v) + " is not a finite number of sensible size"}
	}
	n := Nanos(v)
	if FromNanos(n) != v {
		return 0, &BreachError{Row: -1, Name: name, Value: v, Reason: short(v) + " is not a whole multiple of 1e-9"}
	}
	return n, nil
}

func (c *checker) calibrate(r *CalibrateResult) error {
	if err := lines("reasons", r.Reasons); err != nil {
		return err
	}
	if err := c.terms(r.Terms); err != nil {
		return err
	}
	sum, err := nanos("base", r.Base)
	if err != nil {
		return err
	}
	for _, t := range r.Terms {
		n, err := nanos(t.Name, t.Delta)
		if err != nil {
			return err
		}
		sum += n
	}
	total, err := nanos("confidence", r.Confidence)
	if err != nil {
		return err
	}
	if total < 0 || total > 1e9 {
		return &BreachError{Row: -1, Name: "confidence", Value: r.Confidence, Reason: short(r.Confidence) + " is outside its range, 0 to 1"}
	}
	if sum != total {
		reason := "base and deltas add up to " + short(FromNanos(sum)) + ", not to " + short(r.Confidence)
		return &BreachError{Row: -1, Name: "confidence", Value: r.Confidence, Reason: reason}
	}
	return nil
}

// terms checks names, values and ranges of terms.
func (c *checker) terms(terms []Term) error {
	asked := c.req.Table("terms")
	names := asked.Column("name")
	wanted := make(map[string]bool, asked.Len())
	for row := 0; names != nil && row < asked.Len(); row++ {
		wanted[names.StringAt(row)] = true
	}
	seen := make(map[string]bool, len(terms))
	for _, t := range terms {
		if seen[t.Name] {
			return broken(t.Name, "the term is given twice")
		}
		seen[t.Name] = true
		if err := c.term(t, wanted[t.Name]); err != nil {
			return err
		}
	}
	for row := 0; names != nil && row < asked.Len(); row++ {
		if name := names.StringAt(row); !seen[name] {
			return &BreachError{Table: "terms", Row: row, Name: name, Reason: "the term is missing"}
		}
	}
	return nil
}

func (c *checker) term(t Term, asked bool) error {
	if !finite(t.Value) || !finite(t.Weight) {
		return broken(t.Name, "value "+short(t.Value)+" or weight "+short(t.Weight)+" is not finite")
	}
	if asked {
		return nil
	}
	o := c.m.Output(OutputSignal, "", t.Name)
	if o == nil {
		return broken(t.Name, "the term is neither in the request's table of "+strconv.Itoa(c.req.Table("terms").Len())+" terms nor declared")
	}
	return o.within("", -1, t.Delta)
}
