package stance

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/plugins/internal/sentence"
)

func TestAResultOfGroupsIsReadWithTheSubjectOfItsWork(t *testing.T) {
	const claim = "Does marnicin lower blood pressure in nurses on night duty?"
	subject := "We gave marnicin or placebo to 80 nurses on night duty."
	for name, tt := range map[string]struct {
		sentences []string
		says      float32 // of the last sentence
	}{
		"alike in both":             {[]string{subject, "Blood pressure was similar in both groups."}, -1},
		"no difference":             {[]string{subject, "There was no difference in blood pressure."}, -1},
		"a difference":              {[]string{subject, "Blood pressure differed between the groups."}, 0},
		"of something else":         {[]string{subject, "Heart rate was similar in both groups."}, 0},
		"of another subject":        {[]string{"We gave skarnin or placebo to 80 nurses on night duty.", "Blood pressure was similar in both groups."}, 0},
		"nothing changed":           {[]string{subject, "Blood pressure was unchanged after a week."}, -1},
		"of whom, others say":       {[]string{subject, "Marnicin lowered blood pressure by 8 mmHg."}, 1},
		"of another kind":           {[]string{subject, "Marnicin lowered eye pressure by 8 mmHg."}, 0},
		"of something else in them": {[]string{subject, "Marnicin lowered heart rate by 8 beats."}, 0},
		"the subject comes behind":  {[]string{"Blood pressure was similar in both groups.", subject}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := oneWork(t, claim, tt.sentences...)
			last := tt.sentences[len(tt.sentences)-1]
			var says []float32
			for _, v := range p.views {
				if v.sentence.Text == last {
					says = append(says, v.Features[sentence.FeatureReads])
				}
			}
			assert.Equal(t, []float32{sentence.BesideShare * tt.says}, says)
		})
	}
	cohort := "Tea drinkers were followed, and tea was associated with reflux."
	for last, says := range map[string]float32{
		"We interpret the association as a result of confounding by age.": -1, "The association held after adjustment for confounding.": 0, "Confounding was not an issue.": 0,
	} {
		p, _ := oneWork(t, "Does tea cause reflux?", cohort, last)
		for _, v := range p.views {
			if v.sentence.Text == last {
				assert.Equal(t, sentence.BesideShare*says, v.Features[sentence.FeatureReads], last)
			}
		}
	}
	p, _ := oneWork(t, "Marnicin does not lower blood pressure.", "We gave marnicin or placebo.", "Blood pressure was similar in both groups.")
	assert.Equal(t, float32(sentence.BesideShare), p.views[0].Features[sentence.FeatureReads], "who finds no change agrees that there is none")
}

func TestAResultOnTheObjectAloneIsOfTheSubjectOfItsWork(t *testing.T) {
	const subject = "We gave marnicin or placebo to 80 nurses."
	for last, says := range map[string]float32{
		"Blood pressure fell.":                      1,
		"Blood pressure rose.":                      -1,
		"Blood pressure did not fall.":              -1,
		"Blood pressure was lowered by salvane.":    0,
		"Weight fell.":                              0,
		"Salvane also lowered blood pressure.":      0,
		"Blood pressure is a cause of early death.": 0,
		"Iodine did not differ between nurses with and without high blood pressure.": 0,
	} {
		t.Run(last, func(t *testing.T) {
			p, _ := oneWork(t, "Does marnicin lower blood pressure?", subject, last)
			for _, v := range p.views {
				if v.sentence.Text == last {
					assert.Equal(t, sentence.BesideShare*says, v.Features[sentence.FeatureReads])
				}
			}
		})
	}
}

func TestWhatTheWorkTellsCompletesNoOtherObject(t *testing.T) {
	for sentenceText, want := range map[string]float32{
		"Marnicin raised exposure to many drugs.": 0,
		"Marnicin raised the exposure.":           sentence.BesideShare,
	} {
		p, _ := oneWork(t, "Does marnicin raise exposure to lumetazine?", "We gave lumetazine to 80 nurses.", sentenceText)
		for _, v := range p.views {
			if v.sentence.Text == sentenceText {
				assert.Equal(t, want, v.Features[sentence.FeatureReads], sentenceText)
			}
		}
	}
}
