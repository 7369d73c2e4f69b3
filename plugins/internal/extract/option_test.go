package extract_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/plugins/internal/extract"
)

// bearings are those of the options of a question on one document.
func bearings(question string, document []string, options ...string) []extract.Bearing {
	out, _ := extractor.Options(&extract.Question{Text: question, Options: options}, read(document), extract.DefaultWeights())
	return out
}

// chosen is the option that what was read supports most; empty: none, or two alike.
func chosen(question string, document []string, options ...string) string {
	best, most := "", 0.0
	for i, b := range bearings(question, document, options...) {
		switch {
		case b.Support > most:
			best, most = options[i], b.Support
		case b.Support == most:
			best = ""
		}
	}
	return best
}

func TestTheOptionThatTheLiteratureSupportsIsChosen(t *testing.T) {
	tests := []struct {
		name, question string
		document       []string
		options        []string // the first is right
	}{
		{"a number by its unit", "What is the Km of the esterase?", []string{"An esterase", "The Km of the esterase was 7.9 µM, and the uptake 2.5 mmol/g."}, []string{"7.9 µM", "2.5 µM", "7.9 nM"}},
		{"a number by its prefix", "What dose of the salt was given?", []string{"A salt", "Each ewe got a dose of 500 mg of the salt for 12 days."}, []string{"0.5 g", "5 g", "12 g"}},
		{"a name by its number", "Which interleukin did the cells of the gut secrete?", []string{"Gut", "The cells of the gut secreted interleukin-22 and not interleukin-17."}, []string{"interleukin-22", "interleukin-17", "interleukin-2"}},
		{"an abbreviation that the document introduces", "Which factor hardens the vessels?", []string{"Vessels", "We studied bone morphogenetic protein-2 (BMP-2) and osteopontin.", "BMP-2 hardened the vessels."},
			[]string{"bone morphogenetic protein-2", "osteopontin", "bone morphogenetic protein-7"}},
		{"a direction", "What happened to the clutch of the tits near roads?", []string{"Tits", "Near roads the clutch of the tits decreased by two eggs."}, []string{"it fell", "it rose", "it doubled"}},
		{"what is denied counts against", "Which metal catalyses the coupling?", []string{"Coupling", "Cobalt does not catalyse the coupling.", "The coupling is catalysed by iron."}, []string{"iron", "cobalt"}},
		{"what is so rather than another", "What is the source of the water?", []string{"Water", "Comets, rather than the solar wind, are the source of the water."}, []string{"comets", "the solar wind"}},
		{"what is denied is asked for", "Which symptom was absent in the lambs?", []string{"Lambs", "The lambs had fever and a cough.", "None of the lambs had diarrhoea."}, []string{"diarrhoea", "cough"}},
		{"what makes no difference", "In which sense did the vortex of the bowl turn?", []string{"Bowls", "The vortex of the bowl turned as the tap had set the water moving, and the hemisphere made no difference."},
			[]string{"the way the water was filled in", "that of the hemisphere"}},
		{"what does not matter", "On what did the size of the clutch depend?", []string{"Clutches", "The size of the clutch depended on the food of a spring, and the age of the hen did not matter."}, []string{"how much food was found", "the age of the hen"}},
		{"what has an effect without another", "On what did the size of the clutch depend?", []string{"Clutches", "The size of the clutch depended on the age of the hen with no effect of rain."}, []string{"the age of the hen", "rain"}},
		{"an uncertainty", "How large is the uncertainty of the lifetime of 887.7 s?", []string{"Neutrons", "The lifetime was 887.7 s, with an uncertainty of 2.2 s.", "The lifetime is nine seconds longer than in bottles."}, []string{"2.2 s", "9 s", "887.7 s"}},
		{"another extent", "How deep is Lake Orm on average?", []string{"Lake Orm", "The greatest depth is 1,620 m and the average depth is 744 m.", "The surface of deep Lake Orm lies 455 m above sea level."}, []string{"744 m", "1,620 m", "455 m"}},
		{"what is not so is an option", "How did the salt change the colour of the gulls?", []string{"Gulls", "The salt did not fade the colour of the gulls."}, []string{"it did not fade it", "it faded it"}},
		{"a letter that is no article", "Which vitamin prevents scurvy in a sailor?", []string{"Scurvy", "A vitamin C tablet prevents scurvy in a sailor.", "A sailor without a vitamin falls ill."}, []string{"vitamin C", "vitamin A", "vitamin D"}},
		{"a letter that is meant", "Which virus infected the sailors?", []string{"Sailors", "The sailors had hepatitis A, and nobody a virus of another kind."}, []string{"hepatitis A", "hepatitis B"}},
		{"the greatest of values behind", "Which of these channels needs the most heat to open?", []string{"Channels", "The channel MARN1 opened above 43 °C, MARN2 above 52 °C, MARN3 above 33 °C and MARN4 above 27 °C."}, []string{"MARN2", "MARN1", "MARN3", "MARN4"}},
		{"the least of them", "Which of these channels opens at the lowest temperature?", []string{"Channels", "The channel MARN1 opened above 43 °C, MARN2 above 52 °C, MARN3 above 33 °C and MARN4 above 27 °C."}, []string{"MARN4", "MARN1", "MARN3", "MARN2"}},
		{"the greatest of values ahead", "Which way of preparing the eggs agreed in the most cases with the reference?", []string{"Eggs", "Preparing the eggs agreed with the reference in 92 % of boiled, 96.5 % of fried, and 94.6 % of raw eggs."}, []string{"fried", "boiled", "raw"}},

		{"several sentences together", "How did the hens without the gene fare?", []string{"Hens", "Hens without the gene had mild gout.", "Bone was spared in hens without the gene.", "Hens with the gene had severe gout."},
			[]string{"Gout was mild and bone was spared", "Gout was severe and bone was lost"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.options[0], chosen(tt.question, tt.document, tt.options...)) })
	}
}

func TestAnOptionThatDoesNotDoWhatIsAskedIsContradicted(t *testing.T) {
	options := []string{"forced change of passwords", "managers"}
	out := bearings("Which of these improve security?", []string{"Passwords", "Forced change of passwords did not improve security in any model."}, options...)
	assert.Zero(t, out[0].Support)
	assert.Greater(t, out[0].Contradict, 0.3)
	out = bearings("Which of these improve security?", []string{"Passwords", "Forced change of passwords improved security and did not cost much."}, options...)
	assert.Greater(t, out[0].Support, 0.3, "what it does not do is not what is asked")
	assert.Zero(t, out[0].Contradict)
}

func TestOptionsThatSpeakOfTheOthersFollowThem(t *testing.T) {
	document := []string{"Toads", "The toads ate ants and beetles at night.", "Rain fell."}
	out := bearings("What did the toads eat?", document, "ants", "beetles", "all of the above", "none of these")
	assert.Greater(t, out[2].Support, max(out[0].Support, out[1].Support), "what all are, each is")
	assert.Zero(t, out[3].Support)
	out = bearings("What did the toads eat?", append(document, "Flies were near."), "ants", "flies", "all of the above")
	assert.Equal(t, out[1].Support, out[2].Support, "of unequal ones it follows the weakest")
	out = bearings("What did the toads eat?", document, "ants", "Ants.", "all of the above")
	assert.Equal(t, out[0].Support, out[2].Support, "one alone is not all")
	out = bearings("What did the toads eat?", document, "ants", "snails", "all of the above")
	assert.Zero(t, out[2].Support)
}

func TestOptionsThatNameOthersByTheirLettersFollowThem(t *testing.T) {
	document := []string{"Toads", "The toads ate ants and beetles at night.", "Rain fell."}
	for both, want := range map[string]bool{"both A and B": true, "A and B": true, "Both A and C": false, "A, B and C.": false, "both": false} {
		out := bearings("What did the toads eat?", document, "ants", "beetles", "snails", both)
		assert.Equal(t, want, out[3].Support > max(out[0].Support, out[1].Support), both)
	}
	out := bearings("Which vitamin did the toads get?", []string{"Toads", "The toads got vitamin A and vitamin B."}, "vitamin A", "vitamin D", "both A and B")
	assert.Less(t, out[2].Support, out[0].Support)
	out = bearings("Which vitamin did the toads get?", []string{"Toads", "The toads got vitamin D and vitamin A at night."}, "A", "B", "A and D")
	assert.Greater(t, out[2].Support, out[1].Support, "letters of vitamins")
}

func TestOtherWorksThatSupportAnOptionAreNamed(t *testing.T) {
	documents := [][]string{{"Toads", "The toads ate ants at night."}, {"Marshes", "By day the toads of the marsh ate ants."}, {"Ants", "Ants build hills."}}
	out, _ := extractor.Options(&extract.Question{Text: "What did the toads eat?", Options: []string{"ants", "beetles"}}, read(documents...), extract.DefaultWeights())
	assert.Len(t, out[0].Also, 1, "the third says nothing of toads")
	assert.NotEqual(t, out[0].Row, out[0].Also[0].Row)
	assert.Empty(t, out[1].Also)
}

func TestEqualOptionsBearAlike(t *testing.T) {
	out := bearings("What did the toads eat?", []string{"Toads", "The toads ate 3 g of ants."}, "The ants.", "ants", "3 g", "3000 mg", "snails")
	assert.Equal(t, []int{-1, 0, -1, 2, -1}, []int{out[0].Equal, out[1].Equal, out[2].Equal, out[3].Equal, out[4].Equal})
	assert.Equal(t, out[0].Support, out[1].Support)
	assert.Equal(t, out[2].Support, out[3].Support)
}

func TestOptionsThatNothingSpeaksOfScoreNothing(t *testing.T) {
	for _, b := range bearings("How high does the condor fly?", []string{"Toads", "The toads ate 3 g of ants."}, "5 km", "8 km") {
		assert.Zero(t, b.Support)
		assert.Equal(t, -1, b.Row)
	}
}

func TestAnOptionThatIsOnlyHearsayLosesToOneThatWasFound(t *testing.T) {
	q := &extract.Question{Text: "What makes the marn goat charge at a cloth?", Options: []string{"its red colour", "its movement"}}
	bearings, _ := extractor.Options(q, read(
		[]string{"Goats in the arena", "Visitors have been told for generations that the marn goat charges at a cloth because its red colour enrages it."},
		[]string{"Goats and cloths", "We showed cloths of four colours.", "The marn goat charged at a cloth whatever its colour, and movement of the cloth released it."},
	), extract.DefaultWeights())
	assert.Greater(t, bearings[1].Support, bearings[0].Support)
}

func TestAValueOfAnotherOrderThanTheOneAskedForRanksNoOption(t *testing.T) {
	document := []string{"Acids", "The acid MARN1 had a pKa of 4.75, MARN2 of 2.87 and MARN3 of 4.2."}
	others := func(question string) float64 {
		out := bearings(question, document, "MARN1", "MARN2", "MARN3")
		return out[1].Support / out[0].Support
	}
	assert.Less(t, others("Which of these acids has the highest pKa?"), others("Which of these acids is the strongest?"))
	assert.Less(t, others("Which of these acids has the highest pKa?"), others("Which of these acids is the hottest?"))
}
