package extract

import "strings"

func (l *line) isPlural(i int) bool {
	s := l.at(i)
	return len(s) > 3 && s[len(s)-1] == 's' && s[len(s)-2] != 's'
}

// faring says whether "how" asks for an outcome: "how did mice fare", "how does X affect Y".
func faring(l *line, at int) bool {
	for i := at + 1; i < len(l.words); i++ {
		switch strings.ToLower(l.at(i)) {
		case "affect", "affects", "affected", "fare", "fares", "fared", "influence", "influences", "influenced", "change", "changes", "changed", "differ", "differs", "differed",
			"compare", "compares", "alter", "alters", "altered", "impact", "impacts", "respond", "responds", "responded", "react", "reacts":
			return true
		}
	}
	return false
}

// kinOf returns the family of a word.
func (x *Extractor) kinOf(w string) uint16 { return x.kin[stemOf(spell(nil, w))] }

func endsIn(l *line, words ...string) bool {
	for i := range l.words {
		for _, w := range words {
			if strings.EqualFold(l.at(i), w) && i > 1 {
				return true
			}
		}
	}
	return false
}

func isBe(s string) bool {
	switch strings.ToLower(s) {
	case "is", "are", "was", "were", "be", "been", "being":
		return true
	}
	return false
}

func isDo(s string) bool { return s == "do" || s == "does" || s == "did" }

func isModal(s string) bool {
	switch s {
	case "can", "could", "should", "would", "will", "may", "might", "must", "has", "have", "had":
		return true
	}
	return false
}

func isPreposition(s string) bool {
	switch s {
	case "of", "in", "on", "at", "by", "for", "with", "from", "to", "into", "onto", "upon", "over", "under", "between", "among", "within", "during", "after",
		"before", "since", "until", "about", "as", "via", "per", "through", "against", "than", "across", "along", "around", "without", "near", "toward", "towards":
		return true
	}
	return false
}
