package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// An alias is an abbreviation that a document introduces, with the keys of the words that it stands for.
type alias struct {
	short uint64
	long  []uint64
	last  string // the last of them, in lower case
}

// introduce finds the abbreviations of a document: "bone morphogenetic protein-2 (BMP-2)".
func (d *document) introduce() {
	d.title.introduce(&d.aliases)
	for i := range d.sentences {
		d.sentences[i].introduce(&d.aliases)
	}
}

func (l *line) introduce(to *[]alias) {
	for i := 1; i < len(l.words); i++ {
		gap := l.before(i)
		if !strings.HasSuffix(gap, "(") || !strings.ContainsAny(l.gap(i), ");,") {
			continue
		}
		if n := l.initials(i); n > 0 {
			a := alias{short: l.words[i].key, last: strings.ToLower(l.at(i - 1))}
			for j := i - n; j < i; j++ {
				if l.words[j].cue&text.CueStop == 0 {
					a.long = append(a.long, l.words[j].key)
				}
			}
			*to = append(*to, a)
		}
	}
}

// initials returns how many words ahead of word i it abbreviates; 0: none. Its first letter begins the first of them, and its capitals
// stand in them in their order.
func (l *line) initials(i int) int {
	var caps []rune
	for _, c := range l.at(i) {
		if unicode.IsUpper(c) || unicode.Is(unicode.Greek, c) || len(caps) > 0 && unicode.IsDigit(c) {
			caps = append(caps, unicode.ToLower(c))
		}
	}
	if len(caps) < 2 || len(caps) > 8 {
		return 0
	}
	for n := 1; n <= len(caps)+3 && n <= i; n++ {
		first, _ := utf8.DecodeRuneInString(l.at(i - n))
		if unicode.ToLower(first) == caps[0] && spells(strings.ToLower(l.quote(i-n, i)), caps) && n+1 >= (len(caps)+1)/2 {
			return n
		}
	}
	return 0
}

// spells says whether the letters stand in a phrase in their order.
func spells(phrase string, letters []rune) bool {
	for _, c := range phrase {
		if len(letters) > 0 && c == letters[0] {
			letters = letters[1:]
		}
	}
	return len(letters) == 0
}
