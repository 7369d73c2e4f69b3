package extract

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/plugins/internal/spelling"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A word is one or more tokens that make one: "IL-6" is one word, "BRCA2-deficient" two.
type word struct {
	first, end int      // tokens [first, end)
	key        uint64   // equal for spellings and inflections of a word
	bare       uint64   // key without a prefix such as "hyper"; 0: it has none
	kin        uint16   // family of words that mean much the same; 0: none
	cue        text.Cue // of its only token
	shift      int8     // sense of a direction word
	number     float64  // NaN: none
	name       bool     // written like a name: digits with letters, capitals, Greek
	capital    bool     // begins with a capital
	clause     int      // clause of its text
}

// A line is a text cut into words.
type line struct {
	text.Reading
	words []word
}

// bytes returns where words [i, j) stand in their text.
func (l *line) bytes(i, j int) (from, to int) {
	return l.Tokens[l.words[i].first].From, l.Tokens[l.words[j-1].end-1].To
}

// quote returns the text of words [i, j).
func (l *line) quote(i, j int) string {
	from, to := l.bytes(i, j)
	return l.Text[from:to]
}

// at is word i as written.
func (l *line) at(i int) string { return l.quote(i, i+1) }

// gap returns what stands behind word i.
func (l *line) gap(i int) string { return l.Gap(l.words[i].end - 1) }

// before returns what stands ahead of word i.
func (l *line) before(i int) string {
	if f := l.words[i].first; f > 0 {
		return l.Gap(f - 1)
	}
	return l.Text[:l.Tokens[0].From]
}

// line reads a text.
func (x *Extractor) line(s string) line {
	l := line{Reading: text.Read(s)}
	l.words = make([]word, 0, len(l.Tokens))
	clause, depth := 0, 0
	var folded []byte
	for i := 0; i < len(l.Tokens); {
		end := i + 1
		for end < len(l.Tokens) && x.joins(&l, end-1) {
			end++
		}
		var w word
		w, folded = x.word(&l.Reading, i, end, folded[:0])
		w.clause = clause
		l.words = append(l.words, w)
		clause, depth = parted(l.Gap(end-1), clause, depth)
		i = end
	}
	return l
}

// parted counts the clauses of a text: one ends at a comma, semicolon or colon outside of parentheses.
func parted(gap string, clause, depth int) (int, int) {
	for i := range len(gap) {
		switch gap[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth = max(depth-1, 0)
		case ',', ';', ':':
			if depth == 0 {
				clause++
			}
		}
	}
	return clause, depth
}

// word makes the word of tokens [i, end), with folded as scratch space.
func (x *Extractor) word(r *text.Reading, i, end int, folded []byte) (word, []byte) {
	t := &r.Tokens[i]
	w := word{first: i, end: end, number: math.NaN()}
	for ; i < end; i++ {
		folded = spelling.Fold(folded, r.Quote(i, i))
	}
	first, _ := utf8.DecodeRuneInString(r.Text[t.From:])
	w.capital = unicode.IsUpper(first)
	w.name = isName(r.Text[t.From:r.Tokens[end-1].To])
	if end == w.first+1 {
		w.cue, w.shift, w.number = t.Cue, t.Shift, t.Number
	}
	if isLetter(r, w.first, end) {
		w.cue, w.key = 0, letterA
		return w, folded
	}
	if v, is := numberWord(folded); is {
		w.number = v
	}
	if !math.IsNaN(w.number) {
		w.name, w.key = false, math.Float64bits(w.number)|1
		return w, folded
	}
	w.key = stemOf(folded)
	if w.bare = spelling.Agent(folded); w.bare == 0 {
		if n := spelling.Prefix(folded); n > 0 {
			w.bare = stemOf(folded[n:])
		}
	}
	w.kin = x.kin.Of(w.key)
	if w.kin == 0 && w.bare != 0 {
		w.kin = x.kin.Of(w.bare)
	}
	return w, folded
}

// letterA is the key of the letter in "vitamin A", which is not the article.
var letterA = stemOf([]byte("the letter a"))

// isLetter says whether tokens [i, end) are the letter A of a name such as "hepatitis A": a capital inside of a sentence, behind a word and
// not ahead of another capital, as in a title.
func isLetter(r *text.Reading, i, end int) bool {
	if end != i+1 || r.Quote(i, i) != "A" || i == 0 || r.Tokens[i-1].Sentence != r.Tokens[i].Sentence || !spaced(r.Gap(i-1)) {
		return false
	}
	if i+1 >= len(r.Tokens) {
		return true
	}
	next, _ := utf8.DecodeRuneInString(r.Text[r.Tokens[i+1].From:])
	return !unicode.IsUpper(next) || !spaced(r.Gap(i))
}

func stemOf(folded []byte) uint64 { return text.Stem(folded) }

// joins says whether a hyphen makes tokens i and i+1 one name, as in "IL-6" and "c-Src".
func (x *Extractor) joins(l *line, i int) bool {
	switch l.Gap(i) {
	case "-", "‐", "‑":
	default:
		return false
	}
	a, b := l.Quote(i, i), l.Quote(i+1, i+1)
	if _, is := x.unitOf(b); is && isNumeral(a) {
		return false
	}
	if isNumeral(a) && isNumeral(b) || isCommon(a) || isCommon(b) && !isGreek(b) {
		return false
	}
	return len(a) < 3 || len(b) < 3 || isGreek(b) || strings.ContainsAny(b, "0123456789")
}
