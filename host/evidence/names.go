package evidence

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/internal/pattern"
)

// MinNameLength is the least number of characters in a name: shorter ones stand inside of many words.
const MinNameLength = 3

// capitalised are names of two or more words.
var capitalised = pattern.New(`\p{Lu}[\p{L}\d]*(?:[ -]\p{Lu}[\p{L}\d]+)+`)

// notNames are abbreviations that papers of all fields have.
var notNames = []string{"CI", "HR", "RR", "SD", "SE", "SEM", "IQR", "ANOVA", "USA", "UK", "EU", "WHO", "RCT", "RCTs", "DNA", "RNA", "AND", "NOT"}

// Names lists the names in a text as they stand there, each once, in text order of their kinds (S4-07): chemical names, symbols of
// genes and the like, acronyms, and names of several capitalised words. Numbers with a unit are not names, nor are words that papers of all
// fields have.
func (a *Analyzer) Names(text string) []string {
	var out []string
	for _, s := range append(a.Anchors(text), capitalised.FindAllString(text, -1)...) {
		if s = a.withoutStops(s); a.isName(s) && strings.Contains(text, s) && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// withoutStops drops a first word that means nothing, such as the article of a sentence.
func (a *Analyzer) withoutStops(s string) string {
	first, rest, many := strings.Cut(s, " ")
	if many && len(a.Tokens(first)) == 0 {
		return rest
	}
	return s
}

func (a *Analyzer) isName(s string) bool {
	if len([]rune(s)) < MinNameLength || slices.Contains(notNames, s) {
		return false
	}
	number := s[0] >= '0' && s[0] <= '9'
	if number && (strings.Contains(s, " ") || !nameForms["cas"].MatchString(s) && !strings.ContainsRune(s, '-')) {
		return false
	}
	return len(a.Tokens(s)) > 0
}

// nameForms are the forms of names that journals do not index by but registries, patents and standards do (S4-06).
var nameForms = map[string]*regexp.Regexp{
	"cas":   regexp.MustCompile(`\b\d{2,7}-\d{2}-\d\b`),
	"uspto": regexp.MustCompile(`(?i)\bUS(?:PTO)?\s?(?:RE|D|PP)?\s?\d{1,4}[/,]?\d{3},?\d{3,4}(?:\s?[AB]\d)?\b`),
	"nist":  regexp.MustCompile(`(?i)\b(?:NIST|SRM|NBS)\b`),
}

// HasForm says whether a name has one of the forms "cas", "uspto" and "nist" (S4-06).
func HasForm(name string, forms []string) bool {
	return slices.ContainsFunc(forms, func(f string) bool { return nameForms[f] != nil && nameForms[f].MatchString(name) })
}
