package stance

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/plugins/internal/sentence"
)

func TestAbbreviationsThatAWorkIntroducesStandForTheirWords(t *testing.T) {
	const introduces = "We compared thioguanine (TG) and mercaptopurine (MP), and brown adipose tissue (BAT) was weighed."
	for question, tests := range map[string]map[string]float32{
		"Does thioguanine raise mortality?":                 {"TG lowered mortality.": -1, "TG raised mortality.": 1, "TX raised mortality.": 0},
		"Does thioguanine raise brown adipose tissue mass?": {"TG raised BAT mass.": 1, "TG lowered BAT mass.": -1},
	} {
		for read, says := range tests {
			p := NewJudge(nil).Look(Question{Text: question}, []Sentence{{Text: introduces, Addresses: 1}, {Text: read, Place: 1, Addresses: 1}})
			for _, v := range p.views {
				if v.row == 1 {
					assert.Equal(t, says, v.Features[sentence.FeatureReads], "%s: %s", question, read)
				}
			}
		}
	}
}
