package evidence

import (
	"regexp"
	"strings"
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
	asksNumber = regexp.MustCompile(`(?i)\bhow (?:many|much|long|large|high|far|fast|often|old|deep|hot|cold)\b|` +
		`\b(?:what|which)(?: \w+){0,4} (?:number|value|percentage|fraction|proportion|rate|ratio|concentration|temperature|pressure|` +
		`energy|wavelength|frequency|mass|length|diameter|dose|half-life|yield|pk?a|distance|age|duration|incidence|prevalence)\b|` +
		`\b(?:in|in units of) (?:nm|kg|mol|ev|mm|cm|kj|mg|percent)\b`)
	asksComparison = regexp.MustCompile(`(?i)\b(?:better|worse|superior|inferior|advantages?|disadvantages?|differences? between|` +
		`compared (?:to|with)|versus|vs\.?|more \w+ than|less \w+ than|\w+er than|differ from)(?:\W|$)`)
	asksCause = regexp.MustCompile(`(?i)\b(?:why|causes?|caused by|causing|drives?|driven by|leads? to|leading to|mechanism|responsible for|` +
		`how (?:do|does|did|can)|because of|due to|effects? of|role of)\b`)
	asksDefinition = regexp.MustCompile(`(?i)^\W*(?:what (?:is|are) (?:an?|the)? ?\w|define\b|what does .* (?:mean|stand for))|\b(?:definition of|meaning of)\b`)
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
	}
	return AnswerOther
}

// clauseMarks separate the clauses of a question: marks before white space, and
// conjunctions that join statements.
var clauseMarks = regexp.MustCompile(`[;:?!]\s+|[,.]\s+|\s+[\x{2013}\x{2014}]\s+|\s+(?:and|but|whereas|while|because|although|which|whether|given that)\s+`)

// minClauseWords is how many content words a clause needs to be a sub-claim of its own.
const minClauseWords = 3

// SubClaims splits a question into statements that evidence can cover one by one
// (U33): its clauses of three content words or more, or the question as a whole if fewer than
// two are left; then, for every option, the question's core terms with the option's text.
// Each once, in this order.
func SubClaims(question string, options []string) []string {
	var out []string
	for _, clause := range clauseMarks.Split(question, -1) {
		if clause = trimOuter(strings.TrimSpace(clause)); contentWords(clause) >= minClauseWords {
			out = append(out, clause)
		}
	}
	if whole := trimOuter(strings.TrimSpace(question)); len(out) < 2 && whole != "" {
		out = []string{whole}
	}
	core := strings.Join(CoreTerms(question, 6), " ")
	for _, o := range options {
		if o = trimOuter(strings.TrimSpace(o)); o != "" {
			out = append(out, strings.TrimSpace(core+" "+o))
		}
	}
	return distinct(out)
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
