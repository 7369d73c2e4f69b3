package sentence

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// recognised counts the sentences of a set that are taken for what they are: told, or stated plainly.
func recognised(t *testing.T, set string) map[string]int {
	b, err := os.ReadFile("testdata/told/" + set + ".txt")
	require.NoError(t, err)
	right := map[string]int{}
	for line := range strings.Lines(string(b)) {
		kind, sentence, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if viewed("Zebras whistle.", sentence).believes() == (kind == "told") {
			right[kind]++
		} else {
			t.Log(line)
		}
	}
	return right
}

// The sets were written before the code. The development set was looked at meanwhile, of the test set only the counts and, once, its
// misses, and of the third nothing until the code was done.
func TestSentencesThatPassOnWhatOthersSayAreToldFromPlainOnes(t *testing.T) {
	for set, want := range map[string]map[string]int{
		"development": {"told": 57, "plain": 60}, // of 59 and 61
		"test":        {"told": 53, "plain": 60}, // of 58 and 62
		"third":       {"told": 47, "plain": 57}, // of 58 and 62
	} {
		got := recognised(t, set)
		assert.GreaterOrEqual(t, got["told"], want["told"], set)
		assert.GreaterOrEqual(t, got["plain"], want["plain"], set)
	}
}

func TestWhatAClaimAsksOfOpinionsIsAnsweredByOpinions(t *testing.T) {
	assert.Equal(t, 1.0, viewed("Pupils think screens harm sleep.", "Most pupils think screens harm sleep.").assertion())
	assert.InDelta(t, unasserted, viewed("Screens harm sleep.", "Most pupils think screens harm sleep.").assertion(), 1e-9)
}

func TestWhatAuthorsBelieveThemselvesIsTheirStatement(t *testing.T) {
	for sentence, told := range map[string]bool{
		"We believe that zinc helps.": false, "We speculate that zinc helps.": true, "It is believed that zinc helps.": true,
		"These data support the idea that zinc helps.": false, "Illness beliefs were measured.": false,
	} {
		assert.Equal(t, told, viewed("Zebras whistle.", sentence).believes(), sentence)
	}
}

func TestZeroIsNothing(t *testing.T) {
	readAll(t, []pair{
		{"Torvin lowers blood pressure.", "Torvin lowered blood pressure by 0%.", -1},
		{"Torvin lowers blood pressure.", "Torvin lowered blood pressure by 0.8 mmHg.", 1},
		{"Torvin cures gout.", "Torvin cured 0 of 50 patients with gout.", -1},
		{"Torvin cures gout.", "Torvin cured gout in 0 of 50 patients.", -1},
		{"Torvin cures gout.", "Torvin cured 40 of 50 patients with gout.", 1},
		{"Torvin prevents gout.", "Torvin prevented gout, which was seen in 0 of 50 patients.", 1},
	})
}

func TestTheLeastIsNotTheMost(t *testing.T) {
	readAll(t, []pair{
		{"Headache is the most common side effect of torvin.", "Headache was the least common side effect of torvin.", -1},
		{"Headache is the most common side effect of torvin.", "Headache was the most common side effect of torvin.", 1},
		{"Headache is the most common side effect of torvin.", "Headache was the most common and nausea the least common side effect of torvin.", 1},
	})
}
