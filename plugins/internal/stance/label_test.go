package stance

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// labelled is from where on the shipped policies write a label beside a sentence.
const labelled = 0.2

func TestASentenceThatDoesNotSaySoHasNoLabel(t *testing.T) {
	j := judged(t)
	tests := []struct {
		name, question string
		read           []Sentence // the first is judged
	}{
		{"what was questioned", "Acid exposure converts lymphocytes into pluripotent cells.", told(
			"A report that acid exposure converts lymphocytes into pluripotent cells attracted wide interest and was soon questioned.")},
		{"what was retracted", "Zinc shortens colds.", told("The finding that zinc shortens colds was later retracted.")},
		{"what is argued", "Do beta-carotene supplements reduce the risk of lung cancer in smokers?", told(
			"Since beta-carotene is an antioxidant that quenches singlet oxygen, it is reasonable to conclude that beta-carotene supplements reduce lung cancer risk in smokers.")},
		{"what lacks the noun of the object", "Tobacco smoke shortens the half-life of caffeine.", told(
			"Polycyclic hydrocarbons in tobacco smoke activate the aryl hydrocarbon receptor and thereby induce CYP1A2, the enzyme that removes the N3 methyl group of caffeine.")},
		{"what lacks the subject", "Do statins lower mortality after bypass?", told("Mortality after bypass was lower with aspirin.")},
		{"what denies the contrary, under a circumstance that the work tells", "AMPK inhibits mTORC1 when glucose falls.", []Sentence{
			{Text: "AMPK did not activate mTORC1 under any condition tested.", Place: 1, Relevance: 1, Addresses: math.NaN()},
			{Text: "AMPK restrains mTORC1 through TSC2 when glucose falls.", Relevance: 1, Addresses: math.NaN()}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := j.Judge(Question{Text: tt.question}, tt.read, Corrections{})
			require.NotEmpty(t, v.Stances)
			for _, s := range v.Stances {
				if s.Row == 0 {
					assert.InDelta(t, 0, s.Value, labelled)
				}
			}
		})
	}
}

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
		assert.InDelta(t, want, viewed("Zinc shortens colds.", sentence).asserted, 1e-9, sentence)
	}
	concluded := Sentence{Text: "It is reasonable to conclude that zinc shortens colds.", Section: "conclusion", Addresses: 1}
	assert.InDelta(t, 1, NewJudge(nil).Look(Question{Text: "Zinc shortens colds."}, []Sentence{concluded}).views[0].asserted, 1e-9)
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
		assert.EqualValues(t, tt.want, viewed(tt.hypothesis, tt.sentence).features[fReads], tt.sentence)
	}
}

func TestAMeasureNeedNotBeNamed(t *testing.T) {
	v := judged(t).Judge(Question{Text: "Vitamin D reduces the risk of respiratory infection."}, told("Vitamin D protected adults against acute respiratory infections."), Corrections{})
	require.NotEmpty(t, v.Stances)
	assert.Greater(t, v.Stances[0].Value, labelled)
}

func TestWhatIsDeniedUnderACircumstanceIsDenied(t *testing.T) {
	v := viewed("Caffeine improves performance after sleep loss.", "Caffeine did not improve performance after sleep loss.")
	assert.False(t, v.turned())
	assert.Positive(t, v.outright())
}

func TestADenialOfTheVerbOfAQuestionDeniesIt(t *testing.T) {
	const question = "Does adult neurogenesis continue in the human hippocampus?"
	for sentence, want := range map[string]float64{
		"Adult neurogenesis in the human hippocampus does not continue, or is extremely rare.": -1,
		"Adult neurogenesis in the human hippocampus continues in old age.":                    1,
	} {
		assert.EqualValues(t, want, viewed(question, sentence).features[fReads], sentence)
	}
	assert.EqualValues(t, -1, viewed("Can HIV replicate in macrophages?", "In macrophages HIV did not replicate.").features[fReads])
	assert.NotEqualValues(t, -1, viewed("Do children with asthma wheeze at night?", "Children with asthma, not adults, wheezed at night.").features[fReads])
	assert.InDelta(t, foreseen, viewed(question, "The dispute on adult neurogenesis in the human hippocampus remains undecided.").asserted, 1e-9)
}

func TestWhereWorksSpeakAgainstItYesLosesALittle(t *testing.T) {
	j := judged(t)
	answer := func(question string, balance, best float32) float64 {
		p := j.Look(Question{Text: question}, told("Zinc and colds were studied."))
		x := p.Vector(j.model)
		x[qBalance], x[qBest] = balance, best
		_, odds := p.heads(j.model, x)
		return odds - j.model.Answer.Score(x)
	}
	const asked, claimed = "Does zinc shorten colds?", "Zinc shortens colds."
	assert.InDelta(t, askedLean, answer(asked, 0.6, 0.9)-answer(asked, 0.4, 0.9), 1e-9)
	assert.InDelta(t, 0, answer(asked, 0.4, 0.5)-answer(asked, 0.6, 0.9), 1e-9, "no sentence holds more than half of it")
	assert.InDelta(t, 0, answer(claimed, 0.6, 0.9)-answer(claimed, 0.4, 0.9), 1e-9, "of a claim")
}
