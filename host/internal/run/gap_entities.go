package run

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// Bounds on the names that a bridge is built on.
const (
	maxRuleEntities = 6
	minEntityLength = 3 // shorter ones stand inside of many words
)

// topAbstracts are the best documents of a bridge block, those with an abstract.
func (r *run) topAbstracts(block int) look {
	var l look
	for _, d := range r.documents {
		if d.Document.Abstract != "" && len(l.documents) < r.Policy.Gaps[block].Bridge.Abstracts {
			l.documents = append(l.documents, d)
		}
	}
	return l
}

// A name is an entity that the best abstracts mention.
type name struct {
	text   string
	works  int // that have it
	beside int // sentences that have it and a word of the question
}

// capitalised are names of two or more words.
var capitalised = regexp.MustCompile(`\p{Lu}[\p{L}\d]*(?:[ -]\p{Lu}[\p{L}\d]+)+`)

// notNames are abbreviations that papers of all fields have.
var notNames = []string{"CI", "HR", "RR", "SD", "SE", "SEM", "IQR", "ANOVA", "USA", "UK", "EU", "WHO", "RCT", "RCTs", "DNA", "RNA", "AND", "NOT"}

// bridgeEntities are the names in the best abstracts that the question does not have (S4-07): chemical names, symbols
// of genes and the like, acronyms, and names of several capitalised words. Those of more works come first, then those that stand
// beside words of the question more often, then those that come first.
func (r *run) bridgeEntities(block int) []string {
	names := map[string]*name{}
	var order []*name
	for _, d := range r.topAbstracts(block).documents {
		seen := map[string]bool{}
		for _, text := range r.namesIn(d.Document.Abstract) {
			key := strings.ToLower(text)
			n := names[key]
			if n == nil {
				n = &name{text: text}
				names[key] = n
				order = append(order, n)
			}
			if !seen[key] {
				seen[key] = true
				n.works++
			}
		}
		for _, s := range evidence.Sentences(d.Document.Abstract) {
			r.countBeside(order, strings.ToLower(s.Of(d.Document.Abstract)))
		}
	}
	slices.SortStableFunc(order, func(a, b *name) int {
		return cmp.Or(cmp.Compare(b.works, a.works), cmp.Compare(b.beside, a.beside))
	})
	var out []string
	for _, n := range order[:min(len(order), maxRuleEntities)] {
		out = append(out, n.text)
	}
	return out
}

// countBeside counts a sentence for the names that it has, if it has a word of the question.
func (r *run) countBeside(names []*name, sentence string) {
	if evidence.Containment(r.question, r.lookupSet(sentence)) == 0 {
		return
	}
	for _, n := range names {
		if strings.Contains(sentence, strings.ToLower(n.text)) {
			n.beside++
		}
	}
}

// namesIn lists the names in a text as they stand there, in text order of their kinds.
func (r *run) namesIn(text string) []string {
	var out []string
	for _, s := range append(r.content.Anchors(text), capitalised.FindAllString(text, -1)...) {
		if s = r.withoutStops(s); r.isName(s) && strings.Contains(text, s) && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// withoutStops drops a first word that means nothing, such as the article of a sentence.
func (r *run) withoutStops(s string) string {
	first, rest, many := strings.Cut(s, " ")
	if many && len(r.content.Tokens(first)) == 0 {
		return rest
	}
	return s
}

// isName tells a name from a number with its unit, from what all papers say and from what the question has.
func (r *run) isName(s string) bool {
	if len([]rune(s)) < minEntityLength || slices.Contains(notNames, s) {
		return false
	}
	number := s[0] >= '0' && s[0] <= '9'
	if number && (strings.Contains(s, " ") || !openWebForms["cas"].MatchString(s) && !strings.ContainsRune(s, '-')) {
		return false
	}
	set := r.lookupSet(s)
	return len(r.content.Tokens(s)) > 0 && (len(set) == 0 || evidence.Containment(set, r.question) < 1)
}

// openWebForms are the forms of names that journals do not index by but registries, patents and standards do (S4-06).
var openWebForms = map[string]*regexp.Regexp{
	"cas":   regexp.MustCompile(`\b\d{2,7}-\d{2}-\d\b`),
	"uspto": regexp.MustCompile(`(?i)\bUS(?:PTO)?\s?(?:RE|D|PP)?\s?\d{1,4}[/,]?\d{3},?\d{3,4}(?:\s?[AB]\d)?\b`),
	"nist":  regexp.MustCompile(`(?i)\b(?:NIST|SRM|NBS)\b`),
}

// hasForm says whether a name has one of the forms.
func hasForm(name string, forms []string) bool {
	return slices.ContainsFunc(forms, func(f string) bool { return openWebForms[f] != nil && openWebForms[f].MatchString(name) })
}
