package extract

import "strings"

// otherQualified is what a number counts whose sentence tells of the attribute of another sort: of the tensile strength, where the document tells
// the compressive one that is asked for.
const otherQualified = 0.5

// ofQualified is less than 1 for a number of a sentence that has the noun of the question without the word that qualifies it, where another sentence
// of its document has both.
func (a *asking) ofQualified(c *candidate) float64 {
	if a.form != formQuantity && a.form != formPercent || a.asked == "how" || a.noun < 0 || c.value != c.value {
		return 1
	}
	words := a.qualified()
	if len(words) < 2 || words[0].shift != 0 || !c.sentence.has(words[1].key) || c.sentence.has(words[0].key) {
		return 1
	}
	for i := range c.document.sentences {
		s := &c.document.sentences[i]
		if s.has(words[1].key) && s.has(words[0].key) {
			return otherQualified
		}
	}
	return 1
}

// has says whether a line has a word.
func (l *line) has(key uint64) bool {
	for i := range l.words {
		if l.words[i].key == key {
			return true
		}
	}
	return false
}

// asksDegree says whether the question asks how strong or how large something is, which no time tells.
func (a *asking) asksDegree() bool {
	if a.asked != "how" || a.noun != a.at+1 {
		return false
	}
	switch strings.ToLower(a.question.at(a.noun)) {
	case "strong", "large", "big", "high", "low", "small", "great", "dense", "bright", "abundant":
		return true
	}
	return false
}
