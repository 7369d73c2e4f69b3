package stance

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// saidBy is a sentence of a document.
func saidBy(document, place int, text string) Sentence {
	return Sentence{Text: text, Document: document, Place: place, Addresses: math.NaN()}
}

// The repetitions stand in three works, the measurement in one.
func TestAStudyWeighsMoreThanWorksThatRepeatAStory(t *testing.T) {
	repeated := []Sentence{
		saidBy(1, 0, "The tower of Marn leans to the east."), saidBy(1, 1, "It is a favourite of children."),
		saidBy(2, 0, "Everybody loves the tower of Marn, which leans to the east."), saidBy(3, 0, "The tower of Marn leans to the east."),
	}
	v := judged(t).Judge(Question{Text: "Does the tower of Marn lean to the east?"}, repeated, Corrections{})
	assert.Greater(t, v.Supports, v.Contradicts)
	studied := append(repeated, saidBy(4, 0, "We measured the tower of Marn with lasers for two years."),
		saidBy(4, 1, "The tower of Marn does not lean to the east."))
	v = judged(t).Judge(Question{Text: "Does the tower of Marn lean to the east?"}, studied, Corrections{})
	assert.Greater(t, v.Contradicts, v.Supports)
}

func TestASecondClauseWithoutNegationLeavesADenialWhole(t *testing.T) {
	v := verdict(t, "The lake of Orm is visible from the coast.", "The lake of Orm is not visible from the coast, and no lake is.")
	assert.Greater(t, v.Contradicts, v.Supports)
	assert.Less(t, v.Stances[0].Value, -Telling)
}

func TestWhoDeniesTheContraryDeniesLess(t *testing.T) {
	claim := "Lactovin raises the risk of stroke."
	contrary := verdict(t, claim, "Lactovin did not reduce the risk of stroke; on the contrary, strokes increased by 18 %.")
	denial := verdict(t, claim, "Lactovin did not raise the risk of stroke.")
	assert.Less(t, denial.Stances[0].Value, contrary.Stances[0].Value-0.2)
}

func TestWhoFindsNoReductionAgreesThatThereIsNoEffect(t *testing.T) {
	claim := "Lactovin has no effect on mortality in goats."
	v := verdict(t, claim, "Lactovin did not reduce mortality in goats.")
	assert.Greater(t, v.Supports, v.Contradicts)
	v = verdict(t, claim, "Lactovin reduced mortality in goats.")
	assert.Greater(t, v.Contradicts, v.Supports)
}
