package sentence

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWhatAuthorsConcludeFromTheirOwnDataIsStated(t *testing.T) {
	for sentence, want := range map[string]float64{
		"Before adjustment, zinc shortened colds (P = 0.001).":                                                   foreseen,
		"It is tempting to conclude that zinc shortens colds.":                                                   foreseen,
		"From these results it is reasonable to conclude that zinc shortens colds.":                              1,
		"The finding that zinc shortens colds has not been challenged.":                                          1,
		"The finding that zinc shortens colds was challenged by two groups.":                                     foreseen,
		"We report that zinc shortens colds, and its dose was challenged.":                                       1,
		"The finding that zinc shortens colds challenged the textbooks.":                                         1,
		"The finding that zinc shortens colds when volunteers were challenged with rhinovirus is new.":           1,
		"We find it reasonable to conclude that zinc shortens colds.":                                            1,
		"Zinc shortens colds, and its dose was challenged.":                                                      1,
		"The report that zinc shortens colds was followed by four trials that found it.":                         1,
		"The finding that zinc shortens colds was challenged at first but has since been confirmed.":             1,
		"We report that zinc shortens colds in volunteers who were challenged with rhinovirus.":                  1,
		"The finding that zinc has no effect on colds was later retracted.":                                      foreseen,
		"Because earlier studies linked zinc with colds, it is reasonable to conclude that zinc shortens colds.": foreseen,
	} {
		assert.InDelta(t, want, viewed("Zinc shortens colds.", sentence).Asserted, 1e-9, sentence)
	}
	concluded := viewedIn("conclusion", "Zinc shortens colds.", "It is reasonable to conclude that zinc shortens colds.")
	assert.InDelta(t, 1, concluded.Asserted, 1e-9)
}

func TestARelativeClauseBehindWhatIsDeniedIsNotDenied(t *testing.T) {
	tests := []struct {
		hypothesis, sentence string
		want                 float64
	}{
		{"Masks reduce the spread of influenza.", "A person who does not wear a mask that could reduce the spread of influenza is a risk.", 1},
		{"Masks reduce the spread of influenza.", "The study did not show that masks reduce the spread of influenza.", -1},
		{"Dietary factors increase the risk of glioma.", "We did not identify any dietary factor that increased the risk of glioma.", -1},
		{"Aspirin reduces mortality.", "Aspirin was not a drug that reduced mortality.", -1},
	}
	for _, tt := range tests {
		assert.EqualValues(t, tt.want, viewed(tt.hypothesis, tt.sentence).Features[fReads], tt.sentence)
	}
}

func TestWhatIsDeniedUnderACircumstanceIsDenied(t *testing.T) {
	v := viewed("Caffeine improves performance after sleep loss.", "Caffeine did not improve performance after sleep loss.")
	assert.False(t, v.Turned())
	assert.Positive(t, v.outright())
}

func TestADenialOfTheVerbOfAQuestionDeniesIt(t *testing.T) {
	const question = "Does adult neurogenesis continue in the human hippocampus?"
	for sentence, want := range map[string]float64{
		"Adult neurogenesis in the human hippocampus does not continue, or is extremely rare.": -1,
		"Adult neurogenesis in the human hippocampus continues in old age.":                    1,
	} {
		assert.EqualValues(t, want, viewed(question, sentence).Features[fReads], sentence)
	}
	assert.EqualValues(t, -1, viewed("Can HIV replicate in macrophages?", "In macrophages HIV did not replicate.").Features[fReads])
	assert.NotEqualValues(t, -1, viewed("Do children with asthma wheeze at night?", "Children with asthma, not adults, wheezed at night.").Features[fReads])
	assert.InDelta(t, foreseen, viewed(question, "The dispute on adult neurogenesis in the human hippocampus remains undecided.").Asserted, 1e-9)
}

func TestAQuestionNeedsNoMark(t *testing.T) {
	assert.EqualValues(t, 1, viewed("Tea causes reflux.", "Does tea cause reflux in women.").Features[fAsks])
	assert.Zero(t, viewed("Tea causes reflux.", "Tea causes reflux in women.").Features[fAsks])
}

func TestAHypothesisThatResultsAreHeldAgainstIsNoAim(t *testing.T) {
	for _, tt := range []struct {
		sentence string
		asserted bool
	}{
		{"As hypothesised, torvin prevented gout.", true},
		{"Contrary to our hypothesis, torvin did not prevent gout.", true},
		{"Our data support the hypothesis that torvin prevents gout.", true},
		{"We hypothesised that torvin prevents gout.", false},
		{"Our hypothesis was, as others held, that torvin prevents gout.", false},
		{"As hypothesised by others torvin prevents gout.", false},
		{"As a test of whether torvin prevents gout, we gave torvin.", false},
	} {
		v := viewed("Does torvin prevent gout?", tt.sentence)
		assert.Equal(t, tt.asserted, v.Strictly().Asserted > 0.9, tt.sentence)
	}
}
