package extract_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestANumberCountsThoseThatTheQuestionMeans(t *testing.T) {
	trial := []string{"Marnol for calves", "We assigned 90 calves with gout to marnol (n = 44) or zelvatinib (n = 46)."}
	tests := []struct {
		name, question string
		sentences      []string // the first is the title
		want           string
	}{
		{"what is said of them", "How many calves had fever on marnol in the barn?", []string{"Marnol for calves", "We gave marnol in the barn to 90 calves of 2 months.", "Fever was seen in six calves."}, "six calves"},
		{"an arm", "How many calves received zelvatinib?", trial, "46"},
		{"another arm", "How many calves received marnol?", trial, "44"},
		{"all of them", "How many calves had gout at first?", []string{"Gout", "Calves with gout (n = 90) were kept for 12 weeks in 4 barns."}, "90"},
		{"behind at", "How many calves coughed at 40 °C?", []string{"Coughs", "Coughing was heard in three calves at 20 °C and nine at 40 °C."}, "nine"},
		{"unsaid, the first", "How many eggs did hens on oats lay?", []string{"Hens", "Hens on oats laid 14 eggs a month, those on rye 9 and starved hens 2."}, "14 eggs"},
		{"unsaid, the second", "How many eggs did hens on rye lay?", []string{"Hens", "Hens on oats laid 14 eggs a month, those on rye 9 and starved hens 2."}, "9"},
		{"unsaid, the last", "How many eggs did starved hens lay?", []string{"Hens", "Hens on oats laid 14 eggs a month, those on rye 9 and starved hens 2."}, "2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, answered(t, tt.question, tt.sentences)) })
	}
}
