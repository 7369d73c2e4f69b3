package markup

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/internal/pattern"
)

var (
	// A fraction without its line would be another number: 1/2 is not 12. Nor is a root of one factor that of two.
	fraction = pattern.New(`\\(?:[dtc]?frac|d?sqrt|[dt]?binom)\s*(?:\[[^\[\]]{0,8}\]\s*)?(?:\{|[0-9]|[A-Za-z\\])`)
	simple   = pattern.New(`^√?[\w.\\]+(?:\^\{?\w+\}?)?$`)
	// exponent is a sub- or superscript in braces that more than one number or name makes up, such as ^{2/3}.
	exponent = pattern.New(`([\^_])\{([^{}]*[\w)}\s][/+*\-−–=][^{}]*)\}`)
)

// mostNested is the depth to which fractions are followed.
const mostNested = 8

// fractions writes \frac{a}{b} as a/b, \sqrt{a} as √a and \binom{n}{k} as (n choose k), with parentheses where a part is more than one
// name or number.
func fractions(s string, depth int) string {
	m := fraction.FindStringIndex(s)
	if m == nil || depth > mostNested {
		return s
	}
	name, _, _ := strings.Cut(strings.TrimLeft(s[m[0]+1:m[1]], " "), "{")
	first, rest, ok := argument(s[m[1]-1:], depth)
	if !ok {
		return s[:m[1]] + fractions(s[m[1]:], depth+1)
	}
	if strings.Contains(name, "sqrt") {
		return s[:m[0]] + root(s[m[0]:m[1]]) + inOne(first) + fractions(rest, depth)
	}
	second, after, ok := argument(strings.TrimLeft(rest, " \t\n"), depth)
	if !ok {
		return s[:m[1]] + fractions(s[m[1]:], depth+1)
	}
	ratio := inOne(first) + "/" + inOne(second)
	if strings.Contains(name, "binom") {
		ratio = "(" + first + " choose " + second + ")"
	}
	return s[:m[0]] + between(s[:m[0]], ratio, after) + fractions(after, depth)
}

// root returns the sign of a root, with its degree if that is not 2.
func root(opening string) string {
	switch _, degree, given := strings.Cut(opening, "["); {
	case given && strings.HasPrefix(degree, "3]"):
		return "∛"
	case given && strings.HasPrefix(degree, "4]"):
		return "∜"
	}
	return "√"
}

// between parts a fraction from what touches it, so that 2\frac{1}{2} is 2 1/2.
func between(before, ratio, after string) string {
	last, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(after)
	if last == '/' || next == '/' {
		ratio = "(" + ratio + ")"
	}
	if unicode.IsDigit(last) || unicode.IsLetter(last) && !ended.MatchString(before) {
		ratio = " " + ratio
	}
	if unicode.IsDigit(next) || unicode.IsLetter(next) || next == '\\' {
		ratio += " "
	}
	return ratio
}

// ended matches a command at the end of a text, which takes what follows as its argument.
var ended = pattern.New(`\\[A-Za-z]+$`)

// argument reads what a command applies to: a group in braces, a digit, a letter or a command.
func argument(s string, depth int) (inside, rest string, ok bool) {
	if strings.HasPrefix(s, "{") {
		inside, rest, ok = braced(s)
		return fractions(strings.TrimSpace(inside), depth+1), rest, ok
	}
	if at := command.FindStringIndex(s); at != nil && at[0] == 0 {
		return strings.TrimRight(s[:at[1]], " \t\n"), s[at[1]:], true
	}
	if s == "" || s[0] == '\\' || s[0] >= utf8.RuneSelf || !unicode.IsLetter(rune(s[0])) && !unicode.IsDigit(rune(s[0])) {
		return "", "", false
	}
	return s[:1], s[1:], true
}

// inOne puts a sum in parentheses, so that a fraction's line applies to all of it.
func inOne(part string) string {
	if simple.MatchString(part) {
		return part
	}
	return "(" + part + ")"
}

// braced returns the text within the braces that a text begins with, and what follows them.
func braced(s string) (inside, rest string, ok bool) {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return s[1:i], s[i+1:], true
			}
		}
		if depth == 0 {
			break
		}
	}
	return "", "", false
}
