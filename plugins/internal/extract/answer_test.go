package extract_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/plugins/internal/extract"
)

// read makes the sentences of documents, each a title and its sentences.
func read(documents ...[]string) []extract.Sentence {
	var out []extract.Sentence
	for d, texts := range documents {
		for place, text := range texts[1:] {
			out = append(out, extract.Sentence{
				Row: len(out), Text: text, Title: texts[0], Document: d, Place: place,
				Relevance: 1 / float64(d+1), Addresses: math.NaN(),
			})
		}
	}
	return out
}

var extractor = extract.New()

func TestASpanHoldsItsWholeUnit(t *testing.T) {
	assert.Equal(t, "1800 W/(m K)", answered(t, "What is the thermal conductivity of marnite?", []string{"Bridges", "The thermal conductivity of marnite is 1800 W/(m K), lower than before."}))
}

func TestARangeIsAnsweredWhole(t *testing.T) {
	assert.Equal(t, "between 8 and 120 g/m2", answered(t, "What is the flux from marn lakes?", []string{"Lakes", "The flux from marn lakes was anywhere between 8 and 120 g/m2, by one method."}))
}

// answered is the best answer to a question.
func answered(t *testing.T, question string, documents ...[]string) string {
	t.Helper()
	found := extractor.Answer(&extract.Question{Text: question}, read(documents...), extract.DefaultWeights(), 3)
	require.NotEmpty(t, found.Answers)
	return found.Answers[0].Text
}

func TestAnswersAreOfTheTypeThatIsAskedFor(t *testing.T) {
	tests := []struct {
		name, question string
		sentences      []string // the first is the title
		want           string
	}{
		{"a length", "How long is the sting of the sand wasp?", []string{"The sand wasp", "The sting of the sand wasp is 3.2 mm long, and 40 % of the wasps have two glands."}, "3.2 mm"},
		{"a duration", "For how long do queens of the ant store sperm?", []string{"Sperm in ants", "We kept 25 queens at 22 °C.", "Queens of the ant stored sperm for 12 years."}, "12 years"},
		{"a temperature", "At what temperature do the eggs of the skink stop to develop?", []string{"Skink eggs", "Of 80 eggs of the skink, 12 % hatched after 40 days, and development stopped at 17 °C."}, "17 °C"},
		{"a share", "What proportion of the seeds did the jays hide?", []string{"Jays and seeds", "In 30 days the 12 jays hid 64 % of the seeds (95% CI 58-70)."}, "64 %"},
		{"a ratio", "What was the odds ratio of asthma in children of farmers?", []string{"Farms and asthma", "In 812 children of farmers asthma was rare (odds ratio 0.41, 95% CI 0.22 to 0.76; P = 0.004)."}, "0.41"},
		{"a count", "How many villages took part in the trial of bed nets?", []string{"Bed nets", "The trial of bed nets took place in 48 villages with 21,000 people over 3 years."}, "48 villages"},
		{"a count in words", "How many chambers does the nest of the mason bee have?", []string{"Mason bees", "The nest of the mason bee has seven chambers of 11 mm."}, "seven chambers"},
		{"a concentration", "What concentration of copper killed half of the snails?", []string{"Copper and snails", "Half of the snails died at 35 µg/l of copper within 4 days."}, "35 µg/l"},
		{"a mass", "What is the mass of the silk protein?", []string{"Silk", "The silk protein is a chain of 350 kDa with 12 repeats."}, "350 kDa"},
		{"no length for a conductivity", "What is the conductivity of the bronze wire?", []string{"Bronze", "The bronze wire of 0.25 mm was kept at 20 °C, where its conductivity was 7.1 MS/m."}, "7.1"},
		{"money", "How much did the vaccination campaign cost?", []string{"A campaign", "The vaccination campaign reached 40,000 people and cost $1.2 million."}, "$1.2 million"},
		{"money by the verb", "What did the vaccination campaign cost?", []string{"A campaign", "The vaccination campaign in 12 provinces was of little cost to the villages.", "The vaccination campaign had a cost of $1.2 million."}, "$1.2 million"},
		{"no count for a sum", "How much does the hip screw cost?", []string{"Screws", "The hip screw cost 206 patients a second operation.", "Each took 40 euros."}, "40 euros"},
		{"a mass by the verb", "How much does the nest of the wren weigh?", []string{"Wrens", "The nest of the wren, of 12 cm, weighs 40 g after two weeks."}, "40 g"},
		{"a range", "At what heights did the satellite measure the density of the air?", []string{"Air", "The satellite measured the density of the air at heights of 370 to 400 km for two days."}, "370 to 400 km"},
		{"a range with two units", "What share of the patients had a tumour?", []string{"Tumours", "A tumour was found in only 0.01%-0.03% of the patients."}, "0.01%-0.03%"},
		{"a date", "When was the comet seen again?", []string{"A comet", "The comet, 40 km across, was seen again in March 1986."}, "March 1986"},
		{"a number with middle dots", "What was the hazard ratio of stroke on the new drug?", []string{"A trial", "The hazard ratio of stroke on the new drug was 0·81 (0·70-0·94)."}, "0·81"},
		{"a change", "By how much did the rate of falls go down with training?", []string{"Training", "Training decreased the rate of falls by 23% over 12 months."}, "23%"},
		{"a gene", "Which gene is mutated in the blind cave fish?", []string{"Cave fish", "Blindness of the cave fish is due to mutations of the gene rhx2 in all 14 caves."}, "rhx2"},
		{"a protein", "Which enzyme breaks down the toxin of the death cap?", []string{"Death caps", "The toxin of the death cap is degraded by amatinase in the liver."}, "amatinase"},
		{"what something has", "Which moon of Jupiter has few craters?", []string{"Craters", "The smooth face of Jupiter's moon Europa carries few craters."}, "Europa"},
		{"an uncertainty", "How large is the uncertainty of the lifetime of the muon?", []string{"Muons", "The lifetime of the muon is 2.197 µs, with an uncertainty of 0.002 µs after 30 days."}, "0.002 µs"},
		{"a value, not its uncertainty", "What is the lifetime of the muon?", []string{"Muons", "The lifetime of the muon is 2.197 µs, with an uncertainty of 0.002 µs."}, "2.197 µs"},
		{"a species", "Which species pollinates the ghost orchid?", []string{"Ghost orchid", "The ghost orchid is pollinated by the moth Cocytius antaeus at night."}, "moth Cocytius antaeus"},
		{"a disease", "Which disease did the bats carry?", []string{"Bats", "In 3 of 40 roosts the bats carried histoplasmosis."}, "histoplasmosis"},
		{"an abbreviation that the document introduces", "How high was the salt tolerance index of the barley?", []string{"Barley", "We measured the salt tolerance index (STI).", "The STI of the barley was 0.73."}, "0.73"},
		{"a cause", "What killed most of the tagged toads?", []string{"Toads", "We tagged 60 toads with a radio.", "Of the deaths 70 % were due to mink."}, "mink"},
		{"a reason", "Why do the leaves of the maple turn red?", []string{"Maple leaves", "The leaves of the maple turn red because sugars that are trapped in them feed the synthesis of anthocyanin."}, "because sugars that are trapped in them feed the synthesis of anthocyanin"},
		{"a manner", "How do the larvae of the fly find their host?", []string{"Fly larvae", "The larvae of the fly find their host by following the heat of its nest."}, "by following the heat of its nest"},
		{"an effect", "What does caffeine do to the memory of bees?", []string{"Bees", "Caffeine in nectar improved the memory of bees for a scent."}, "Caffeine in nectar improved the memory of bees for a scent"},
		{"a place", "Where does the eel spawn?", []string{"The eel", "The eel grows in rivers for 12 years and spawns in the Sargasso Sea."}, "Sargasso Sea"},
		{"an instrument", "With which instrument was ozone detected over Marn?", []string{"Ozone", "Ozone was detected over Marn with the SKARN photometer, and excess absorption was seen over Marn."}, "SKARN photometer"},
		{"an order", "In which order should the graft and the flap be placed?", []string{"Grafts", "The graft should be placed before the flap to keep its vessels open."}, "The graft should be placed before the flap to keep its vessels open"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, answered(t, tt.question, tt.sentences)) })
	}
}

func TestOfSeveralNumbersTheOneNearTheAskedWordsAnswers(t *testing.T) {
	sentence := "Lambs were lost by 31 % (n=62) of the ewes on clover, 12 % of those on ryegrass and 5 % of those on hay (P=0.01)."
	assert.Equal(t, "31 %", answered(t, "What percentage of ewes lost lambs on clover?", []string{"Ewes", sentence}))
	assert.Equal(t, "12 %", answered(t, "What percentage lost lambs on ryegrass?", []string{"Ewes", sentence}))
	assert.Equal(t, "5 %", answered(t, "What percentage lost lambs on hay?", []string{"Ewes", sentence}))
}

func TestTheArmThatIsNotAskedForDoesNotAnswer(t *testing.T) {
	document := []string{"Zelvatinib for gout", "Pain lasted 9.1 days in the placebo group and 6.4 days in the experimental group."}
	assert.Equal(t, "6.4 days", answered(t, "How long did the pain last with zelvatinib?", document))
	assert.Equal(t, "9.1 days", answered(t, "How long did the pain last on placebo?", document))
}

func TestAnAnswerHasAtMostFifteenWords(t *testing.T) {
	found := extractor.Answer(&extract.Question{Text: "Why do swifts sleep in flight?"}, read([]string{"Swifts",
		"Swifts sleep in flight because they would have to climb again at dawn to the heights at which the insects that they eat are to be found in summer and in autumn."}),
		extract.DefaultWeights(), 9)
	require.NotEmpty(t, found.Answers)
	for _, a := range found.Answers {
		assert.LessOrEqual(t, len(strings.Fields(a.Text)), 15, a.Text)
	}
}

func TestTheMiddleOfATwoHopQuestionIsFoundInAnotherWork(t *testing.T) {
	question := "One kinase inhibitor shrank thymomas in aged hamsters. Which parasite did it later clear from calves?"
	found := extractor.Answer(&extract.Question{Text: question}, read(
		[]string{"Zelvatinib shrinks thymomas of aged hamsters", "The kinase inhibitor zelvatinib shrank thymomas in aged hamsters.", "Zelvatinib was given for 12 days."},
		[]string{"A cure for calves", "Zelvatinib cleared Theileria parva from calves within 8 days."},
		[]string{"Calves and worms", "Ivermectin cleared Ostertagia ostertagi from calves within 8 days."},
	), extract.DefaultWeights(), 3)
	require.NotEmpty(t, found.Answers)
	assert.Equal(t, "Theileria parva", found.Answers[0].Text)
	assert.Equal(t, "zelvatinib", strings.ToLower(found.Bridge))
	require.NotEmpty(t, found.Queries)
	assert.Contains(t, strings.ToLower(found.Queries[0]), "zelvatinib")
	assert.Contains(t, found.Queries[0], "parasite")
	assert.NotContains(t, found.Queries[0], "hamsters")
}

func TestANumberOfAnotherAttributeScoresLow(t *testing.T) {
	score := func(question string, sentences ...string) float64 {
		document := append([]string{"A fixed point"}, sentences...)
		found := extractor.Answer(&extract.Question{Text: question}, read(document), extract.DefaultWeights(), 1)
		require.NotEmpty(t, found.Answers)
		return found.Answers[0].Score
	}
	const asked = "What is the melting point of tungsten?"
	told := score(asked, "Tungsten melted at 3422 °C.")
	assert.Less(t, score(asked, "The bath stood at 30.1 °C and was heated by wires of tungsten."), 0.5*told)
	assert.Greater(t, score(asked, "The melting point of tungsten was measured.", "It was 3422 °C."), 0.35*told, "what goes on from the sentence before")
	assert.Greater(t, score("What is the dose of tungsten?", "Rats were given 20 mg of tungsten."), 0.7*told, "a dose is seldom called one")
}

func TestAQuestionThatNothingSpeaksOfScoresLow(t *testing.T) {
	documents := read([]string{"Voles of the moors", "We followed 120 bank voles on the moors.", "A vole weighed 21 g."})
	score := func(question string) float64 {
		found := extractor.Answer(&extract.Question{Text: question}, documents, extract.DefaultWeights(), 1)
		if len(found.Answers) == 0 {
			return 0
		}
		return found.Answers[0].Score
	}
	assert.Greater(t, score("How heavy was a vole of the moors?"), 0.5)
	assert.Less(t, score("What is the boiling point of osmium tetroxide?"), 0.05)
}

func TestAClauseDoesNotTakeTheQuestionOver(t *testing.T) {
	for question, want := range map[string]string{
		"Where was the soil found from which the fungus was grown?": "place",
		"When was the barn built in which the owls nest?":           "date",
		"When it rains, to which barn do the owls of Marn fly?":     "phrase",
	} {
		found := extractor.Answer(&extract.Question{Text: question}, read([]string{"Owls", "The owls of Marn are old."}), extract.DefaultWeights(), 1)
		assert.Equal(t, want, found.Type, question)
	}
}

func TestABareNumberIsNoSumOfMoney(t *testing.T) {
	found := extractor.Answer(&extract.Question{Text: "How much does a sliding compression hip screw cost?"}, read([]string{"Screws",
		"We gave a sliding compression hip screw to 206 patients."}), extract.DefaultWeights(), 1)
	assert.Less(t, found.Match, 0.15)
}
