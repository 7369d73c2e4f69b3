package evidence_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
)

func TestTheTypeOfAGapFollowsItsWording(t *testing.T) {
	for text, want := range map[string]string{
		"the trial of 1994 in children":           "temporal",
		"onset of the disease":                    "temporal",
		"how many patients relapsed":              "quantitative",
		"Km value of the substrate":               "quantitative",
		"a fall by 80 percent":                    "quantitative",
		"human mTORC1 and its host":               "factual",
		"how rapamycin acts":                      "mechanistic",
		"aspirin inhibits the enzyme":             "mechanistic",
		"the host of the parasite":                "factual",
		"rapamycin since the approval for humans": "temporal",
	} {
		assert.Equal(t, want, evidence.GapType(text, "other"), text)
	}
	assert.Equal(t, "quantitative", evidence.GapType("the host of the parasite", "numerical_value"), "else what the question asks for")
}
