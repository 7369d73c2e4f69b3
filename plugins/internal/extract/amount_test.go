package extract_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/plugins/internal/extract"
)

func TestOptionsAreComparedByWhatTheirNumbersMean(t *testing.T) {
	tests := []struct {
		name, question string
		document       []string
		options        []string // the first is right
	}{
		{"one in five", "What share of the nurses reported palpitations?", []string{"Caffeine", "One in five nurses reported palpitations."}, []string{"20 %", "5 %", "1 %"}},
		{"so many of so many", "What share of the mothers stopped because of nausea?", []string{"Mothers", "Of 200 mothers, 12 stopped because of nausea."}, []string{"6 %", "12 %", "20 %"}},
		{"so many out of so many", "What share of the hens was lame?", []string{"Hens", "Lame were 30 out of 120 hens."}, []string{"a quarter", "a third", "30 %"}},
		{"a fraction", "What percentage of the owls survived?", []string{"Owls", "Three quarters of the owls survived."}, []string{"75 %", "25 %", "3 %"}},
		{"a fraction is asked for", "What fraction of the owls survived?", []string{"Owls", "In all 66.7 % of the owls survived."}, []string{"two thirds", "a third", "a half"}},
		{"a fraction by bounds", "By how much did the serum concentration rise?", []string{"Serum", "The serum concentration rose by 60 %."}, []string{"by more than half", "by less than a quarter"}},
		{"a multiple", "By what factor did pressing change the strength of the boards?", []string{"Boards", "The strength of the boards doubled after pressing."}, []string{"2", "0.5", "1.5"}},
		{"a multiple as a percentage", "By how much did the strength of the boards rise?", []string{"Boards", "The strength of the boards rose threefold after pressing."}, []string{"by 200 %", "by 3 %", "by 30 %"}},
		{"a part less", "By how much did wax change the uptake of water?", []string{"Wax", "The uptake of water was halved by wax."}, []string{"it fell by 50 %", "it rose by 50 %", "it fell by 20 %"}},
		{"a factor", "By how much did the count of the moths rise?", []string{"Moths", "The count of the moths rose by a factor of 3."}, []string{"threefold", "by 3 %", "by half"}},
		{"zero in any unit", "What is the net share of the marsh in the oxygen?", []string{"Marsh", "The net share of the marsh in the oxygen is 0.0 %.", "The marsh releases 9 % of the oxygen."}, []string{"close to zero", "9 %", "50 %"}},
		{"the unit is in the question", "What percentage of the owls survived?", []string{"Owls", "In all 67 % of the owls survived."}, []string{"67", "33"}},
		{"old stands", "How much nitrogen do alders fix annually in old stands?", []string{"Alders", "Annual fixation of alders was 45 kg in young stands and 12 kg in old stands."}, []string{"10-20 kg", "more than 40 kg"}},
		{"a change as a multiple", "By what factor did the density of the boards rise?", []string{"Boards", "The density of the boards rose from 120 to 240 kg/m3."}, []string{"2", "1.2", "2.4"}},
		{"a change as a difference", "By how much did the density of the boards rise?", []string{"Boards", "The density of the boards rose from 120 to 250 kg/m3."}, []string{"130 kg/m3", "12 kg/m3", "25 kg/m3"}},
		{"another unit, rounded", "How long was the median survival of the owls?", []string{"Owls", "The median survival of the owls was 26 months."}, []string{"about 2.2 years", "about 1 year", "about 26 days"}},
		{"about so much", "How long do the larvae live?", []string{"Larvae", "The larvae live 58 days."}, []string{"about 2 months", "about 5 months", "about 5 days"}},
		{"a range", "How much nitrogen do old stands fix?", []string{"Nitrogen", "Old stands fix 12 kg of nitrogen."}, []string{"between 10 and 20 kg", "less than 10 kg", "more than 40 kg"}},
		{"less than", "How much nitrogen do old stands fix?", []string{"Nitrogen", "Old stands fix 3 kg of nitrogen."}, []string{"less than 10 kg", "10-20 kg", "more than 40 kg"}},
		{"at most", "How much nitrogen do old stands fix?", []string{"Nitrogen", "Old stands fix 10 kg of nitrogen."}, []string{"no more than 10 kg", "more than 10 kg", "12 kg"}},
		{"a bound of both", "How many eggs does the moth lay?", []string{"Moth", "The moth lays more than 300 eggs."}, []string{"more than 200", "between 250 and 350", "less than 400"}},
		{"a year", "How long do the owls live?", []string{"Owls", "The owls live 370 days and eat twice a week."}, []string{"about a year", "about a week", "about a month"}},
		{"cases per so many", "What was the incidence of gout in Marn?", []string{"Gout", "The incidence of gout in Marn was 3.1 cases per 10,000 calves."}, []string{"between 2 and 5 cases per 10,000 calves", "between 5 and 8 cases per 10,000 calves", "more than 8 cases per 10,000 calves"}},
		{"more than halved", "How did the yield of rye change?", []string{"Rye", "The yield of rye fell by 57 % in June."}, []string{"it more than halved", "it more than doubled"}},
		{"less than half of it lost", "How did the yield of rye change?", []string{"Rye", "The yield of rye fell by 21 % in June."}, []string{"it fell by less than half", "it more than halved"}},
		{"after a change", "What was the weight of the owls after the ban?", []string{"Owls", "With the ban the weight of the owls rose from 310 to 470 g."}, []string{"470 g", "310 g", "160 g"}},
		{"before a change", "What was the weight of the owls before the ban?", []string{"Owls", "The weight of the owls rose from 310 to 470 g, with the ban."}, []string{"310 g", "470 g", "160 g"}},
		{"the same number with other words", "How did the salt change the clutch?", []string{"Salt", "Under the salt the clutch fell by 40 %."}, []string{"it fell by 40 %", "it rose by 40 %"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.options[0], chosen(tt.question, tt.document, tt.options...))
			for _, b := range bearings(tt.question, tt.document, tt.options...) {
				assert.Equal(t, -1, b.Equal, "no option says the same as another one")
			}
		})
	}
}

func TestNumbersThatOnlyLookAlikeSupportNoOption(t *testing.T) {
	tests := []struct{ name, question, sentence, option string }{
		{"a digit of a part", "What share of the nurses reported palpitations?", "One in five nurses reported palpitations.", "5 %"},
		{"a number that counts", "What share of the mothers stopped because of nausea?", "Of 200 mothers, 12 stopped because of nausea.", "12 %"},
		{"the end of what is open", "How many eggs does the moth lay?", "The moth lays 300 eggs.", "more than 300"},
		{"how often", "By what factor did the dose rise?", "The dose rose, and was given twice a day.", "2"},
		{"half of the time", "What share of the drug was lost?", "The half-life of the drug that was lost was short in the second half.", "50 %"},
		{"a double-blind trial", "By what factor did the dose rise?", "In a double-blind trial the dose rose.", "2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Zero(t, bearings(tt.question, []string{"Title", tt.sentence}, tt.option, "snails")[0].Support)
		})
	}
}

func TestSharesInWordsAnswerWhereAShareIsAskedFor(t *testing.T) {
	for name, tt := range map[string]struct{ question, sentence, want string }{
		"one in five":    {"What percentage of the nurses reported palpitations?", "One in five nurses reported palpitations.", "One in five"},
		"three quarters": {"What share of the owls survived?", "Three quarters of the owls survived.", "Three quarters"},
		"so many of":     {"What proportion of the hens was lame?", "Of the hens 30 out of 120 were lame.", "30 out of 120"},
		"a percentage":   {"What proportion of the hens was lame?", "Of the hens 30 out of 120 (25 %) were lame.", "25 %"},
		"a multiple":     {"By what factor did pressing change the strength of the boards?", "The strength of the boards doubled after pressing.", "doubled"},
		"how many of":    {"How many of the mothers stopped because of nausea?", "Of 200 mothers, 12 stopped because of nausea.", "12"},
	} {
		t.Run(name, func(t *testing.T) {
			got := extractor.Answer(&extract.Question{Text: tt.question}, read([]string{"Title", tt.sentence}), extract.DefaultWeights(), 1)
			require.NotEmpty(t, got.Answers)
			assert.Equal(t, tt.want, got.Answers[0].Text)
		})
	}
}

func TestANumberIsToldPerWhatTheOptionSays(t *testing.T) {
	const question, option = "What was the catch of voles?", "0.4 per trap"
	support := func(told string) float64 {
		return bearings(question, []string{"Voles", "The catch of voles was 0.4 " + told + "."}, option, "snails")[0].Support
	}
	assert.InDelta(t, support("voles per trap"), support("per traps"), 0.1)
	assert.Less(t, support("voles per year"), 0.3*support("voles per trap"))
	assert.Less(t, support("voles"), 0.6*support("voles per trap"))
	assert.Less(t, support("%"), 0.3*support("voles per trap"))
}
