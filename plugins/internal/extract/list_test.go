package extract_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/plugins/internal/extract"
)

func TestThePlaceInAListTellsWhatANumberIsOf(t *testing.T) {
	tests := []struct {
		name, question string
		sentences      []string // the first is the title
		want           string
	}{
		{"percentages", "What percentage of the ewes was lame?", []string{"Lameness", "Of the ewes and the rams and the lambs 28 %, 17 % and 34 % were lame, respectively."}, "28"},
		{"parted by commas", "How heavy were the rams?", []string{"Weights", "The ewes, the rams and the lambs were 71, 98 and 22 kg heavy, respectively."}, "98"},
		{"of the sentence ahead", "How many eggs did the hens lay on rye?", []string{"Hens", "The hens were kept on oats, rye or hay.", "They laid 14, 17 and 15 eggs, respectively."}, "17"},
		{"without respectively", "What was the weight of the hens on oats?", []string{"Hens", "The hens were kept on hay, oats or rye.", "Their weight was 1.4, 1.7 and 1.5 kg in spring."}, "1.7"},
		{"behind a preposition", "What was the weight of the laying hens that were fed on rye?", []string{"Hens", "We fed laying hens on oats, on hay or on rye.", "Their weight was 1.4, 1.7 and 1.5 kg, respectively."}, "1.5"},
		{"of two", "What percentage of the hens on rye was lame?", []string{"Hens", "We kept 30 hens on oats and 20 hens on rye in one barn.", "In spring 12 % and 34 % were lame, respectively."}, "34"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, strings.Fields(answered(t, tt.question, tt.sentences) + " ")[0])
		})
	}
}

func TestWhatAVerbPartsIsNoList(t *testing.T) {
	found := extractor.Answer(&extract.Question{Text: "What was the weight of the hens from Marn?"}, read([]string{"Hens",
		"In May the brown and the white hens from Marn were bought and fed on rye, oats and hay.", "Their weight was 1.4, 1.7 and 1.5 kg, respectively."}), extract.DefaultWeights(), 3)
	require.Len(t, found.Answers, 3)
	assert.Greater(t, found.Answers[2].Score, 0.6*found.Answers[0].Score)
}
