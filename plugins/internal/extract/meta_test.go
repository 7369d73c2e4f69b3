package extract_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/plugins/internal/extract"
)

const all = "all of the above"

func TestAllOfTheAboveIsChosenWhereEachIsBorneOut(t *testing.T) {
	tests := []struct {
		name, question string
		document       []string
		options        []string // the last one says that all are so
		want           string   // empty: no option is told from the others
	}{
		{"a sentence for each", "Which of these improve security of logins?", []string{"Logins", "Tokens improve security of logins.", "Audits improve security of logins."}, []string{"tokens", "audits", all}, all},
		{"a list", "What do pond snails eat?", []string{"Snails", "Pond snails ate algae, leaf litter and carrion."}, []string{"algae", "leaf litter", "carrion", all}, all},
		{"a list behind by", "How does knot weed spread?", []string{"Weeds", "Knot weed spreads by floods, by mowing and by dumping of soil."}, []string{"by floods", "by mowing", "by dumping of soil", all}, all},
		{"only one is so", "What wakes dormice from torpor?", []string{"Dormice", "Dormice wake from torpor at warmth.", "Light does not wake dormice from torpor."}, []string{"warmth", "light", all}, "warmth"},
		{"one does the contrary", "Which of these raised the risk of gout in monks?", []string{"Gout", "Beer raised the risk of gout in monks.", "Milk lowered the risk of gout in monks."}, []string{"beer", "milk", all}, "beer"},
		{"one failed to", "Which of these cures ring scale of carp?", []string{"Carp", "Salt cured ring scale of carp.", "Copper failed to cure ring scale of carp."}, []string{"salt", "copper", all}, "salt"},
		{"two are so and one is not", "Which of these improve the safety of doors?", []string{"Doors", "Alarms improve the safety of doors.", "Bolts, as a rule, improve the safety of many doors.", "Signs did not improve the safety of doors."},
			[]string{"alarms", "bolts", "signs", all}, ""},
		{"two that the option names", "Which of these cure ring scale of carp?", []string{"Carp", "Salt cured ring scale of carp.", "Iron cured ring scale of carp."}, []string{"salt", "iron", "copper", "A and B"}, "A and B"},
		{"one that the option leaves out is better", "Which of these cures ring scale of carp?", []string{"Carp", "Copper cures ring scale of carp.", "Salt and iron cure some."}, []string{"salt", "iron", "copper", "A and B"}, "copper"},
		{"nothing to speak of", "Which of these cures ring scale of carp?", []string{"Carp", "Copper cures ring scale of carp."}, []string{"none of the above", all}, ""},
		{"an option twice", "Which of these cures ring scale of carp?", []string{"Carp", "Copper cures ring scale of carp."}, []string{"copper", "Copper.", "A and B"}, ""},
		{"a rise that is of something else", "Which of these raised the yield of hops?", []string{"Hops", "Mulch lowered costs and raised the yield of hops."}, []string{"mulch", "frost", all}, "mulch"},
		{"a question with both directions", "Which of these lowered high yields of hops?", []string{"Hops", "Mulch lowered the yield of hops."}, []string{"mulch", "frost", all}, "mulch"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, chosen(tt.question, tt.document, tt.options...)) })
	}
}

func TestWhatBacksEachBacksAllOfTheAbove(t *testing.T) {
	document := []string{"Logins", "Tokens improve security of logins.", "Audits improve security of logins."}
	out := bearings("Which of these improve security of logins?", document, "tokens", "audits", all)
	assert.Equal(t, []int{out[0].Row, out[1].Row}, []int{out[2].Row, out[2].Also[0].Row})
	assert.Equal(t, out[0].Words, out[2].Words)
	out = bearings("Which of these improve security of logins?", []string{"Logins", "Tokens and audits improve security of logins."}, "tokens", "audits", all)
	assert.Empty(t, out[2].Also, "one sentence tells of both")
}

func TestOnlyANounBehindWhichOfTheseSaysWhatIsAskedFor(t *testing.T) {
	document := []string{"Hops", "Mulch raised the yield of hops to 60 %."}
	asks := func(q string) string {
		return extractor.Answer(&extract.Question{Text: q}, read(document), extract.DefaultWeights(), 1).Type
	}
	assert.Equal(t, "phrase", asks("Which of these raised the yield of hops?"))
	assert.Equal(t, "entity", asks("Which of these drugs raised the yield of hops?"))
}
