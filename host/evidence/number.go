package evidence

import "strings"

// numberPrefix returns the length of the number that s starts with: digits, with
// thousands separators ("12,500"), a decimal point and an exponent ("1.2e-3").
// 0 if there is none.
func numberPrefix(s string) int {
	n := digitsAt(s, 0)
	if n == 0 && !(len(s) > 1 && s[0] == '.' && isDigit(s[1])) {
		return 0
	}
	n = thousandsEnd(s, n)
	if n+1 < len(s) && s[n] == '.' && isDigit(s[n+1]) {
		n += 1 + digitsAt(s, n+1)
	}
	return exponentEnd(s, n)
}

// digitsAt counts the ASCII digits from s[i].
func digitsAt(s string, i int) int {
	n := 0
	for i+n < len(s) && isDigit(s[i+n]) {
		n++
	}
	return n
}

// thousandsEnd extends a group of 1 to 3 digits that ends at n over groups of ",ddd".
func thousandsEnd(s string, n int) int {
	if n < 1 || n > 3 {
		return n
	}
	for n < len(s) && s[n] == ',' && digitsAt(s, n+1) == 3 {
		n += 4
	}
	return n
}

// exponentEnd extends a number that ends at n over an "e-3".
func exponentEnd(s string, n int) int {
	if n == 0 || n >= len(s) || s[n]|0x20 != 'e' {
		return n
	}
	i := n + 1
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	if d := digitsAt(s, i); d > 0 && d < 4 {
		return i + d
	}
	return n
}

// isNumber tells whether the whole of s is one number.
func isNumber(s string) bool { return s != "" && numberPrefix(s) == len(s) }

// plainNumber drops thousands separators, so that "1,200" and "1200" are one token.
func plainNumber(s string) string { return strings.ReplaceAll(s, ",", "") }

// isAttached tells whether p is a number and its unit without a space, as "12nm" or "42%".
func isAttached(p string) bool {
	n := numberPrefix(p)
	if n == 0 || n == len(p) {
		return false
	}
	_, u := unitAt(p[n:])
	return u > 0 && n+u == len(p)
}

// quantityToken returns the token of a number with its unit: "12.5 nm", "42%".
func quantityToken(number, unit string) string {
	if unit == "%" {
		return number + unit
	}
	return number + " " + unit
}
