package outcome

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestMarkedWordsAreWhole(t *testing.T) {
	for _, tt := range []struct {
		text, words string
		want        int
	}{
		{"Unrestricted use was restricted later.", "restricted", 21},
		{"Smith saw that S. aureus resists.", "S", 15},
		{"Unrestricted use.", "restricted", 2},
		{"Die Größe groß.", "groß", 12},
		{"It rose.", "fell", -1},
		{"It rose", "rose", 3},
	} {
		assert.Equal(t, tt.want, indexOfWord(tt.text, tt.words), "%s: %s", tt.text, tt.words)
	}
}
