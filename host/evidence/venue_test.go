package evidence

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestSpellingsOfOneVenueAreOne(t *testing.T) {
	tests := []struct{ name, venue, want string }{
		{"case, accents and white space do not count", "  Revista MÉDICA\t de Chile ", "revista medica de chile"},
		{"punctuation separates words", "N. Engl. J. Med.", "n engl j med"},
		{"an ampersand is a word", "Chemistry&Biology", "chemistry and biology"},
		{"a leading article is dropped", "The Lancet", "lancet"},
		{"an article alone stays", "The", "the"},
		{"a remark in parentheses is dropped", "Science (New York, N.Y.)", "science"},
		{"a name in parentheses stays if it is all there is", "(Nature)", "nature"},
		{"the year of a conference is dropped", "CVPR 2020", "cvpr"},
		{"other numbers stay", "3 Biotech", "3 biotech"},
		{"letters of other scripts stay", "Вестник", "вестник"},
		{"nothing stays nothing", "–", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, NormalizeVenue(tt.venue)) })
	}
}

func TestNormalisingAVenueAgainChangesNothingButAnArticle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		once := "x " + NormalizeVenue("x "+rapid.String().Draw(t, "venue"))
		assert.Equal(t, once, NormalizeVenue(once))
	})
}
