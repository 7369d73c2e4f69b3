package evidence

import (
	"strings"

	"github.com/sparkhost/sparkhost/internal/pattern"
)

// The answer types of S0-01.
const (
	AnswerNumericalValue  = "numerical_value"
	AnswerCausalMechanism = "causal_mechanism"
	AnswerComparison      = "comparison"
	AnswerDefinition      = "definition"
	AnswerOther           = "other"
)

// The stems of questions, asked in this order: what compares two things may still
// hold a number, and "what is" opens nearly every question.
var (
	asksNumber = pattern.New(`(?i)\bhow (?:many|much|long|large|high|far|fast|often|old|deep|hot|cold)\b|` +
		`\b(?:what|which)(?: \w+){0,4} (?:number|value|percentage|fraction|proportion|rate|ratio|concentration|temperature|pressure|` +
		`energy|wavelength|frequency|mass|length|diameter|dose|half-life|yield|pka|distance|age|duration|incidence|prevalence|point|constant|threshold|weight|charge|speed|velocity|potential|affinity|km|ic50|amount|range)\b|` +
		`\b(?:in|in units of) (?:nm|kg|mol|ev|mm|cm|kj|mg|percent)\b`)
	asksComparison = pattern.New(`(?i)\b(?:better|worse|superior|inferior|advantages?|disadvantages?|differences? between|` +
		`compared (?:to|with)|versus|vs\.?|more \w+ than|less \w+ than|\w+er than|differ from)(?:\W|$)`)
	asksCause = pattern.New(`(?i)\b(?:why|causes?|caused by|causing|drives?|driven by|leads? to|leading to|mechanism|responsible for|` +
		`how (?:do|does|did|can)|because of|due to|effects? of|role of)\b`)
	asksDefinition = pattern.New(`(?i)^\W*(?:what (?:is|are) (?:an?|the)? ?\w|define\b|what does .* (?:mean|stand for))|\b(?:definition of|meaning of)\b`)
)

// AnswerType classifies what kind of answer a question asks for (S0-01), from its
// wording alone. It is a hint for adding queries (S0-03), never for leaving some out.
func AnswerType(question string) string {
	switch {
	case asksNumber.MatchString(question):
		return AnswerNumericalValue
	case asksComparison.MatchString(question):
		return AnswerComparison
	case asksCause.MatchString(question):
		return AnswerCausalMechanism
	case asksDefinition.MatchString(question):
		return AnswerDefinition
	case holdsUnit(question):
		return AnswerNumericalValue
	}
	return AnswerOther
}

// holdsUnit tells whether the question itself holds a number with a unit.
func holdsUnit(question string) bool {
	for _, q := range Quantities(question) {
		if q.Unit != "" {
			return true
		}
	}
	return false
}

// clauseMarks separate the clauses of a question: marks before white space, and
// conjunctions that join statements (a bare "and" mostly joins nouns).
var clauseMarks = pattern.New(`[;:?!]\s+|[,.]\s+(?:and\s+)?|\s+[\x{2013}\x{2014}]\s+|\s+(?:but|whereas|while|because|although|given that)\s+`)

// minClauseWords is the least number of content words for a clause to be a sub-claim of its own.
const minClauseWords = 3

// SubClaims splits a question into statements that evidence can cover one by one
// (U33): its clauses, where one of fewer than three content words stays with the next; then, for every option, the question's core terms with the option's text.
// Each once, in this order.
func SubClaims(question string, options []string) []string {
	out := clauses(question)
	core := strings.Join(CoreTerms(question, 6), " ")
	for _, o := range options {
		if o = trimOuter(strings.TrimSpace(o)); o != "" {
			out = append(out, strings.TrimSpace(core+" "+o))
		}
	}
	return Distinct(out)
}

// clauses cuts s at clause marks into parts of at least minClauseWords content words.
func clauses(s string) []string {
	var spans []Span
	start, counted, words := 0, 0, 0 // words are those of s[start:counted]: each is counted once
	for _, m := range append(clauseMarks.FindAllStringIndex(s, -1), []int{len(s), len(s)}) {
		words += contentWords(s[counted:m[0]])
		counted = m[0]
		if words >= minClauseWords {
			spans = append(spans, Span{start, m[0]})
			start, counted, words = m[1], m[1], 0
		}
	}
	if n := len(spans); n > 0 && start < len(s) {
		spans[n-1].End = len(s) // a short rest stays with the last
	} else if n == 0 {
		spans = []Span{{0, len(s)}}
	}
	var out []string
	for _, c := range spans {
		if text := trimOuter(strings.TrimSpace(c.Of(s))); text != "" {
			out = append(out, text)
		}
	}
	return out
}

func contentWords(s string) int {
	n := 0
	for _, w := range strings.Fields(lower(s)) {
		if w = trimOuter(w); w != "" && !isStop(w) && !questionWords[w] {
			n++
		}
	}
	return n
}
