package evidence

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestSentences(t *testing.T) {
	tests := []struct{ name, text string }{
		{"two plain ones", "It is so.|They agree."},
		{"abbreviations", "Enzymes, e.g. Kinases, were used (cf. Table 2).|See Fig. 2 and Eq. 3 for details."},
		{"authors", "As shown by Smith et al. Nature did not know.|This was done by Jones et al.|The others did not."},
		{"p-values and decimals", "Weight fell by 3.5 kg (p < 0.05).|It rose to 12.5.|However, p < 0.01.|We stop."},
		{"initials and species", "J. K. Smith grew E. coli and S. aureus.|Both grew."},
		{"the letter of a vitamin ends a sentence", "They lacked vitamin C.|Patients got none."},
		{"versus and approximately", "Drug A vs. Placebo took approx. 5 h.|Then it ended."},
		{"the United States", "In the U.S. Congress pays.|They live in the U.S.|The rest do not."},
		{"questions and quotes", "Is it so?|\u201cYes.\u201d|We think so!|Fine."},
		{"references in brackets", "It was shown.[12,13]|Others disagree.[4]|We do not."},
		{"a sentence that opens with a gene", "It acts on cells.|p53 does not.|mTOR is needed.|\u03b1-Synuclein is not."},
		{"a lower-case word goes on", "The ref. cited and no. 5 of vol. 3 are here."},
		{"stops that stand alone", "experimental study of a wing .|an experimental study was made .|it ended ."},
		{"a numbered heading", "1. Introduction is short.|Then more."},
		{"empty lines", "A title without a stop|And the text."},
		{"parentheses closed after the stop", "(It was small.)|It grew."},
		{"times of day and numbers", "No. 5 was used at 5 p.m. on Monday.|There was no.|No."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			glue := " "
			if tt.name == "empty lines" {
				glue = "\n \n"
			}
			checkCuts(t, tt.text, glue)
		})
	}
}

func TestSentencesThatRunOnAreCut(t *testing.T) {
	checkCuts(t, "The risk was low (p > 0.05).|CONCLUSIONS: It works in DNA.|AIMS AND METHODS: We cut 5%.|RESULTS: It did.", "")
	checkCuts(t, "They had improved.|We stopped.", "")
	checkCuts(t, "E.Coli grew at www.Example.Org, on GitHub.Com and in Node.JS of vitamin.A there.", "")
}

// checkCuts checks that a text is cut at its bars, in the place of which glue stands.
func checkCuts(t *testing.T, barred, glue string) {
	t.Helper()
	text := strings.ReplaceAll(barred, "|", glue)
	var got []string
	for _, s := range Sentences(text) {
		got = append(got, s.Of(text))
	}
	assert.Equal(t, strings.Split(barred, "|"), got)
}

func TestSentencesCoverAllButWhiteSpace(t *testing.T) {
	piece := rapid.SampledFrom([]string{"Fig. ", "et al. ", "A. ", "5. ", ". ", "x.", "\n\n", "?", "[1] ", "e.g.", "。", "(", "...", " The"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.OneOf(piece, rapid.String())).Draw(t, "text"), "")
		end := 0
		for _, s := range Sentences(text) {
			assert.Empty(t, strings.TrimFunc(text[end:s.Start], unicode.IsSpace))
			assert.Equal(t, strings.TrimSpace(s.Of(text)), s.Of(text))
			assert.Less(t, s.Start, s.End)
			end = s.End
		}
		assert.Empty(t, strings.TrimFunc(text[end:], unicode.IsSpace))
	})
}

func TestFirstSentence(t *testing.T) {
	assert.Equal(t, "One is e.g. this.", FirstSentence(" One is e.g. this. Two."))
	assert.Empty(t, FirstSentence(" \n"))
}
