package extract_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/plugins/internal/extract"
)

func TestAValueOfSomethingElseDoesNotAnswer(t *testing.T) {
	tests := []struct{ name, question, title, text, want string }{
		{"of the bath", "At what temperature does marnite melt?", "Wires", "The bath stood at 30.1 °C and was heated by wires of marnite.", ""},
		{"of the thing", "At what temperature does marnite melt?", "Wires", "The bath stood at 30.1 °C. Marnite melts at 900 °C.", "900 °C"},
		{"a subject with of", "At what temperature do seeds of marn orchids sprout?", "Orchids", "Seeds of marn orchids were kept dry at 5 °C. They sprout at 17 °C.", "17 °C"},
		{"of traps for it", "How much does the marn vole weigh?", "Voles", "Traps for the marn vole weighed 400 g.", ""},
		{"of it with something", "How much does the marn vole weigh?", "Voles", "The marn vole with its young weighed 400 g.", "400 g"},
		{"of it behind another verb", "How much does the marn vole weigh?", "Voles", "Caught for tests, marn voles weighed 400 g.", "400 g"},
		{"of it behind another clause", "How much does the marn vole weigh?", "Voles", "For a test, marn voles weighed 400 g.", "400 g"},
		{"of a verb that follows", "How much does the marn vole weigh?", "Voles", "Food for the marn vole was 90 g, and the marn vole weighed 400 g.", "400 g"},
		{"another letter", "At what temperature does antifreeze C freeze?", "Fluids", "Antifreeze B freezes at 52 °C.", ""},
		{"that letter", "At what temperature does antifreeze C freeze?", "Antifreeze C", "Antifreeze freezes at 52 °C. Antifreeze B was not tried.", "52 °C"},
		{"no letter", "At what temperature does antifreeze C freeze?", "Fluids", "Antifreeze freezes at 52 °C.", "52 °C"},
		{"a distance as a height", "How high is Mount Marn?", "Huts", "The hut on Mount Marn lies 40 km from the town.", ""},
		{"a distance", "How far away is Mount Marn?", "Huts", "Mount Marn lies 40 km from the town.", "40 km"},
		{"a speed", "At what speed does the marn falcon dive?", "Falcons", "The marn falcon dives at 290 km/h in 3 seconds.", "290 km/h"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, first(tt.question, append([]string{tt.title}, strings.SplitAfter(tt.text, ". ")...)))
		})
	}
}

// first is the best answer to a question; empty: there is none.
func first(question string, documents ...[]string) string {
	found := extractor.Answer(&extract.Question{Text: question}, read(documents...), extract.DefaultWeights(), 1)
	if len(found.Answers) == 0 {
		return ""
	}
	return found.Answers[0].Text
}

func TestANumberOfAWorkOnSomethingElseDoesNotAnswer(t *testing.T) {
	carr, dorr := []string{"Mount Carr", "Mount Carr is 2,644 m high."}, []string{"Mount Dorr", "We climbed Mount Dorr."}
	assert.Empty(t, first("How high is Mount Dorr?", carr, dorr), "another work has the name")
	assert.Equal(t, "2,644 m", first("How high is Mount Carr?", carr, dorr))
	auks, shags := []string{"Auks", "Auks lay their first egg at an age of 5 years."}, []string{"Shags", "We ringed shags."}
	assert.Empty(t, first("At what age do shags lay their first egg?", auks, shags), "another work speaks of shags")
	assert.Equal(t, "5 years", first("At what age do shags lay their first egg?", auks), "none does, so that the word may be another one for auks")
	assert.Equal(t, "Marnopsis", first("Which beetle do shags eat?", []string{"Auks", "Auks eat the beetle Marnopsis."}, shags), "only numbers are so many that one of another thing looks right")
}

func TestADensityIsToldPerVolume(t *testing.T) {
	found := extractor.Answer(&extract.Question{Text: "What is the density of marnite?"}, read([]string{"Marnite", "The density of marnite is 0.4 g/ml."}), extract.DefaultWeights(), 1)
	assert.Equal(t, 1.0, found.Match)
	found = extractor.Answer(&extract.Question{Text: "What is the mass of marnite?"}, read([]string{"Marnite", "The mass of marnite is 4 g per day."}), extract.DefaultWeights(), 1)
	assert.Less(t, found.Match, 1.0)
}
