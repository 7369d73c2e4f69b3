package evidence

import (
	"strings"
	"unicode"
)

// The canonical section classes of [Passage.Section].
const (
	SectionTitle        = "title"
	SectionAbstract     = "abstract"
	SectionIntroduction = "introduction"
	SectionMethods      = "methods"
	SectionResults      = "results"
	SectionDiscussion   = "discussion"
	SectionConclusion   = "conclusion"
	SectionOther        = "other"
)

// headingWords maps the words of headings, singular and in lower case, to classes.
var headingWords = headings(map[string]string{
	SectionResults:      "result finding observation outcome",
	SectionDiscussion:   "discussion comment interpretation limitation strength",
	SectionConclusion:   "conclusion conclusions concluding implication significance relevance",
	SectionMethods:      "method methodology material patient participant subject design setting intervention measure measurement procedure experimental population sample source selection extraction appraisal statistic eligibility exposure protocol animal",
	SectionIntroduction: "introduction background aim objective object purpose goal context hypothesis rationale question motivation importance problem",
	SectionAbstract:     "abstract summary unlabelled unlabeled",
})

// headingOrder is the order of preference when a heading names several classes:
// what holds results counts as results ("METHODS AND RESULTS").
var headingOrder = []string{SectionResults, SectionDiscussion, SectionConclusion, SectionMethods, SectionIntroduction, SectionAbstract}

func headings(classes map[string]string) map[string]string {
	m := map[string]string{}
	for class, words := range classes {
		for _, w := range strings.Fields(words) {
			m[w] = class
		}
	}
	return m
}

// SectionClass maps a heading, in any case and with or without numbering, to its
// canonical class (U32): "PATIENTS AND METHODS" and "2. Methods" are "methods",
// "AIMS" is "introduction", "Main outcome measures" is "methods". It returns "other" for
// headings it does not know.
func SectionClass(label string) string {
	found := map[string]bool{}
	words := strings.FieldsFunc(lower(label), func(r rune) bool { return !unicode.IsLetter(r) })
	for _, w := range words {
		if class := headingClass(w); class != "" {
			found[class] = true
		}
	}
	// A measured outcome is a method, unless results are named beside it.
	if found[SectionResults] && measured(words) {
		delete(found, SectionResults)
	}
	for _, class := range headingOrder {
		if found[class] {
			return class
		}
	}
	return SectionOther
}

func headingClass(w string) string {
	for _, ending := range []string{"", "s", "al", "ed"} {
		if class := headingWords[strings.TrimSuffix(w, ending)]; class != "" {
			return class
		}
	}
	return ""
}

// measured tells whether the only result word is "outcome", beside measures.
func measured(words []string) bool {
	measures := false
	for _, w := range words {
		class := headingClass(w)
		if class == SectionResults && !strings.HasPrefix(w, "outcome") {
			return false
		}
		measures = measures || strings.HasPrefix(w, "measure")
	}
	return measures
}
