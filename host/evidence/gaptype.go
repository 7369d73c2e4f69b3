package evidence

import (
	"strings"

	"github.com/sparkhost/sparkhost/internal/pattern"
)

// The wordings that tell the type of a gap (S1-05), asked in this order.
var (
	saysWhen = pattern.New(`(?i)\b(?:1[5-9]\d\d|20\d\d)s?\b|\b(?:when|since|until|years?|decades?|century|centuries|timeline|histor\w+|onset|duration)\b`)
	saysMuch = pattern.New(`(?i)(?:^|[\s(])\d+(?:[.,]\d+)*(?:[\s%,;.)]|$)|\bhow (?:many|much|large|long|often|high|far|fast)\b|\b(?:values?|rates?|percent\w*|concentrations?|doses?|ratios?|number|amounts?|` +
		`frequenc\w+|prevalence|incidence|constants?|thresholds?|yields?|levels?|fractions?|km|ic50|pka|half-life)\b`)
	saysHow = pattern.New(`(?i)\b(?:how|why|mechanisms?|pathways?|caus\w+|leads? to|drives?|driven|mediat\w+|inhibit\w*|activat\w*|induc\w*|regulat\w*|` +
		`promot\w*|suppress\w*|because|via|through|signal\w*)\b`)
)

// GapType returns the type of a gap by its wording, else by what the question asks for (see [AnswerType]): temporal, quantitative,
// mechanistic or factual.
func GapType(text, answerType string) string {
	switch {
	case saysWhen.MatchString(text):
		return "temporal"
	case saysMuch.MatchString(text):
		return "quantitative"
	case saysHow.MatchString(text):
		return "mechanistic"
	case answerType == AnswerNumericalValue:
		return "quantitative"
	case answerType == AnswerCausalMechanism:
		return "mechanistic"
	}
	return "factual"
}

// GapDescription returns a statement as the description of a gap: a few words become a clause, many are cut to
// what they are about.
func GapDescription(s string) string {
	switch n := len(strings.Fields(s)); {
	case n < 5:
		return "evidence that " + s
	case n > 30:
		return strings.Join(CoreTerms(s, 12), " ")
	}
	return s
}
