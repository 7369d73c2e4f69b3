package shape

import "strings"

// deepest bounds brackets within each other.
const deepest = 100

// A text is read from an offset on. Its readers pass over one value; where they return false, it is of no more use.
type text struct {
	data   []byte
	at     int
	values int
	depth  int
}

func (t *text) skip(mark string) bool {
	if upto := t.at + len(mark); upto > len(t.data) || string(t.data[t.at:upto]) != mark {
		return false
	}
	t.at += len(mark)
	return true
}

// next returns the sign at the offset; 0: the end.
func (t *text) next() byte {
	if t.at == len(t.data) {
		return 0
	}
	return t.data[t.at]
}

// sign passes over one.
func (t *text) sign(c byte) bool {
	if t.next() != c {
		return false
	}
	t.at++
	return true
}

// parts reads what stands between two brackets, parts with commas between them.
func (t *text) parts(open, shut byte, part func() bool) bool {
	if t.depth++; t.depth > deepest || !t.sign(open) {
		return false
	}
	defer func() { t.depth-- }()
	for first := true; !t.sign(shut); first = false {
		t.values++
		if !first && !t.sign(',') || !part() {
			return false
		}
	}
	return true
}

// quoted reads a string. Control characters in it are not JSON.
func (t *text) quoted() bool {
	if !t.sign('"') {
		return false
	}
	for i := t.at; i < len(t.data); i++ {
		switch c := t.data[i]; {
		case c == '"':
			t.at = i + 1
			return true
		case c < ' ':
			return false
		case c == '\\':
			if i++; i == len(t.data) || strings.IndexByte(`"\/bfnrt`, t.data[i]) < 0 {
				return false // \u among them: the decoder reads it
			}
		}
	}
	return false
}

// digits reads at least one and at most so many.
func (t *text) digits(most int) bool {
	from := t.at
	for '0' <= t.next() && t.next() <= '9' {
		t.at++
	}
	return from < t.at && t.at-from <= most
}

// whole reads a whole number that an int64 holds.
func (t *text) whole() bool {
	t.sign('-')
	return t.sign('0') || t.digits(18)
}

// number reads a number that a float64 holds.
func (t *text) number() bool {
	if !t.whole() || t.sign('.') && !t.digits(100) {
		return false
	}
	if !t.sign('e') {
		return true
	}
	_ = t.sign('-') || t.sign('+')
	return t.digits(2)
}
