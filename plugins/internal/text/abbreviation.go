package text

// IsAbbreviation says whether a word is 2 to 12 characters with two capitals, or one and a digit.
func IsAbbreviation(word string) bool {
	if len(word) < 2 || len(word) > 12 {
		return false
	}
	capitals, digits := 0, 0
	for i := range len(word) {
		switch c := word[i]; {
		case c >= 'A' && c <= 'Z':
			capitals++
		case c >= '0' && c <= '9':
			digits++
		}
	}
	return capitals >= 2 || capitals == 1 && digits > 0
}

// LongForm returns where the words begin, at or behind byte first of a text, that end before byte end and have the letters of an abbreviation in
// their order, the first one as an initial; false where none do. The method is that of Schwartz and Hearst (2003).
func LongForm(t string, first, end int, short string) (at int, is bool) {
	at = end
	for k := len(short) - 1; k >= 0; k-- {
		if c := short[k] | 0x20; c < 'a' || c > 'z' {
			continue // a digit or hyphen, as in COVID-19
		}
		at--
		for at >= first && (t[at]|0x20 != short[k]|0x20 || k == 0 && !isInitial(t, at)) {
			at--
		}
		if at < first {
			return 0, false
		}
	}
	return at, at < end
}

// isInitial says whether no letter stands ahead of byte at.
func isInitial(t string, at int) bool {
	if at == 0 {
		return true
	}
	c := t[at-1]
	return !(c|0x20 >= 'a' && c|0x20 <= 'z') && c < 0x80
}
