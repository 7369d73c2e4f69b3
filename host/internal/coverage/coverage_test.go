package coverage_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/internal/coverage"
)

func TestAnAnswerIsTakenApartIntoWhatItSays(t *testing.T) {
	for text, want := range map[string][]string{
		"The moon is made of cheese and pigeons read newspapers daily.": {"The moon is made of cheese", "pigeons read newspapers daily."},
		"Rats and mice sleep.":          {"Rats and mice sleep."},
		"It melts at 71 K. It freezes.": {"It melts at 71 K.", "It freezes."},
		"42":                            {"42"},
	} {
		assert.Equal(t, want, coverage.Statements(text), text)
	}
}

func TestTheShareIsOfStatementsThatAreCarried(t *testing.T) {
	said := coverage.Statements("It melts at 71 K. It is made of cheese.")
	assert.Equal(t, 0.5, coverage.Share(said, func(s string) bool { return strings.Contains(s, "71") }))
	assert.Zero(t, coverage.Share(nil, func(string) bool { return true }))
}
