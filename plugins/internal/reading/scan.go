package reading

import (
	"unicode"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A token is a word of a sentence.
type token struct {
	from, to int    // bytes of the text
	key      uint64 // see keyOf
	joined   uint64 // key of the word made with the token before it, as in IL-6; 0: it stands alone
	cue      text.Cue
	shift    int8
	number   bool // it begins with a digit
}

// A scanner cuts texts into tokens and reuses its memory from one text to the next.
type scanner struct {
	tokens []token
	word   []byte // the folded letters of the current token
	before []byte // of the one before it
	both   []byte
	memory []known // of words that were met before, by their hash
}

// known is what is the same of a word wherever it stands.
type known struct {
	word, key uint64
	cue       text.Cue
	shift     int8
}

// remembered is how many words a scanner remembers, a power of two.
const remembered = 1024

// know tells the key and the cues of a folded word.
func (s *scanner) know(word []byte) *known {
	if s.memory == nil {
		s.memory = make([]known, remembered)
	}
	hash := text.Hash(word)
	k := &s.memory[hash>>20&(remembered-1)]
	if k.word != hash {
		k.word, k.key = hash, keyOf(word)
		k.cue, k.shift = text.Tells(hash, text.Stem(word))
	}
	return k
}

// scan returns the tokens of a text, valid until the next call. Words break at everything but letters and digits, and
// around Greek letters, which get their Latin name: TNFα and TNF-alpha are alike. Points and commas between digits stay.
func (s *scanner) scan(t string, most int) []token {
	s.tokens, s.word, s.before = s.tokens[:0], s.word[:0], s.before[:0]
	from, behind := 0, -1
	for i := 0; i < len(t) && len(s.tokens) < most; {
		c, size := rune(t[i]), 1
		if c >= utf8.RuneSelf {
			c, size = utf8.DecodeRuneInString(t[i:])
		}
		name := greek(c)
		inside := name == "" && (isLetter(c) || len(s.word) > 0 && isPoint(t, i))
		if !inside && len(s.word) > 0 {
			behind = s.end(t, from, i, behind)
		}
		if inside || name != "" {
			if len(s.word) == 0 {
				from = i
			}
			s.word = appendFolded(s.word, c, name)
		}
		i += size
		if name != "" {
			behind = s.end(t, from, i, behind)
		}
	}
	if len(s.word) > 0 {
		s.end(t, from, len(t), behind)
	}
	return s.tokens
}

// end closes the token at bytes [from, to); behind is where the one before it ended. It returns to.
func (s *scanner) end(t string, from, to, behind int) int {
	word := s.know(s.word)
	k := token{from: from, to: to, key: word.key, cue: word.cue, shift: word.shift, number: isDigit(s.word[0])}
	if behind >= 0 && glued(t[behind:from], s.before, s.word) {
		s.both = append(append(s.both[:0], s.before...), s.word...)
		k.joined = s.know(s.both).key
	}
	if to-from == 1 && t[from] == 'A' && behind >= 0 && t[behind:from] == " " && s.tokens[len(s.tokens)-1].cue&text.CueStop == 0 {
		k.cue &^= text.CueStop // "vitamin A", not an article
	}
	if behind >= 0 && len(s.word) <= 2 && isApostrophe(t[behind:from]) { // the end of "patient's" or "doesn't"
		k.cue |= text.CueStop
		if s.word[0] == 't' {
			s.tokens[len(s.tokens)-1].cue |= text.CueStop
		}
	}
	s.tokens = append(s.tokens, k)
	s.before, s.word = s.word, s.before[:0]
	return to
}

// glued says whether two words may be spelled as one: with a hyphen or nothing between them, or a space where one of
// them is a single character, as in "vitamin D", "type 2" and "T cell".
func glued(gap string, before, word []byte) bool {
	switch gap {
	case "", "-", "‐", "‑", "–", "−":
		return true
	case " ":
		return len(word) == 1 || len(before) == 1 && !isDigit(before[0])
	}
	return false
}

func isApostrophe(gap string) bool { return gap == "'" || gap == "’" }

func appendFolded(to []byte, c rune, name string) []byte {
	switch {
	case name != "":
		return append(to, name...)
	case c >= 'A' && c <= 'Z':
		return append(to, byte(c)|0x20)
	case c < utf8.RuneSelf:
		return append(to, byte(c))
	}
	return utf8.AppendRune(to, unicode.ToLower(c))
}

func isLetter(c rune) bool {
	if c < utf8.RuneSelf {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
	}
	return c != utf8.RuneError && (unicode.IsLetter(c) || unicode.IsNumber(c) || unicode.IsMark(c))
}

// isPoint says whether the byte at i is a point or comma between two digits.
func isPoint(t string, i int) bool {
	return (t[i] == '.' || t[i] == ',') && i > 0 && i+1 < len(t) && isDigit(t[i-1]) && isDigit(t[i+1])
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// A Content word is one with content: its key, equal for all its forms, and the word as written.
type Content struct {
	Key  uint64
	Text string
}

// ContentWords returns the words of a text that carry content.
func ContentWords(t string) []Content {
	var s scanner
	var out []Content
	for _, w := range s.scan(t, len(t)) {
		if w.cue&text.CueStop == 0 {
			out = append(out, Content{w.key, t[w.from:w.to]})
		}
	}
	return out
}
