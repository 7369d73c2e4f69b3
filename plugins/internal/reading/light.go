package reading

import "strings"

// lightWords are common words of English that say little of what a question is about, however rare they may be in a
// corpus of abstracts.
const lightWords = `get make take give go come become keep put set let say tell call name know think believe see look seem
	appear try want need like happen occur include involve use work play help allow achieve reach perform provide serve
	undergo exhibit display carry remain stay turn leave feel mean explain describe mention consider receive obtain
	another various several certain same similar new novel recent current best good well able available possible likely
	first second third last next final main major key overall total whole entire alone together away already almost yet still
	even rather quite ever always sometimes usually often actually really simply therefore thus hence yes please answer
	question fact matter thing way part kind sort form example reason idea term issue point area aspect option role
	person people somebody someone something anything everything nothing everyone anyone lot bit number amount around
	according regarding concerning due instead else big full real true certain common popular currently specific particular
	general different multiple every individual subject participant recipient volunteer member`

var light = setOf(lightWords)

func setOf(words string) map[uint64]bool {
	out := map[uint64]bool{}
	for _, w := range strings.Fields(words) {
		out[keyOf([]byte(w))] = true
	}
	return out
}

// isLight says whether a word is light: one of the list or an adverb.
func isLight(key uint64, word string) bool {
	if light[key] {
		return true
	}
	if len(word) < 6 {
		return false
	}
	for _, ending := range [...]string{"ally", "ely", "tly", "sly", "dly", "rly", "gly", "ully"} {
		if strings.HasSuffix(word, ending) {
			return true
		}
	}
	return false
}
