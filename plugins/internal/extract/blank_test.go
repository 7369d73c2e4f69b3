package extract_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/plugins/internal/extract"
)

func TestWhatAsksNothingIsNotAnswered(t *testing.T) {
	document := []string{"Zinc", "Zinc shortened colds of adults by one day.", "The melting point of zinc is 420 °C."}
	for question, asks := range map[string]bool{
		"zinc": false, strings.Repeat("zinc ", 2000): false, "zinc cold zinc cold zinc cold": false, "what what what zinc zinc zinc": false,
		"melting point of zinc": true, "zinc colds": true, "What does zinc shorten?": true, "zinc and zinc and colds": true, "zinc zinc zinc zinc zinc zinc zinc. What does zinc shorten?": true,
	} {
		found := extractor.Answer(&extract.Question{Text: question}, read(document), extract.DefaultWeights(), 1)
		assert.Equal(t, asks, len(found.Answers) > 0, question)
	}
}

func TestWhatAsksNothingChoosesNoOption(t *testing.T) {
	document := []string{"Zinc", "Zinc shortened colds of adults by one day."}
	assert.Empty(t, chosen(strings.Repeat("zinc ", 50), document, "colds", "warts"))
	assert.Equal(t, "colds", chosen("What does zinc shorten?", document, "colds", "warts"))
}
