package extract_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/plugins/internal/extract"
)

func TestARateOrAYieldNeedBeNoPercentage(t *testing.T) {
	tests := []struct {
		name, question string
		sentences      []string // the first is the title
		want           string
	}{
		{"a bare rate", "What was the annual rate of falls with training?", []string{"Training of the old", "The annual rate of falls was 0.62 with training and 1.14 without.", "Training reduced falls by 46 % in those with training."}, "0.62"},
		{"per something", "What is the incidence of gout in Marn?", []string{"Gout in Marn", "The incidence of gout in Marn was 3.1 per 1000 people; of those with gout 14 % died."}, "3.1"},
		{"of another unit", "What was the yield of rye on sand?", []string{"Rye on sand", "Rust was seen on 12 % of the rye on sand.", "The yield of rye was 2.4 t/ha on sand."}, "2.4 t/ha"},
		{"a percentage", "What was the rate of relapse with zelvatinib?", []string{"Zelvatinib", "The rate of relapse with zelvatinib was 14 % after 3.5 years."}, "14 %"},
		{"the sort that is asked for", "What was the tensile strength of the wire?", []string{"Wire", "Shear strength of the wire was 310 MPa.", "The tensile strength was 470 MPa."}, "470 MPa"},
		{"of a range", "What was the incidence of gout in Marn?", []string{"Gout", "The incidence of gout in Marn was 8.4 to 9.1 cases per 1000 people; of the cases 12 % died."}, "8.4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, answered(t, tt.question, tt.sentences)) })
	}
}

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

func TestWhatANumberWasTakenAtIsNoAnswer(t *testing.T) {
	tests := []struct {
		name, question string
		sentences      []string // the first is the title
		want           string
	}{
		{"an age", "How long were the calves asleep on marnol?", []string{"Calves", "We gave marnol to 40 sleeping calves aged 1 to 6 months.", "They were asleep for 26 min."}, "26 min"},
		{"an age behind", "How long were the calves asleep on marnol?", []string{"Calves", "Calves of 7 months of age were asleep on marnol in a barn, for 26 min."}, "26 min"},
		{"the age is asked for", "What was the age of the calves that got marnol?", []string{"Calves", "Calves aged 7 months got marnol and were asleep for 26 min."}, "7 months"},
		{"at a dose", "How much milk did the cows on marnol give?", []string{"Cows", "On marnol at 60 mg/kg the cows gave milk of 31 kg per day."}, "31 kg per day"},
		{"the dose is asked for", "What dose of marnol did the cows get?", []string{"Cows", "The cows got marnol at 60 mg/kg and gave 31 kg of milk per day."}, "60 mg/kg"},
		{"another dose", "How long did cows on 40 mg of marnol sleep?", []string{"Cows", "Cows on 80 mg of marnol did sleep for 31 h.", "On 40 mg the cows did for 12 h."}, "12 h"},
		{"another year", "What was the weight of the voles of Marn in 1996?", []string{"Voles", "The weight of the voles of Marn was 31 g in 1992.", "In 1996 it was 24 g."}, "24 g"},
		{"the control", "How much milk did cows without marnol give?", []string{"Cows", "Milk was 31 kg per day on marnol and 25 kg per day in control cows."}, "25 kg per day"},
		{"without it", "How strong was concrete without wire?", []string{"Concrete", "Concrete was 41 MPa strong with wire and 30 MPa without wire."}, "30 MPa"},
		{"with it", "How strong was concrete with wire?", []string{"Concrete", "Concrete was 30 MPa strong without wire and 41 MPa with wire."}, "41 MPa"},
		{"after a change", "What was the weight of the owls after the ban?", []string{"Owls", "With the ban the weight of the owls rose from 310 g in May to 470 g."}, "470 g"},
		{"no time", "How strong is marn concrete in the cold?", []string{"Concrete", "Marn concrete was cured in the cold for 28 days.", "In the cold it bore 41 MPa."}, "41 MPa"},
		{"a density", "What was the density of the voles of Marn?", []string{"Voles", "Voles of Marn were followed on 24 plots.", "Their density was 15.1 voles per hectare."}, "15.1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, answered(t, tt.question, tt.sentences)) })
	}
}

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
