package extract_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/plugins/internal/extract"
)

func TestWhatIsSaidOfAnotherThingSpeaksForNoOption(t *testing.T) {
	tests := []struct {
		name, question string
		document       []string
		option         string
		counts         bool
	}{
		{"the object of a verb", "What pollinates red lichen?", []string{"Thistles", "The dusk moth pollinates the thistle."}, "dusk moth", false},
		{"the object that is meant", "What pollinates red lichen?", []string{"Lichens", "The dusk moth pollinates the red lichen."}, "dusk moth", true},
		{"the object behind a noun", "Which solvent dissolves silicone rubber best?", []string{"Shellac", "Shellac dissolves best in ethanol."}, "ethanol", false},
		{"the object behind one of several", "Which of these cures scurvy?", []string{"Gout", "The bark of oaks cures gout."}, "bark", false},
		{"the object that of adds", "Which hormone triggers flowering of barley?", []string{"Plants", "Flowering of crabs is triggered by marnin."}, "marnin", false},
		{"what of adds counts alone", "Which lamps lengthened the sleep of nurses?", []string{"Nurses", "Nurses rested longer under bright lamps."}, "bright", true},
		{"a gerund behind of", "What raised the speed of making cheese?", []string{"Cheese", "Warm rooms raised the speed of cheese."}, "warm rooms", true},
		{"a gerund and a participle", "What raised the speed of making induced marnites?", []string{"Marnites", "Warm rooms raised the speed of marnites."}, "warm rooms", true},
		{"a preposition behind the noun", "Which salt in the marn trial cures scurvy?", []string{"Kelp", "The salt of kelp cures scurvy."}, "kelp", true},
		{"no verb", "Which salt for scurvy or which", []string{"Kelp", "The salt of kelp cures scurvy."}, "kelp", true},
		{"the thing behind of", "What is the antidote of cyanide?", []string{"Methanol", "The antidote of methanol is marnol."}, "marnol", false},
		{"that thing", "What is the antidote of cyanide?", []string{"Cyanide", "The antidote of cyanide is marnol."}, "marnol", true},
		{"the subject behind do", "Where do snow finches spend the winter?", []string{"Buntings", "Buntings spend the winter in Portugal."}, "Portugal", false},
		{"the subject ahead of a known verb", "What do marsh harriers feed on?", []string{"Owls", "The owls feed on voles."}, "voles", false},
		{"the subject behind a preposition and be", "In which vitamin is the herb yarrel rich?", []string{"Kelp", "Kelp is rich in vitamin K."}, "vitamin K", false},
		{"the subject of where", "Where are marsh harriers found?", []string{"Owls", "The owls are found in barns."}, "barns", false},
		{"the subject with what qualifies it", "How much gas does fully activated marn powder take up?", []string{"Powder", "Marn powder takes up 5 g of gas."}, "5 g", true},
		{"the subject of a clause", "Above which heat does the channel that marnin opens shut?", []string{"Channels", "The channel shut above 43 °C."}, "43 °C", true},
		{"a predicate is no subject", "Which heart finding was seen with marnin?", []string{"Marnin", "Marnin led to a slow heart."}, "slow", true},
		{"the number of another thing", "How many eggs do marn tits lay?", []string{"Wrens", "Wrens lay 7 eggs."}, "7 eggs", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := bearings(tt.question, tt.document, tt.option, "something else")[0]
			assert.Equal(t, tt.counts, b.Support > 0)
			assert.Equal(t, tt.counts, b.Row >= 0)
		})
	}
}

func TestAWorkOnLessOfTheTopicSaysLessOfAnOption(t *testing.T) {
	one := []string{"Pond snails", "Pond snails eat carrion at night."}
	other := []string{"Tarn snails", "Tarn snails eat algae at night."}
	out, _ := extractor.Options(&extract.Question{Text: "What do pond snails eat at night?", Options: []string{"carrion", "algae"}}, read(one, other), extract.DefaultWeights())
	assert.Greater(t, out[0].Support, 2.5*out[1].Support)
}
