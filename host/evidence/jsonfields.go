package evidence

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

func (r *fieldReader) fail(name, format string, args ...any) {
	r.keep(&FieldError{Field: r.prefix + name, Reason: fmt.Sprintf(format, args...)})
}

// failed says whether something is wrong with a field.
func (r *fieldReader) failed(field string) bool {
	return slices.ContainsFunc(r.all, func(err error) bool { return r.concerns(err, field) })
}

// has tells whether the field is there and not null.
func (r *fieldReader) has(name string) bool {
	raw, ok := r.raw[name]
	return ok && !bytes.Equal(raw, []byte("null"))
}

// text reads a string; a number gives its digits. Missing and null give "".
// Control characters other than tab and line ends become spaces; a lone surrogate became
// U+FFFD when the JSON was decoded.
func (r *fieldReader) text(name string) string {
	if !r.has(name) {
		return ""
	}
	s, ok := decodeText(r.raw[name])
	switch {
	case !ok:
		r.fail(name, "want a string, got %s", kindOf(r.raw[name]))
	case longestWord(s) > MaxWord:
		r.fail(name, "a word of more than %d KiB: this is no text", MaxWord>>10)
		return ""
	case len(s) > MaxWord && expanded(s) > 2*len(s):
		r.fail(name, "ligatures that stand for more than twice its bytes: this is no text")
		return ""
	}
	return s
}

// label reads a string that is shorter than a text: a title, a name or an identifier.
func (r *fieldReader) label(name string) string {
	if n := len(r.raw[name]); n > maxLabel {
		r.fail(name, "%d bytes, more than %d KiB", n, maxLabel>>10)
		return ""
	}
	return r.text(name)
}

// What a field may have beside texts and sections. The authors of a work have been 15,000.
const (
	maxLabel   = 64 << 10 // bytes
	maxEntries = 20_000   // of a list
	maxList    = 1 << 20  // bytes of a list
)

// few reads an array of labels, or of objects of them.
func (r *fieldReader) few(name string) []json.RawMessage {
	if n := len(r.raw[name]); n > maxList {
		r.fail(name, "a list of %d bytes, more than %d MiB", n, maxList>>20)
		return nil
	}
	list := r.list(name)
	if len(list) > maxEntries {
		r.fail(name, "%d entries, more than %d", len(list), maxEntries)
		return nil
	}
	for i, raw := range list {
		if len(raw) > maxLabel {
			r.fail(fmt.Sprintf("%s[%d]", name, i), "%d bytes, more than %d KiB", len(raw), maxLabel>>10)
			return nil
		}
	}
	return list
}

// decodeText reads a JSON string, or the digits of a JSON number.
func decodeText(raw json.RawMessage) (string, bool) {
	switch k := raw[0]; {
	case k == '-' || isDigit(k):
		return string(raw), true
	case k != '"':
		return "", false
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1]), true // valid JSON holds no bare control character
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	return strings.Map(withoutControls, s), true
}

func withoutControls(r rune) rune {
	if r < ' ' && r != '\n' && r != '\t' && r != '\r' {
		return ' '
	}
	return r
}

// identifier reads a required string or whole number that is not empty.
func (r *fieldReader) identifier(name string) string {
	if !r.has(name) {
		r.fail(name, "missing: every line needs one")
		return ""
	}
	if raw := r.raw[name]; raw[0] != '"' {
		if _, ok := wholeNumber(string(raw)); !ok {
			r.fail(name, "want a string or a whole number, got %s", kindOf(raw))
			return ""
		}
	}
	s := strings.TrimSpace(r.label(name))
	if s == "" && r.err == nil {
		r.fail(name, "empty: every line needs one")
	}
	return s
}

// whole reads a whole number, also one written as a string; ok is false if the field
// is missing, null or an empty string.
func (r *fieldReader) whole(name string) (n int64, ok bool) {
	if !r.has(name) {
		return 0, false
	}
	s, isText := decodeText(r.raw[name])
	if s = strings.TrimSpace(s); isText && s == "" {
		return 0, false
	}
	n, ok = wholeNumber(s)
	if !ok {
		r.fail(name, "want a whole number, got %s", Clip(string(r.raw[name]), 40))
	}
	return n, ok
}

// wholeNumber reads "2015" or "2015.0".
func wholeNumber(s string) (int64, bool) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int64(f), true
}

// flag reads true or false, also written as a string.
func (r *fieldReader) flag(name string) bool {
	if !r.has(name) {
		return false
	}
	switch strings.ToLower(strings.Trim(string(r.raw[name]), `"`)) {
	case "true":
		return true
	case "false", "":
		return false
	}
	r.fail(name, "want true or false, got %s", Clip(string(r.raw[name]), 40))
	return false
}

// list reads an array; missing and null give nil.
func (r *fieldReader) list(name string) []json.RawMessage {
	if !r.has(name) {
		return nil
	}
	var out []json.RawMessage
	if json.Unmarshal(r.raw[name], &out) != nil {
		r.fail(name, "want an array, got %s", kindOf(r.raw[name]))
		return nil
	}
	return out
}

// texts reads an array of strings; one string alone is an array of one.
func (r *fieldReader) texts(name string) []string {
	if r.has(name) && r.raw[name][0] == '"' {
		return nonEmpty(r.label(name))
	}
	var out []string
	for i, raw := range r.few(name) {
		s, ok := decodeText(raw)
		if !ok {
			r.fail(fmt.Sprintf("%s[%d]", name, i), "want a string, got %s", kindOf(raw))
			return nil
		}
		out = append(out, s)
	}
	return out
}

func nonEmpty(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}
