// Package dialect takes queries apart, so that each source can write them in its provider's
// language (D11): keyword indexes want the words of the subject and not "why is it wrong that".
package dialect

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// Words are the words of a query.
type Words struct {
	// Terms are words and phrases of the subject, most telling first, each of letters, digits,
	// spaces and the signs -, ' and .; none is an operator of a provider. Those with spaces are phrases.
	Terms []string
	// Against says that the query looks for what speaks against the subject; sources may add one
	// of [Contrary].
	Against bool
}

// Contrary are the words that papers use where others' claims fail.
var Contrary = []string{"contradict", "refute", "no effect", "fails"}

// operators are words of the providers' languages.
var operators = []string{"AND", "OR", "NOT", "ANDNOT", "TO"}

// against are words that look for failure, without their endings.
var against = []string{"wrong", "fail", "limitation", "contradict", "refut", "exception", "negative result", "debunk", "disprov"}

// Of takes a query apart into at most n terms. Phrases in double quotes come first and stay whole. Of a literal query all
// words are terms, filler too and however many, and it is not Against.
func Of(q retrieval.Query, n int) Words {
	if q.Literal {
		return literal(q.Text)
	}
	w := Words{Against: q.Intent == "adversarial" || q.Intent == "falsify"}
	text := strings.NewReplacer("“", `"`, "”", `"`).Replace(q.Text)
	parts := strings.Split(text, `"`)
	var rest strings.Builder
	for i, p := range parts {
		if phrase := clean(p); i%2 == 1 && i < len(parts)-1 && phrase != "" {
			w.add(phrase)
			continue
		}
		rest.WriteString(" " + p)
	}
	for _, t := range byTelling(evidence.CoreTerms(rest.String(), 4*n+8), rest.String()) {
		if looksAgainst(t) {
			w.Against = true
			continue
		}
		w.add(clean(t))
	}
	w.Terms = w.Terms[:min(len(w.Terms), max(n, 0))]
	return w
}

// literal returns a text word by word (D11 as the proposals write it).
func literal(text string) Words {
	var w Words
	for _, word := range strings.Fields(clean(text)) {
		w.add(word)
	}
	return w
}

func (w *Words) add(term string) {
	if term != "" && !slices.Contains(operators, term) && !slices.Contains(w.Terms, term) {
		w.Terms = append(w.Terms, term)
	}
}

func looksAgainst(term string) bool {
	if strings.HasPrefix(strings.ToLower(term), "failure") { // of a heart or a kidney: a subject
		return false
	}
	return slices.ContainsFunc(against, func(a string) bool { return strings.HasPrefix(strings.ToLower(term), a) })
}

// clean leaves what no provider takes for an operator.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || strings.ContainsRune("-'.", r) {
			return r
		}
		return ' '
	}, s)
	fields := strings.Fields(s)
	for i, f := range fields {
		fields[i] = strings.Trim(f, "-'.")
	}
	return strings.Join(slices.DeleteFunc(fields, func(f string) bool { return f == "" }), " ")
}
