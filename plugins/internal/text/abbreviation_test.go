package text

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTheLongFormOfAnAbbreviationBeginsAtItsInitial(t *testing.T) {
	for _, tt := range []struct{ words, short, long string }{
		{"of brown adipose tissue", "BAT", "brown adipose tissue"}, {"in thioguanine", "TG", "thioguanine"}, {"new coronavirus disease", "COVID-19", "coronavirus disease"},
		{"the tissue", "BAT", ""}, {"nine words", "19", ""},
	} {
		at, is := LongForm(tt.words, 0, len(tt.words), tt.short)
		assert.Equal(t, tt.long != "", is, tt.short)
		assert.True(t, !is || tt.words[at:] == tt.long, tt.short)
	}
}

func TestAnAbbreviationHasTwoCapitalsOrOneAndADigit(t *testing.T) {
	for word, is := range map[string]bool{"BAT": true, "mRNA": true, "H1": true, "A": false, "Bat": false, "bats": false, "ABCDEFGHIJKLM": false} {
		assert.Equal(t, is, IsAbbreviation(word), word)
	}
}
