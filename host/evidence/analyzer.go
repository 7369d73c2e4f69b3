package evidence

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// Form names one way of turning text into tokens.
type Form uint8

// The forms.
const (
	// Content is the form for comparing meaning: NFKC, Unicode words, lower case,
	// English stop words removed, Porter stems. A hyphenated word gives
	// itself, unstemmed ("dose-dependent"), and besides it the stems of its parts ("dose", "depend");
	// lexical anchors give their lower-case spelling and their parts (see [Analyzer.Anchors]).
	Content Form = iota
	// Whitespace is the plain form of S3-01: split on white space, lower case,
	// punctuation trimmed from both ends. Stop words stay.
	Whitespace
	// WhitespaceNoStop is Whitespace without English stop words.
	WhitespaceNoStop
)

// An Analyzer turns text into tokens. It may be used by many goroutines at once.
// Equal texts always give equal tokens; the cache inside it never changes a result.
type Analyzer struct {
	form  Form
	cache chunkCache
	pool  sync.Pool // *[]piece
}

// NewAnalyzer returns an analyzer for one form. It holds a cache of fixed size
// (some 15 MB when full), so share one rather than making many.
func NewAnalyzer(form Form) *Analyzer {
	a := &Analyzer{form: form}
	a.pool.New = func() any { s := make([]piece, 0, 512); return &s }
	return a
}

// Tokens returns the tokens of text in text order, repeats included. The strings
// do not keep text alive. Text without tokens gives nil.
func (a *Analyzer) Tokens(text string) []string {
	buf := a.chunks(text)
	defer a.release(buf)
	cs := *buf
	n := 0
	for _, c := range cs {
		n += len(c.tokens)
	}
	out := make([]string, 0, n+8)
	for i, c := range cs {
		out = append(out, c.tokens...)
		if c.rare {
			out = appendInContext(out, cs, i)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// appendInContext appends the tokens that chunk i gives only beside its neighbours: an
// acronym that looks like a stop word ("NO", "vitamin A") and a number with the unit after it.
func appendInContext(out []string, cs []piece, i int) []string {
	c := cs[i]
	if c.acronym != "" && acronymInContext(cs, i) {
		out = append(out, c.acronym)
	}
	if c.number != "" && !c.ends && i+1 < len(cs) && cs[i+1].unit != "" {
		out = append(out, quantityToken(c.number, cs[i+1].unit))
	}
	return out
}

// acronymInContext is false at the start of a sentence for single letters, and
// between words in capitals, where capitals mean nothing.
func acronymInContext(cs []piece, i int) bool {
	if i > 0 && cs[i-1].capitals || i+1 < len(cs) && cs[i+1].capitals {
		return false
	}
	if len(cs[i].acronym) > 1 {
		return true
	}
	return i > 0 && !cs[i-1].ends
}

func (a *Analyzer) release(buf *[]piece) {
	clear(*buf)
	*buf = (*buf)[:0]
	a.pool.Put(buf)
}

// A piece is a chunk in its place.
type piece struct {
	*chunk
	ends bool // ends a sentence or a clause
}

// chunks cuts text at white space and analyses every piece.
func (a *Analyzer) chunks(text string) *[]piece {
	buf := a.pool.Get().(*[]piece)
	start := -1
	for i := 0; i < len(text); {
		space, size := text[i] <= ' ', 1
		if text[i] >= utf8.RuneSelf {
			space, size = wideSpace(text[i:])
		}
		switch {
		case space && start >= 0:
			*buf = append(*buf, a.piece(text[start:i]))
			start = -1
		case !space && start < 0:
			start = i
		}
		i += size
	}
	if start >= 0 {
		*buf = append(*buf, a.piece(text[start:]))
	}
	return buf
}

// piece analyses s. Marks at its end are left to the place, so that "cell", "cell," and
// "cell." are one chunk.
func (a *Analyzer) piece(s string) piece {
	bare := s
	for bare != "" && isStopMark(bare[len(bare)-1]) {
		bare = bare[:len(bare)-1]
	}
	c := a.cache.get(a.form, bare)
	return piece{c, c.ends || len(bare) < len(s)}
}

func isStopMark(b byte) bool {
	return b == '.' || b == ',' || b == ';' || b == ':' || b == '!' || b == '?'
}

// wideSpace tells whether s starts with white space beyond ASCII, and its size.
func wideSpace(s string) (bool, int) {
	r, size := utf8.DecodeRuneInString(s)
	return unicode.IsSpace(r), size
}
