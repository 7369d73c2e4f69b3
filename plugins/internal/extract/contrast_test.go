package extract_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAContrastingClauseTellsOfSomethingElse(t *testing.T) {
	tests := []struct {
		name, question string
		sentences      []string // the first is the title
		want, other    string
	}{
		{"whereas", "How did the yield of rye change on sand?", []string{"Sand", "On sand the yield of rye fell by 57 % in June, whereas the yield of oats rose by 11 %."}, "it fell", "it rose"},
		{"but", "What happened to the egg weight of the hens?", []string{"Hens", "Egg weight of the hens did not differ in the barns, but egg number rose in the barns of the hens."}, "it did not differ", "it rose"},
		{"behind while", "How did the yield of rye change on sand?", []string{"Sand", "While the yield of oats on sand rose by 11 %, the yield of rye fell by 57 % in June."}, "it fell", "it rose"},
		{"a semicolon", "How did the yield of rye change on sand?", []string{"Sand", "On sand the yield of oats rose by 11 %; in June on most of the fields the yield of rye fell."}, "it fell", "it rose"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := bearings(tt.question, tt.sentences, tt.want, tt.other)
			assert.Less(t, out[1].Support, 0.7*out[0].Support)
		})
	}
	out := bearings("What share of terms did pupils recall after six weeks?", []string{"Recall", "After one week pupils recalled 52 % of the terms; after six weeks 37 %."}, "37 %", "52 %")
	assert.Greater(t, out[0].Support, 0.7*out[1].Support, "weeks ahead of a number are no other weeks")
	score := func(second string) float64 {
		return bearings("How much did rye on sand yield?", []string{"Sand", "Rye on sand did yield 3.1 t/ha, but " + second}, "4.2 t/ha")[0].Support
	}
	assert.Less(t, score("oats on sand 4.2 t/ha."), 0.7*score("rye on sand in May 4.2 t/ha."))
}
