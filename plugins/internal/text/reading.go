package text

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Token is a word or number of a text. Words break at hyphens and apostrophes; a
// point, middle dot or comma between two digits stays inside.
type Token struct {
	From, To int     // bytes of the text
	Stem     uint64  // see [Stem]
	Word     uint64  // hash of the folded word
	Cue      Cue     // the cues that the word gives
	Number   float64 // its value; NaN: no number
	Sentence int     // index of its sentence
	Clause   int     // index of its clause, ascending through the text
	Shift    int8    // sense of a direction word: -1 down, +1 up, 0 none
	Percent  bool    // a number that % follows
}

// A Reading is a text cut into tokens. Sentences holds, for each sentence, its first
// token and the one behind its last.
type Reading struct {
	Text      string
	Tokens    []Token
	Sentences []Span
}

// A Span is tokens [First, End).
type Span struct{ First, End int }

// Quote returns the text from token i up to and with token j.
func (r *Reading) Quote(i, j int) string { return r.Text[r.Tokens[i].From:r.Tokens[j].To] }

// Gap returns what stands between token i and the next one.
func (r *Reading) Gap(i int) string {
	if i+1 >= len(r.Tokens) {
		return r.Text[r.Tokens[i].To:]
	}
	return r.Text[r.Tokens[i].To:r.Tokens[i+1].From]
}

// Read cuts a text into tokens and sentences and looks the tokens up in the lexicon.
// Bytes that are no UTF-8 part words.
func Read(text string) Reading {
	r := cutUp(text, true)
	r.qualify()
	return r
}

// Sentences returns the sentences of a text in which a word stands, from the first word to the last.
func Sentences(text string) []string {
	r := cutUp(text, false)
	out := make([]string, 0, len(r.Sentences))
	for _, s := range r.Sentences {
		out = append(out, r.Quote(s.First, s.End-1))
	}
	return out
}

// cutUp finds tokens and sentences. Tokens that are not looked up tell where they stand and their numbers.
func cutUp(text string, lookUp bool) Reading {
	r := Reading{Text: text, Tokens: make([]Token, 0, len(text)/6+1)}
	var folded []byte
	open, from := false, 0
	for i := 0; i < len(text); {
		c, size := rune(text[i]), 1
		if c >= utf8.RuneSelf {
			c, size = utf8.DecodeRuneInString(text[i:])
		}
		switch {
		case isWord(c):
			if !open {
				open, from, folded = true, i, folded[:0]
			}
			folded = fold(folded, c)
		case open && (c == '.' || c == ',' || c == '·') && isDigit(text, i-1) && isDigit(text, i+size):
			folded = append(folded, mark(c))
		case open:
			r.add(folded, from, i, lookUp)
			open = false
		}
		i += size
	}
	if open {
		r.add(folded, from, len(text), lookUp)
	}
	r.divide()
	return r
}

var nitricOxide = Hash([]byte("NO"))

// add appends the token of a folded word at bytes [from, to).
func (r *Reading) add(folded []byte, from, to int, lookUp bool) {
	t := Token{From: from, To: to, Number: numberOf(folded)}
	switch {
	case !lookUp:
	case r.Text[from:to] == "NO" && strings.ContainsFunc(r.Text, unicode.IsLower): // nitric oxide, and no negation
		t.Word, t.Stem = nitricOxide, nitricOxide
	default:
		t.look(folded)
	}
	r.Tokens = append(r.Tokens, t)
}

// divide finds sentences and clauses.
func (r *Reading) divide() {
	first, clause, inserted := 0, 0, -1
	for i := range r.Tokens {
		t := &r.Tokens[i]
		t.Sentence, t.Clause = len(r.Sentences), clause
		gap := r.Gap(i)
		if r.endsSentence(i, gap) {
			r.Sentences = append(r.Sentences, Span{first, i + 1})
			first = i + 1
			clause++
		} else if i > inserted && (endsClause(gap) || i+1 < len(r.Tokens) && r.Tokens[i+1].Cue&CueTurn != 0) {
			if inserted = r.insertion(i); inserted < 0 {
				clause++
			}
		}
	}
	if first < len(r.Tokens) {
		r.Sentences = append(r.Sentences, Span{first, len(r.Tokens)})
	}
}

// endsSentence says whether a sentence ends behind token i, which gap follows: with a
// mark before white space and a capital or digit. A point behind a single letter, as in
// "E. coli", ends none.
func (r *Reading) endsSentence(i int, gap string) bool {
	if i+1 >= len(r.Tokens) {
		return true
	}
	mark, spaced := false, false
	for _, c := range gap {
		switch c {
		case '.', '!', '?':
			mark, spaced = true, false
		case ' ', '\n', '\t', '\r':
			spaced = true
		}
	}
	if !mark || !spaced || r.Tokens[i].To-r.Tokens[i].From < 2 && math.IsNaN(r.Tokens[i].Number) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(r.Text[r.Tokens[i+1].From:])
	return !unicode.IsLower(next)
}

// endsClause says whether a clause ends at what stands between two tokens.
func endsClause(gap string) bool {
	for i := range len(gap) {
		switch gap[i] {
		case ',', ';', ':', '(', ')':
			return true
		}
	}
	return false
}

// longestInsertion is how many words may stand between two commas that part a verb.
const longestInsertion = 6

// Words that go on behind what is inserted after them: the verb of "did not, however, want" is denied.
var parted = hashes(`not never do does did is are was were be been has have had can could may might will would should must`)

// insertion returns the last token of what a comma behind token i and another one insert between the words of a verb; -1: nothing is.
func (r *Reading) insertion(i int) int {
	if !parted[r.Tokens[i].Word] || !strings.HasPrefix(r.Gap(i), ",") {
		return -1
	}
	for k := i + 1; k <= i+longestInsertion && k+1 < len(r.Tokens); k++ {
		gap := r.Gap(k)
		if strings.HasPrefix(gap, ",") {
			return k
		}
		if endsClause(gap) || r.endsSentence(k, gap) {
			return -1
		}
	}
	return -1
}

// qualify reads what needs the neighbours of a token: percentages, and names such as "Great Wall", which tell no direction.
func (r *Reading) qualify() {
	for i := range r.Tokens {
		t := &r.Tokens[i]
		if t.Shift != 0 && (r.named(i) || r.attribute(i) || r.exposure(i)) {
			t.Shift = 0
		}
		if math.IsNaN(t.Number) {
			continue
		}
		gap := r.Gap(i)
		t.Percent = len(gap) > 0 && gap[0] == '%' || len(gap) > 1 && gap[:2] == " %"
	}
}

// named says whether token i is of a name of several words: it and its neighbour begin with a capital, and the sentence holds words
// that do not.
func (r *Reading) named(i int) bool {
	if i == 0 || i+1 >= len(r.Tokens) || !r.capital(i) || !r.capital(i+1) || r.Gap(i) != " " || r.Tokens[i-1].Sentence != r.Tokens[i].Sentence {
		return false
	}
	for k := i + 2; k < min(len(r.Tokens), i+6); k++ {
		if !r.capital(k) && r.Tokens[k].Cue&CueStop == 0 {
			return true
		}
	}
	return false
}

// Words that tell a kind where a hyphen joins them to the next one, as in "high-fat diet" and "small-cell".
var attributes = hashes(`high low higher lower long short small large fast slow strong weak few many positive negative`)

var (
	wordNon     = Hash([]byte("non"))
	wordRisk    = Hash([]byte("risk"))
	wordRisks   = Hash([]byte("risks"))
	riskFollows = hashes(`factor factors for`)
	riskAt      = hashes(`at a`)
)

// Words that tell a kind or a time where a hyphen joins them to the one ahead, as in "Gram-negative" and "follow-up".
var endings = hashes(`positive negative up`)

// attribute says whether token i is part of a compound that names a kind and tells no direction: "high-fat", "non-small", "Gram-negative".
func (r *Reading) attribute(i int) bool {
	return r.Gap(i) == "-" && attributes[r.Tokens[i].Word] || i > 0 && (r.Tokens[i-1].Word == wordNon || r.Gap(i-1) == "-" && endings[r.Tokens[i].Word])
}

// exposure says whether token i is a risk that is only named, as in "the risk of stroke was measured": it tells a direction in "risk factor",
// "a risk for" and "at risk".
func (r *Reading) exposure(i int) bool {
	if w := r.Tokens[i].Word; w != wordRisk && w != wordRisks {
		return false
	}
	return !(i+1 < len(r.Tokens) && riskFollows[r.Tokens[i+1].Word] || i > 0 && riskAt[r.Tokens[i-1].Word])
}

func hashes(words string) map[uint64]bool {
	set := map[uint64]bool{}
	for _, w := range strings.Fields(words) {
		set[Hash([]byte(w))] = true
	}
	return set
}

// capital says whether token i begins with a capital and goes on with small letters.
func (r *Reading) capital(i int) bool {
	t := &r.Tokens[i]
	c, n := utf8.DecodeRuneInString(r.Text[t.From:t.To])
	next, _ := utf8.DecodeRuneInString(r.Text[t.From+n : t.To])
	return unicode.IsUpper(c) && unicode.IsLower(next)
}

// fold appends c so that upper and lower case, and letters that only look different,
// such as micro and mu, are equal.
func fold(to []byte, c rune) []byte {
	switch {
	case c >= 'A' && c <= 'Z':
		return append(to, byte(c)|0x20)
	case c < utf8.RuneSelf:
		return append(to, byte(c))
	}
	return utf8.AppendRune(to, unicode.ToLower(unicode.ToUpper(c)))
}

// mark returns the mark inside of a number: some journals write the decimal point as a middle dot.
func mark(c rune) byte {
	if c == '·' {
		return '.'
	}
	return byte(c)
}

func isWord(c rune) bool {
	if c < utf8.RuneSelf {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
	}
	return c != utf8.RuneError && (unicode.IsLetter(c) || unicode.IsNumber(c) || unicode.IsMark(c))
}

func isDigit(text string, i int) bool {
	return i >= 0 && i < len(text) && text[i] >= '0' && text[i] <= '9'
}

// numberOf reads a folded word as a number, thousands parted by commas; NaN: it is none.
func numberOf(word []byte) float64 {
	if len(word) == 0 || word[0] < '0' || word[0] > '9' || len(word) > 18 {
		return math.NaN()
	}
	plain := make([]byte, 0, len(word))
	for _, c := range word {
		switch {
		case c >= '0' && c <= '9' || c == '.':
			plain = append(plain, c)
		case c != ',':
			return math.NaN()
		}
	}
	v, err := strconv.ParseFloat(string(plain), 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// Hash is FNV-1a over 64 bits.
func Hash(word []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range word {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}
