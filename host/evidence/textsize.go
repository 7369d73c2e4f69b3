package evidence

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxWord is the longest word of a text, in bytes: what lies between white space. An index keeps each word some hundred
// times over in all of its forms, and no language has a word of a thousandth of this length.
const MaxWord = 64 << 10

// unspaced are the scripts that write words without white space, with their punctuation and full-width forms. Arabic
// ligatures and mathematical letters are not among them: an index expands them, "ﷺ" to eighteen letters.
var unspaced = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo, unicode.Yi,
	{R16: []unicode.Range16{{Lo: 0x2e80, Hi: 0x303f, Stride: 1}, {Lo: 0xff00, Hi: 0xffef, Stride: 1}}}}

// longestWord returns the length of the longest word, in bytes.
func longestWord(s string) (longest int) {
	if len(s) <= MaxWord {
		return 0 // too short to hold one that is too long
	}
	start := 0
	for i, r := range s {
		if unicode.IsSpace(r) || r >= 0x1100 && unicode.In(r, unspaced...) {
			longest, start = max(longest, i-start), i+utf8.RuneLen(r)
		}
	}
	return max(longest, len(s)-start)
}

// expanded is about the length of s in its form NFKC, which the analyzer reads: "ﷺ" has eighteen letters. Letters with
// accents count as they are.
func expanded(s string) (n int) {
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			n, i = n+1, i+1
			continue
		}
		p := norm.NFKC.PropertiesString(s[i:])
		letters := len(p.Decomposition())
		if letters > p.Size() && norm.NFC.PropertiesString(s[i:]).Decomposition() == nil {
			n += letters
		} else {
			n += p.Size()
		}
		i += max(p.Size(), 1)
	}
	return n
}

// Exceeds says whether a document has text that [Passages] does not read, white space apart, because it reads at most so many bytes;
// zero or less means [DefaultMaxChars].
func Exceeds(doc *Document, most int) bool {
	if most <= 0 {
		most = DefaultMaxChars
	}
	all := len(doc.Abstract) + len(doc.Text)
	for _, s := range doc.Sections {
		all += len(s.Text)
	}
	if all <= most {
		return false
	}
	left := most
	for _, f := range fields(doc) {
		read := Clip(f.text, left)
		if strings.TrimSpace(f.text[len(read):]) != "" {
			return true
		}
		left -= len(read)
	}
	return false
}
