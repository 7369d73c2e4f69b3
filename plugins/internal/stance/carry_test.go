package stance

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAResultOfGroupsIsReadWithTheSubjectOfItsWork(t *testing.T) {
	const claim = "Does marnicin lower blood pressure in nurses?"
	subject := "We gave marnicin or placebo to 80 nurses."
	for name, tt := range map[string]struct {
		sentences []string
		says      float32 // of the last sentence
	}{
		"alike in both":            {[]string{subject, "Blood pressure was similar in both groups."}, -1},
		"no difference":            {[]string{subject, "There was no difference in blood pressure."}, -1},
		"a difference":             {[]string{subject, "Blood pressure differed between the groups."}, 0},
		"of something else":        {[]string{subject, "Heart rate was similar in both groups."}, 0},
		"of another subject":       {[]string{"We gave skarnin or placebo to 80 nurses.", "Blood pressure was similar in both groups."}, 0},
		"of whom nobody says":      {[]string{subject, "Blood pressure was unchanged after a week."}, 0},
		"the subject comes behind": {[]string{"Blood pressure was similar in both groups.", subject}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := oneWork(t, claim, tt.sentences...)
			last := tt.sentences[len(tt.sentences)-1]
			var says []float32
			for _, v := range p.views {
				if v.sentence.Text == last {
					says = append(says, v.features[fReads])
				}
			}
			assert.Equal(t, []float32{tt.says}, says)
		})
	}
	p, _ := oneWork(t, "Marnicin does not lower blood pressure.", "We gave marnicin or placebo.", "Blood pressure was similar in both groups.")
	assert.Equal(t, float32(1), p.views[0].features[fReads], "who finds no change agrees that there is none")
}
