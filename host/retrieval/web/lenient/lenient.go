// Package lenient holds JSON types that take what providers really send: null, an object where a
// list is due, a number as a string. What they cannot use is unknown, not an error, so that one odd
// field does not cost a page of documents.
package lenient

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// Text is a string, or a number as its digits; anything else is empty.
type Text string

// UnmarshalJSON implements json.Unmarshaler; it never fails on valid JSON.
func (t *Text) UnmarshalJSON(b []byte) error {
	*t = ""
	var s string
	switch {
	case len(b) > 0 && (b[0] == '-' || b[0] >= '0' && b[0] <= '9'):
		*t = Text(b)
	case json.Unmarshal(b, &s) == nil:
		*t = Text(strings.TrimSpace(s))
	}
	return nil
}

// String returns the text.
func (t Text) String() string { return string(t) }

// Year reads the year at the start of a text ("2015", "2015-03-01"); 0 if there is none from 1000 to 2999.
func (t Text) Year() int {
	s := string(t)
	if len(s) < 4 || len(s) > 4 && s[4] >= '0' && s[4] <= '9' {
		return 0
	}
	n, err := strconv.Atoi(s[:4])
	if err != nil || n < 1000 || n > 2999 {
		return 0
	}
	return n
}

// Count is a whole number from 0, also as a string, and however it is written ("7", 7.0, 1e3). N is nil for anything else.
type Count struct{ N *int64 }

// UnmarshalJSON implements json.Unmarshaler; it never fails on valid JSON.
func (c *Count) UnmarshalJSON(b []byte) error {
	c.N = nil
	var t Text
	_ = t.UnmarshalJSON(b) // never fails
	n, err := strconv.ParseInt(string(t), 10, 64)
	if err != nil {
		f, ferr := strconv.ParseFloat(string(t), 64)
		if err = ferr; err == nil && (f != math.Trunc(f) || math.Abs(f) > mostExact) {
			return nil
		}
		n = int64(f)
	}
	if err == nil && n >= 0 {
		c.N = &n
	}
	return nil
}

// mostExact is the number up to which floating-point numbers tell whole numbers apart.
const mostExact = 1 << 53

// mostElements bounds the memory that a list of "{}" takes; no provider's page has more.
const mostElements = 10_000

// List is a list; one element alone is a list of one, null and what is not an element are none. Elements
// that do not decode are left out, and so are those beyond the ten-thousandth.
type List[T any] []T

// UnmarshalJSON implements json.Unmarshaler; it never fails on valid JSON.
func (l *List[T]) UnmarshalJSON(b []byte) error {
	*l = nil
	if len(b) == 0 || b[0] != '[' {
		l.add(b)
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(b))
	if _, err := dec.Token(); err != nil {
		return err
	}
	var element json.RawMessage
	for range mostElements {
		if !dec.More() {
			break
		}
		if err := dec.Decode(&element); err != nil {
			return err
		}
		l.add(element)
	}
	return nil
}

func (l *List[T]) add(element []byte) {
	var v T
	if !bytes.Equal(element, []byte("null")) && json.Unmarshal(element, &v) == nil {
		*l = append(*l, v)
	}
}
