package evidence

import (
	"strings"
	"unicode"
)

// Anchors returns the lexical anchors of text in text order, each once: chemical names
// (2,4-dinitrophenol), gene and other symbols (TP53, mTORC1, IL-6), acronyms (MRI), CAS
// numbers (50-00-0) and numbers with units (12.5 nm). Their case is kept; dashes,
// primes and compatibility forms have their common spelling. [Analyzer.Tokens] holds each of
// them in lower case as one token, save that a unit keeps its case (mM is not mm).
func (a *Analyzer) Anchors(text string) []string {
	buf := a.chunks(text)
	defer a.release(buf)
	var out []string
	seen := map[string]bool{}
	add := func(s string) {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	cs := *buf
	for i, c := range cs {
		for _, s := range c.anchors {
			add(s)
		}
		if c.number != "" && !c.ends && i+1 < len(cs) && cs[i+1].unit != "" {
			add(quantityToken(c.surface, cs[i+1].surface))
		}
		if len(c.acronym) > 1 && acronymInContext(cs, i) {
			add(c.surface)
		}
	}
	return out
}

// isAnchor tells whether the piece p must survive analysis unsplit.
func isAnchor(p string) bool {
	if _, n := unitAt(p); n > 0 && n == len(p) {
		return false // "nM" has capitals inside, but is not a symbol
	}
	return isAcronym(p) || isSymbol(p) || isChemical(p) || isCAS(p)
}

// isAcronym: two to six capitals, possibly with a plural s, and no heading of an abstract.
func isAcronym(p string) bool {
	p = strings.TrimSuffix(p, "s")
	letters, upper := caseCount(p)
	if len(p) < 2 || letters > 6 || letters != upper || letters != len([]rune(p)) {
		return false
	}
	w := lower(p)
	return !isStop(w) && headingWords[strings.TrimSuffix(w, "s")] == ""
}

// isSymbol: letters with digits or capitals inside, whole or joined by hyphens to
// numbers, Greek letters or other symbols.
func isSymbol(p string) bool {
	p = strings.TrimRight(p, "+")
	parts := strings.Split(p, "-")
	if len(parts) == 1 {
		return isPlainSymbol(p)
	}
	strong, tail := 0, 0
	for i, part := range parts {
		switch {
		case isPlainSymbol(part) || isAcronym(part):
			strong++
		case i > 0 && isSuffix(part):
			tail++
		case i == 0 && len(part) >= 2 && isLetters(part):
		default:
			return false
		}
	}
	last := parts[len(parts)-1]
	return strong+tail >= len(parts)-1 && (strong > 0 && tail > 0 || strong == len(parts) || isShortNumber(last))
}

// isPlainSymbol: a letter first, then letters and digits with a digit or an inner
// capital among them; or digits followed by capitals, as "5HT".
func isPlainSymbol(p string) bool {
	s := shapeOf(p)
	switch {
	case s.other || s.letters == 0 || len(p) > 16:
		return false
	case isDigit(p[0]):
		return s.digits <= 3 && s.upper == s.letters && s.letters <= 4
	case s.digits > 0:
		return s.upper > 0 || s.letters <= 4
	}
	return s.lower > 0 && s.innerUpper
}

// isSuffix: what may follow the hyphen of a symbol: a short number, one letter, a Greek letter.
func isSuffix(p string) bool {
	r := []rune(p)
	return isShortNumber(p) || len(r) == 1 && unicode.IsLetter(r[0]) || greekNames[lower(p)]
}

func isShortNumber(p string) bool { return len(p) >= 1 && len(p) <= 2 && digitsAt(p, 0) == len(p) }

var greekNames = map[string]bool{
	"alpha": true, "beta": true, "gamma": true, "delta": true, "epsilon": true, "kappa": true, "lambda": true, "sigma": true,
}

// A shape counts the kinds of runes in a word.
type shape struct {
	letters, upper, lower, digits int
	innerUpper                    bool // a capital after the first rune
	other                         bool // anything but letters and digits
}

func shapeOf(p string) shape {
	var s shape
	for i, r := range p {
		switch {
		case unicode.IsDigit(r):
			s.digits++
		case unicode.IsUpper(r):
			s.letters++
			s.upper++
			s.innerUpper = s.innerUpper || i > 0
		case unicode.IsLetter(r):
			s.letters++
			s.lower++
		default:
			s.other = true
		}
	}
	return s
}

func isLetters(p string) bool {
	s := shapeOf(p)
	return !s.other && s.digits == 0 && s.letters > 0
}

// isCAS checks the form and the check digit of a CAS registry number.
func isCAS(p string) bool {
	n := len(p)
	if n < 7 || n > 12 || p[n-2] != '-' || p[n-5] != '-' {
		return false
	}
	digits := strings.ReplaceAll(p, "-", "")
	if digitsAt(digits, 0) != n-2 || len(digits) != n-2 {
		return false
	}
	sum, last := 0, len(digits)-1
	for i := range last {
		sum += int(digits[i]-'0') * (last - i)
	}
	return sum%10 == int(digits[last]-'0')
}

// joinedSymbol returns the spelling of "il-6" without its hyphen, "il6"; "" for anything
// but a few letters and a short number.
func joinedSymbol(whole string) string {
	head, tail, ok := strings.Cut(whole, "-")
	if !ok || len(head) > 6 || !isLetters(head) || !isShortNumber(tail) {
		return ""
	}
	return head + tail
}
