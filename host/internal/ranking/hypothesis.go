package ranking

import (
	"slices"
	"strings"
)

// Hypothesis returns the statement that a question asks about, as far as it can be had without parsing it: "Does aspirin cure colds?" loses its
// mark and its auxiliary verb. What opens with another verb stays a question, which the models are told to expect.
func Hypothesis(question string) string {
	text := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(question), "?"))
	first, rest, ok := strings.Cut(text, " ")
	if ok && text != question && slices.Contains([]string{"do", "does", "did"}, strings.ToLower(first)) {
		return rest
	}
	if text != strings.TrimSpace(question) {
		return text + "?"
	}
	return text
}
