package diag

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSuggestions(t *testing.T) {
	names := []string{"answer.support_coverage", "answer.margin", "round.ran", "rounds.one.ran"}
	assert.Equal(t, "answer.margin", Suggest("answer.magrin", names))
	assert.Equal(t, "answer.support_coverage", Suggest("support_coverage", names))
	assert.Equal(t, "", Suggest("entirely_else", names))
	assert.Equal(t, "", Suggest("ran", names), "two names end like it")
}

func TestOfVeryManyNamesNoneIsSuggested(t *testing.T) {
	names := make([]string, maxCandidates)
	assert.Equal(t, "gate", Suggest("gata", append([]string{"gate"}, names[1:]...)))
	assert.Equal(t, "", Suggest("gata", append([]string{"gate"}, names...)), "sixty mistakes in a file of 16,000 names took a second")
}
