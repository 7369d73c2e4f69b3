package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// trim cuts words that the question has from the ends of a chunk.
func (a *asking) trim(s *sentence, c chunk) (first, end int) {
	first, end = c.first, c.end
	if a.designated(s, first, end) {
		return first, end
	}
	for first < end && (a.known(s, first) || first > c.first && s.possessive(first)) {
		first++
	}
	for end > first && a.known(s, end-1) {
		end--
	}
	if first == end {
		return first, end
	}
	switch end = c.end; a.kind {
	case kindGene, kindProtein, kindDrug, kindOrganism:
		for end > first+1 && !s.words[end-1].name && (isEvent(s.at(end-1)) || a.describes(s, end-1) && s.words[end-2].name) {
			end--
		}
	}
	if a.object && end > first+1 && s.words[end-1].kin == a.relation {
		end-- // of "cerulase inhibitor", what is inhibited
	}
	return first, end
}

// possessive says whether word i is the "s" of a genitive, as in "Jupiter's moon".
func (l *line) possessive(i int) bool {
	return l.at(i) == "s" && strings.ContainsAny(l.before(i), "'’")
}

// describes says whether a word stands for the kind of answer, or for what the question says of the answer itself.
func (a *asking) describes(s *sentence, i int) bool {
	for _, h := range s.hits {
		if h.word == i && (a.terms[h.term].head || a.terms[h.term].focus) {
			return true
		}
	}
	return false
}

// known says whether the question itself has word i, its abbreviation or a word for much the same.
func (a *asking) known(s *sentence, i int) bool {
	for _, h := range s.hits {
		if h.word == i && (h.quality >= meetsBare || !s.words[i].name && !a.terms[h.term].head) {
			return true
		}
	}
	if s.words[i].name {
		return a.has(s.at(i)) || a.initialled(s.at(i))
	}
	return s.words[i].cue&(text.CueStop|text.CueGeneric) != 0
}

// has says whether a name is a part of the question: "FGF19" of "FGF19-7".
func (a *asking) has(name string) bool {
	for i := range a.question.Tokens {
		if strings.EqualFold(a.question.Quote(i, i), name) {
			return true
		}
	}
	return false
}

// initialled says whether the capitals of a name are the initials of words of the question: "WT1" of "Wilms tumour".
func (a *asking) initialled(name string) bool {
	var caps []rune
	for _, c := range name {
		if unicode.IsLetter(c) {
			caps = append(caps, unicode.ToLower(c))
		}
	}
	words := a.question.words
	for i := 0; len(caps) > 1 && i+len(caps) <= len(words); i++ {
		if a.initial(i, caps) {
			return true
		}
	}
	return false
}

func (a *asking) initial(i int, letters []rune) bool {
	for k, c := range letters {
		first, _ := utf8.DecodeRuneInString(a.question.at(i + k))
		if unicode.ToLower(first) != c {
			return false
		}
	}
	return true
}

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
