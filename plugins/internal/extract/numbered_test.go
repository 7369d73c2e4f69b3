package extract_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWhatSentencesTellANumberOfIsAskedAsAQuantity(t *testing.T) {
	tests := []struct {
		name, question string
		sentences      []string // the first is the title
		want           string
	}{
		{"with a unit", "What was the brightness of the lamps in the cellar?", []string{"Lamps", "The lamps in the cellar are a gift.", "The brightness of the lamps was 310 lux in the hall and 120 lux in the cellar."}, "120 lux"},
		{"per something", "What is the outflow of the lake in June?", []string{"Lakes", "The lake is a remnant of a glacier.", "The outflow averaged 14 t/day in June."}, "14 t/day"},
		{"behind an initial", "What was the highest jump of P. major?", []string{"Jumps", "The highest jump was 14 cm in P. minor and 33 cm in P. major."}, "33 cm"},
		{"a definition", "What is the gizzard of the hens?", []string{"Hens", "The gizzard of the hens is a stomach that grinds grit."}, "The gizzard of the hens is a stomach that grinds grit"},
		{"a unit behind a place", "What was the wear of the gears in oil?", []string{"Gears", "The wear of the gears was 12 mg in oil and 40 mg in water."}, "12 mg"},
		{"not the pH", "What was the yolk growth of the eggs at pH 6.1?", []string{"Eggs", "At pH 6.1 the shells were 38 % thinner than at pH 7.4.", "Yolk growth was 29 µm per day at pH 6.1."}, "29 µm per day"},
		{"no pH of a list", "What was the score of the eggs at pH 6.1?", []string{"Eggs", "Eggs were kept at pH 7.4, 6.8 and 6.1.", "The score of the eggs was 14, 9 and 3, respectively."}, "3"},
		{"the pH", "What is the pH of the lake?", []string{"Lakes", "The lake has 4.5 m of depth and a pH 6.1."}, "6.1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, answered(t, tt.question, tt.sentences)) })
	}
}
