package evidence

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Quantities returns the numbers of text with their units, in text order. Start and
// End span number and unit. A range gives both ends with the unit ("5-10 mg"). Units are
// normalised in spelling ("years" and "yr" are "years", "um" is "µm"), never converted; a
// number without a known unit has none. Only what is cleanly a number counts (S0-15): "~1e1", "TP53",
// "2,4-dinitrophenol", dates and version numbers are not quantities.
func Quantities(text string) []Quantity {
	var out []Quantity
	for i := 0; i < len(text); {
		n := 0
		if (isDigit(text[i]) || text[i] == '.') && cleanStart(text, i, out) {
			n = numberPrefix(text[i:])
		}
		if n == 0 {
			i += skipWord(text[i:])
			continue
		}
		q, ok := quantityAt(text, i, n)
		if !ok {
			i += skipWord(text[i:])
			continue
		}
		out = spread(append(out, q), text)
		i = q.End
	}
	return out
}

// cleanStart tells whether a number may begin at i: at the start, or after white
// space, an opening bracket, a comparison, a sign, or the dash of a range that the last of before began.
func cleanStart(text string, i int, before []Quantity) bool {
	if i == 0 {
		return true
	}
	r, size := utf8.DecodeLastRuneInString(text[:i])
	switch r {
	case '-', '\u2013', '\u2212':
		dash := i - size
		return dash == 0 || strings.IndexByte(" ([=", text[dash-1]) >= 0 || len(before) > 0 && before[len(before)-1].End == dash
	}
	return unicode.IsSpace(r) || strings.ContainsRune("([{<>=\u2264\u2265\u00b1/\"'", r)
}

// quantityAt reads the number of n bytes at i, its sign, power of ten and unit; false if
// it is part of a name.
func quantityAt(text string, i, n int) (Quantity, bool) {
	value, err := strconv.ParseFloat(plainNumber(text[i:i+n]), 64)
	if err != nil {
		return Quantity{}, false
	}
	q := Quantity{Value: value, Start: i, End: i + n}
	q = withSign(q, text)
	q = withPower(q, text)
	rest := text[q.End:]
	gap := len(rest) - len(strings.TrimLeft(rest, " \u00a0\u2009\u202f"))
	if gap <= 4 {
		if unit, k := unitAt(rest[gap:]); k > 0 && !(gap > 0 && strings.Contains(loneLetters, " "+unit+" ")) {
			q.Unit, q.End = unit, q.End+gap+k
			return q, true
		}
	}
	return q, cleanEnd(rest)
}

// withSign takes a minus before the number into it, unless it is the dash of a range.
func withSign(q Quantity, text string) Quantity {
	for _, minus := range []string{"-", "\u2212"} {
		if head, ok := strings.CutSuffix(text[:q.Start], minus); ok {
			if head == "" || strings.IndexByte(" ([=<>", head[len(head)-1]) >= 0 {
				q.Value, q.Start = -q.Value, len(head)
			}
			return q
		}
	}
	return q
}

// powers are the ways of writing "times ten to the".
var powers = []string{"\u00d710", " \u00d7 10", "\u00d7 10", " x 10", "x10", " * 10", "*10", " \u00b7 10", "\u00b710"}

// withPower takes a "× 10^-3" or "× 10⁻³" after the number into it.
func withPower(q Quantity, text string) Quantity {
	rest := text[q.End:]
	for _, p := range powers {
		tail, ok := strings.CutPrefix(rest, p)
		if !ok {
			continue
		}
		if exp, n := powerOf(tail); n > 0 {
			digits := strconv.FormatFloat(q.Value, 'g', -1, 64)
			if v, err := strconv.ParseFloat(digits+"e"+exp, 64); err == nil && !strings.Contains(digits, "e") {
				q.Value, q.End = v, q.End+len(p)+n
			}
		}
		return q
	}
	return q
}

// powerOf reads an exponent: "^-3", "^3", "(-3)", "⁻³" or "-3".
func powerOf(s string) (string, int) {
	plain := strings.NewReplacer("\u2212", "-", "\u207b", "-", "\u2070", "0", "\u00b9", "1", "\u00b2", "2", "\u00b3", "3",
		"\u2074", "4", "\u2075", "5", "\u2076", "6", "\u2077", "7", "\u2078", "8", "\u2079", "9", "^", "", "(", "", ")", "", "{", "", "}", "")
	n := 0
	for n < len(s) && n < 16 {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !strings.ContainsRune("^({-)}\u2212\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079", r) && (r < '0' || r > '9') || r == ')' && !strings.Contains(s[:n], "(") {
			break
		}
		n += size
	}
	exp := plain.Replace(s[:n])
	if e, err := strconv.Atoi(exp); err != nil || e < -300 || e > 300 {
		return "", 0
	}
	return exp, n
}

// cleanEnd tells whether what follows a bare number leaves it a number.
func cleanEnd(rest string) bool {
	if rest == "" {
		return true
	}
	r, size := utf8.DecodeRuneInString(rest)
	after := rest[size:]
	switch r {
	case '-', '\u2013', '\u2212': // a range, not a compound or a date
		return after == "" || !isLetterByte(after[0]) && strings.Count(firstField(rest), string(r)) == 1
	case '.', ',', ':':
		return after == "" || !isDigit(after[0]) && !isLetterByte(after[0])
	}
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '\''
}

// spread gives the unit of a range's end to its start.
func spread(qs []Quantity, text string) []Quantity {
	n := len(qs)
	if n < 2 || qs[n-2].Unit != "" || qs[n-1].Unit == "" {
		return qs
	}
	switch strings.TrimSpace(text[qs[n-2].End:qs[n-1].Start]) {
	case "-", "\u2013", "\u2212", "to":
		qs[n-2].Unit = qs[n-1].Unit
	}
	return qs
}

// skipWord returns how far to go on: over letters and digits that belong together, or
// over one character.
func skipWord(s string) int {
	n := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	switch {
	case n < 0:
		return len(s)
	case n > 0:
		return n
	}
	_, size := utf8.DecodeRuneInString(s)
	return size
}
