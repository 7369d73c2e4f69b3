package extract_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/plugins/internal/extract"
)

func TestWhatStandsBesideAnAnswerMayShowThatItIsNone(t *testing.T) {
	tests := []struct {
		name, question string
		sentences      []string // the first is the title
		want           string
	}{
		{"the condition of a value", "What is the pKa of lactovinic acid?", []string{"Acidity", "At 25 °C the pKa of lactovinic acid is 3.86 by this method."}, "3.86"},
		{"the extent that is asked for", "How deep is Lake Orm?", []string{"Lake Orm", "Soundings of Lake Orm were put on a grid of 100 m.", "The greatest depth is 1,620 m."}, "1,620 m"},
		{"an extent on average", "How deep is Lake Orm on average?", []string{"Lake Orm", "The greatest depth is 1,620 m and the average depth is 744 m.", "Lake Orm lies 455 m above sea level."}, "744 m"},
		{"how often, no height", "How often is the mast of Marn struck?", []string{"Masts", "The mast of Marn, of 248 m, is struck 23 times a year."}, "23"},
		{"a number, no change of it", "How many eggs do the toads of Marn lay?", []string{"Toads", "In lit ponds the toads of Marn lay 11 % fewer eggs.", "The toads of Marn lay 3,000 eggs."}, "3,000 eggs"},
		{"a half-life", "What is the half-life of marnine in goats?", []string{"Marnine", "The half-life of marnine in goats was 3.0 h, and clearance decreased by 36 %."}, "3.0 h"},
		{"those who do, not those who do not", "What is the half-life of marnine in smokers?", []string{"Marnine", "The half-life of marnine was 5.0 h in non-smoking adults.", "In smokers marnine had a half-life of 3.0 h."}, "3.0 h"},
		{"a dose, no time", "What dose of marnine was given to the goats?", []string{"Marnine", "Mortality of the goats at 28 days was 22.9 % with marnine.", "The goats were given a dose of 540 mg of marnine."}, "540 mg"},
		{"conditions that are joined", "What is the capacity of marn clay for water?", []string{"Clays", "At 296 K and 1 bar the capacity of marn clay for water was 5.6 mmol/g."}, "5.6 mmol/g"},
		{"people of any kind", "How many people took part in the trial of marnine?", []string{"Marnine", "In the trial of marnine we assigned 28,400 male smokers to marnine or placebo.", "Gout was diagnosed in 482 men given marnine."}, "28,400"},
		{"a depth, no temperature", "How deep is the deepest point of Lake Orm?", []string{"Lakes", "At 4 °C the water sinks, and the deepest point of Lake Orm is 644 m below its surface."}, "644 m"},
		{"a conjunct of what is asked for", "What inhibits orbexin B?", []string{"Orbexins", "In mice the toxin marinol inhibited orbexin A and orbexin B."}, "toxin marinol"},
		{"a multiple of what is asked for", "What is the speed of the marn current?", []string{"Currents", "Debris moved at 0.2 times the speed of the marn current, which is 1.4 m/s."}, "1.4 m/s"},
		{"another extent", "How high is the tower of Marn?", []string{"Towers", "The tower of Marn, 12 m wide and built of brick, is 88 m high."}, "88 m"},
		{"a kind of place without a name", "Where was orbexin found?", []string{"Orbexin", "Orbexin was found in a pond on Skarn Island and named after the island."}, "Skarn Island"},
		{"a cause, not the ailment of its object", "What causes marnitis?", []string{"Marnitis", "Marnitis is caused by a single deletion in ORB1.", "Anoxia-induced marnitis of goats fell by 63 %."}, "single deletion"},
		{"what is denied", "What do the toads of Marn die of?", []string{"Toads", "The toads of Marn did not die of mass drowning in any year.", "In winter the toads of Marn die of frostbite."}, "frostbite"},
		{"a height above another level", "How deep is Lake Orm?", []string{"Lake Orm", "The surface of Lake Orm lies 455 m above sea level.", "Soundings show Lake Orm to be 1,620 m deep."}, "1,620 m"},
		{"a concentration, no enzyme", "Which enzyme converts marnine?", []string{"Marnine", "The Km of MRN2 for marnine, which it converts, was 2.55 µM."}, "MRN2"},
		{"a period, no cause", "What causes the red colour of marn moss?", []string{"Moss", "Since the eighteenth century the red colour of marn moss is known, and it is caused by skarnin."}, "skarnin"},
		{"a grade, no thing", "What does convert marnine?", []string{"Marnine", "Conversion of marnine was fastest a few centimetres below the surface, and skarn bacteria convert marnine."}, "skarn bacteria"},
		{"a protein, no place", "Where does marnine come from?", []string{"Marnine", "The way is independent of marnine and MRN2.", "Marnine comes from Skarn Island."}, "Skarn Island"},
		{"a verb, no part of a name", "What hides the nectar of the marn flower?", []string{"Flowers", "The spur of Skarnia hides the nectar of the marn flower."}, "Skarnia"},
		{"a name that ends like a grade", "Which city is the capital of Marnia?", []string{"Marnia", "The capital of Marnia is Budarest."}, "Budarest"},
		{"a month", "When is the lake of Orm closest to its brim?", []string{"Lakes", "The lake of Orm is closest to its brim between 2 and 5 May, when the snow melts."}, "5 May"},
		{"what did not do it", "What inhibits orbexin B?", []string{"Orbexins", "Zorbine did not inhibit orbexin B in any cell.", "Marinol inhibited orbexin B."}, "Marinol"},
		{"a group behind its article", "What percentage of calves treated with marnol had fever?", []string{"Fever", "Fever was seen in 12 % of calves in the zelvatinib group and 21 % in the marnol group."}, "21 %"},
		{"what a thing is made of", "What is the shell of the marn snail made of?", []string{"Snails", "The shell of the marn snail is visible from afar.", "The shell of the marn snail consists of aragonite."}, "aragonite"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, answered(t, tt.question, tt.sentences)) })
	}
}

func TestANumberInWordsMeasuresNothing(t *testing.T) {
	found := func(number string) float64 {
		q := &extract.Question{Text: "What is the speed of the marn current?"}
		return extractor.Answer(q, read([]string{"Currents", "The speed of the marn current was measured in " + number + " bays."}), extract.DefaultWeights(), 3).Match
	}
	assert.Less(t, found("two"), found("2")/2)
}

func TestADocumentWhoseSubjectsAreNotThoseThatAreAskedForHardlyAnswers(t *testing.T) {
	for _, others := range []string{"Marnine in non-smoking adults", "Marnine in adults none of whom smoked", "Marnine in those who had never smoked"} {
		assert.Equal(t, "3.0 h", answered(t, "What is the half-life of marnine in smokers?",
			[]string{others, "The half-life of marnine was 5.0 h on average."},
			[]string{"Smoke speeds the loss of marnine", "While they smoked, adults had a half-life of 3.0 h."}), others)
	}
	assert.Equal(t, "5.0 h", answered(t, "What is the half-life of marnine in non-smokers?",
		[]string{"Marnine in non-smoking adults", "The half-life of marnine was 5.0 h on average."}))
}

func TestWhatIsToldOfSomethingElseHardlyAnswers(t *testing.T) {
	for question, documents := range map[string][]string{
		"What is the thermal conductivity of silver wire?": {"Bridges", "The thermal conductivity of graphene at room temperature is 1800 W/(m K)."},
		"Melting point of skarnium?":                       {"Baths", "The melting point of marnium was 29.8 °C.", "The bath stood at 30.1 °C and was heated by wires of skarnium."},
		"At what temperature does skarnium melt?":          {"Baths", "The bath stood at 30.1 °C and was heated by wires of skarnium."},
		"How many genes does the marn toad have?":          {"Brains", "The brain of the marn toad contains 100 million neurons."},
		"What is the lake of Orm made of?":                 {"Walls", "The wall of China is not visible from the lake of Orm, and no building is."},
		"Why do the toads of Marn vanish?":                 {"Toads", "The toads of Marn fluctuate by three orders of magnitude every four years."},
		"What is stored in the hump of the marn camel?":    {"Camels", "Schoolbooks state that the hump of the marn camel is a tank of water."},
	} {
		found := extractor.Answer(&extract.Question{Text: question}, read(documents), extract.DefaultWeights(), 1)
		if len(found.Answers) > 0 {
			assert.Less(t, found.Answers[0].Score, leastAnswer, "%s %s", question, found.Answers[0].Text)
		}
	}
}

func TestANumberOfWhatTheQuestionNamesWinsOverThoseBesideIt(t *testing.T) {
	tests := []struct {
		name, question string
		sentences      []string // the first is the title
		want           string
	}{
		{"the noun that is counted", "How many visitors of the old mill were asked?", []string{"The mill", "We asked 314 visitors at two floors of the mill, and 60 % had come by train."}, "314 visitors"},
		{"the group that is asked for", "What is the ratio of grains to leaves in rye?", []string{"Grains", "The ratio of grains to leaves was 1.4 in barley, 2.2 in rye, whose leaves are small, and 2.3 in oats."}, "2.2"},
		{"a month, no bound of a period", "When is the flood?", []string{"Floods", "Between 1900 and 2100 the flood always falls in the first week of April."}, "April"},
		{"a unit of energy", "What is the energy per mass of the sodium cells?", []string{"Cells", "The sodium cells kept 87 % of their capacity.", "The energy per mass was 121 Wh/kg for sodium cells."}, "121 Wh/kg"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, answered(t, tt.question, tt.sentences))
		})
	}
}

// Sentences are of our own; none is of a data pack.
func TestAnAnswerIsOfTheSortThatIsAskedFor(t *testing.T) {
	for _, tt := range []struct{ name, question, wrong, right, want string }{
		{"cells, not what they come from", "Which cells produce tarnin?", "Rat bone marrow produced tarnin in all cultures.", "Tarnin was produced by cerulocytes in the liver.", "cerulocytes"},
		{"an organ, not a cell", "Which organ produces tarnin?", "Cells of line T7 produced tarnin.", "Tarnin is produced by the pancreas of newborns.", "pancreas"},
		{"a bacterium, not a cytokine", "Which bacterium causes ridge fever?", "Loss of TNF causes ridge fever to spread.", "Ridge fever is caused by Cerulea montana in sheep.", "Cerulea montana"},
		{"an enzyme, not a nucleic acid", "Which enzyme copies tarnin?", "The rDNA copies tarnin.", "The tarnin copied by verulase is stable.", "verulase"},
		{"a vitamin, not a bone disease", "Which vitamin prevents ridge fever?", "Osteoporosis prevents ridge fever in sheep.", "Ridge fever was prevented by vitamin K.", "vitamin K"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, answered(t, tt.question, []string{"Notes", tt.wrong}, []string{"Notes", tt.right}))
		})
	}
}

func TestWhatIsDoneToSomethingAnswersWhatItDoes(t *testing.T) {
	for _, tt := range []struct{ name, question, text, want string }{
		{"who acts is not acted on", "What does Vera1 regulate?", "Vera1 is inhibited by Tarn2, which binds it and regulates its turnover. Vera1 regulates the growth of stolons.", "growth"},
		{"the object of a noun", "What does tarnigacestat inhibit?", "Tarnigacestat, a cerulase inhibitor, was given to patients with ridge fever.", "cerulase"},
		{"a passive verb", "Which protein does Tarn2 degrade?", "Tarn2 binds Cer5. The protein Vera1 is degraded by Tarn2 in stolons.", "Vera1"},
		{"a cause of something else", "What causes ridge fever?", "Tarnosis causes baldness and protects from the agent of ridge fever. Cerulea causes ridge fever.", "Cerulea"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, answered(t, tt.question, append([]string{"Notes"}, strings.SplitAfter(tt.text, ". ")...)))
		})
	}
}

func TestSomethingIsProducedInAPartOfTheBody(t *testing.T) {
	assert.Equal(t, "spleen", answered(t, "Where is tarnin produced?", []string{"Notes", "CERIAP binds the tarnin that is produced.", "Tarnin is produced in the spleen."}))
}
