package extract

import (
	"math"
	"strconv"
	"strings"
)

// numberWord returns the value of a number in words.
func numberWord(folded []byte) (float64, bool) {
	if len(folded) < 3 || len(folded) > 9 {
		return 0, false
	}
	switch folded[0] {
	case 'z', 'o', 't', 'f', 's', 'e', 'n', 'h', 'd':
	default:
		return 0, false
	}
	v, is := numberWords[string(folded)]
	return v, is
}

var numberWords = map[string]float64{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
	"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100, "dozen": 12,
}

// scaleOf returns the factor of a word such as "million", or of a symbol such as "bn"; 1: it is neither.
func scaleOf(s string) float64 {
	switch strings.ToLower(s) {
	case "dozen":
		return 12
	case "hundred":
		return 1e2
	case "thousand":
		return 1e3
	case "million", "mn", "mio":
		return 1e6
	case "billion", "bn":
		return 1e9
	case "trillion", "tn":
		return 1e12
	}
	return 1
}

// compose reads a number in several words from word i on, such as "twenty-one" and "one thousand two hundred and six", and returns the
// word behind it; i: no number of several words begins there.
func compose(l *line, i int) (value float64, end int) {
	whole, part, first := 0.0, 0.0, i
	for ; i < len(l.words); i++ {
		if i > first && !spaced(l.gap(i-1)) {
			break
		}
		word := strings.ToLower(l.at(i))
		if word == "and" && i > first && addsOn(l, first, i, part) {
			continue
		}
		v, is := numberWord([]byte(word))
		scale := scaleOf(word)
		switch rest := math.Mod(part, 100); {
		case scale >= 1000 && (part > 0 || i == first):
			whole, part = whole+max(part, 1)*scale, 0
		case scale == 100 && (part > 0 && part < 100 || i == first):
			part = max(part, 1) * scale
		case is && v > 0 && v < 100 && (rest == 0 || v < 10 && rest >= 20 && math.Mod(rest, 10) == 0):
			part += v
		default:
			return whole + part, several(first, i)
		}
	}
	return whole + part, several(first, i)
}

// several returns the end of words [first, end) where they are more than one, and first otherwise.
func several(first, end int) int {
	if end == first+1 {
		return first
	}
	return end
}

// addsOn says whether "and", word i, goes on with the number that began at word first: in "two hundred and six", and not between the ends of
// a range or ahead of another number of hundreds or thousands. Part is what was counted since the last thousand.
func addsOn(l *line, first, i int, part float64) bool {
	if last := scaleOf(l.at(i - 1)); last == 1 || i+1 >= len(l.words) || first > 0 && strings.EqualFold(l.at(first-1), "between") {
		return false
	}
	v, is := numberWord([]byte(strings.ToLower(l.at(i + 1))))
	if !is || v <= 0 || v >= 100 {
		return false
	}
	for k := i + 2; k < min(i+4, len(l.words)) && spaced(l.gap(k-1)); k++ { // "and twenty five thousand" at most
		if s := scaleOf(l.at(k)); s == 100 && part > 0 || s >= 1000 && part == 0 {
			return false
		}
	}
	return true
}

// grouped reads a number whose thousands stand apart, such as "152 000", from word i on, and returns the word behind it; i: none begins there.
func (l *line) grouped(i int) (value float64, end int) {
	if s := l.at(i); len(s) > 3 || s[0] == '0' || !isDigits(s) {
		return 0, i
	}
	value, end = l.words[i].number, i+1
	first := len(l.at(i))
	for end < len(l.words) && len(l.at(end)) == 3 && isDigits(l.at(end)) && apart(l.gap(end-1)) {
		value, end = 1000*value+l.words[end].number, end+1
	}
	if first == 3 && end > i+2 && l.at(end-1) != "000" || i > 0 && end == i+2 && len(l.at(i-1)) == 3 && isDigits(l.at(i-1)) && apart(l.gap(i-1)) {
		return 0, i // a list of numbers: "at 100 200 300 400"
	}
	return value, several(i, end)
}

// apart says whether a gap is one space, of any width.
func apart(gap string) bool {
	return gap == " " || gap == "\u00a0" || gap == "\u2009" || gap == "\u202f"
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// parse reads digits with a point, middle dot or commas; NaN: they are no number.
func parse(s string) float64 {
	v, err := strconv.ParseFloat(strings.ReplaceAll(strings.ReplaceAll(s, "·", "."), ",", ""), 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// extents are words for one extent of a thing each, in groups.
var extents = []string{`far distance away apart`, `wide width broad breadth`, `high height tall altitude above`, `thick thickness`, `deep depth`,
	`old age aged`, `long length`, `heavy mass weight`}

// extentOf returns the number of the group that a word for an extent is of; 0: it is none.
func extentOf(word string) int {
	for k, words := range extents {
		for _, w := range strings.Fields(words) {
			if w == word {
				return k + 1
			}
		}
	}
	return 0
}

// ofOtherExtent says whether the word behind a number tells an extent that is not asked for: "12 m wide" where "how high" is.
func (a *asking) ofOtherExtent(next string) bool {
	own := extentOf(next)
	if next == "from" {
		own = extentOf("away") // "40 km from the town"
	}
	if own == 0 || a.noun < 0 || a.mentions(next) {
		return false
	}
	asked := extentOf(strings.ToLower(a.question.at(a.noun)))
	return asked != 0 && asked != own
}

// ofExtentElsewhere says whether the question asks for an extent, as in "how deep", and the sentence has no word for it where another
// one of its document tells a number beside such a word: "the greatest depth is 1,642 m".
func (a *asking) ofExtentElsewhere(c *candidate) bool {
	if a.asked != "how" || a.noun != a.at+1 {
		return false
	}
	asked := extentOf(strings.ToLower(a.question.at(a.noun)))
	if asked == 0 || c.sentence.tellsExtent(asked) {
		return false
	}
	for i := range c.document.sentences {
		if s := &c.document.sentences[i]; s.tellsExtent(asked) && s.measures(a.Extractor, a.dim) {
			return true
		}
	}
	return false
}

// measures says whether a sentence has a quantity of a dimension, or a length where none is known.
func (s *sentence) measures(x *Extractor, d dimension) bool {
	s.count(x)
	for i := range s.quantities {
		if dim := s.quantities[i].unit.dim; dim == d || d == dimNone && dim == dimLength {
			return true
		}
	}
	return false
}

// tellsExtent says whether a line has a word of the group or a superlative of one, such as "deepest".
func (l *line) tellsExtent(group int) bool {
	for i := range l.words {
		word := strings.ToLower(l.at(i))
		if extentOf(word) == group || extentOf(strings.TrimSuffix(word, "est")) == group {
			return true
		}
	}
	return false
}
