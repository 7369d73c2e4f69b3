package extract_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/plugins/internal/extract"
)

func TestANumberAnswersForWhatIsSaidOfIt(t *testing.T) {
	tests := []struct{ name, question, sentence, want string }{
		{"of all some", "How many lambs died in the snow?", "Of 240 lambs, fifteen died in the snow.", "fifteen"},
		{"of all", "How many lambs were ringed?", "Of 240 lambs ringed, fifteen died in the snow.", "240 lambs"},
		{"of all, in other words", "How many lambs were ringed in spring?", "Of 240 lambs ringed, fifteen died in the snow.", "240 lambs"},
		{"all that took it", "How many sailors took ginger?", "Nausea troubled 12 of 60 sailors who took ginger.", "60 sailors"},
		{"some that took it", "How many sailors who took ginger had nausea?", "Nausea troubled 12 of 60 sailors who took ginger.", "12"},
		{"some of the ones of another arm", "How many sailors who took sugar had nausea?", "Nausea troubled 12 of 60 sailors who took ginger and 33 of 60 who took sugar.", "33"},
		{"some of those of this arm", "How many sailors who took ginger had nausea?", "Nausea troubled 12 of the 60 sailors who took ginger and 33 of the 60 sailors who took sugar.", "12"},
		{"a number that goes on", "How many stations lie under ground?", "The line has twenty stations, and four lie under ground.", "four"},
		{"a number that something else goes on from", "How many stations were built of brick?", "Twenty stations were built of brick, and four lie under ground.", "Twenty stations"},
		{"a verb that nobody knows", "How many boats sank in the storm?", "Three hundred boats were moored and sixty sank in the storm.", "sixty"},
		{"another noun", "How many boats sank in the storm?", "Three boats and sixty men sank in the storm.", "Three boats"},
		{"a dozen", "How many buoys were put out?", "A dozen buoys were put out.", "dozen buoys"},
		{"two dozen", "How many buoys were put out?", "Two dozen buoys were put out.", "Two dozen buoys"},
		{"a number that goes on with be", "How many turtles were tagged?", "Three hundred turtles nested, and nineteen were tagged.", "nineteen"},
		{"of all some without a comma", "How many patients with hip fractures died?", "Of 412 patients with hip fractures 37 died within a month.", "37"},
		{"a time past", "How long are the skulls of the marn bears?", "The marn bears lived 28,000 years ago, and their skulls are 45 cm.", "45 cm"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, answered(t, tt.question, []string{"Title", tt.sentence})) })
	}
	assert.Equal(t, "45 cm", answered(t, "How long are the skulls of the marn bears?", []string{"Bears", "The marn bears died out in 28,000 years.", "Their skulls are 45 cm long."}))
}

func TestAMeasureOfAnotherKindIsNoAnswer(t *testing.T) {
	for question, want := range map[string]int{
		"How old is the yew of Marn?": 0, "How heavy is the yew of Marn?": 0, "How long did the yew of Marn grow?": 1, "How thick is the yew of Marn?": 1,
		"What is the temperature of the yew of Marn?": 0, "What is the score of the yew of Marn?": 1,
	} {
		found := extractor.Answer(&extract.Question{Text: question}, read([]string{"Yews", "The yew of Marn has a girth of 9 m."}), extract.DefaultWeights(), 3)
		assert.Len(t, found.Answers, want, question)
	}
}
