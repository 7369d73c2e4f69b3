package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
)

func TestAVerdictIsQuotedBySentencesThatTellWhatCameOut(t *testing.T) {
	aim := "We investigated whether the clover mixture reduces nitrogen leaching from maize fields."
	q := evidence.Question{ID: "yes", Question: "Does the clover mixture reduce nitrogen leaching from maize fields?", Type: evidence.TypeMultipleChoice,
		Options: []evidence.Option{{Label: "A", Text: "yes"}, {Label: "B", Text: "no"}}}
	r := answered(t, readerParts(t,
		paper("clover", "Clover mixtures and maize", aim+" In sandy fields, yearly leaching was 31 kg less under the cover than in bare soil. Yields were recorded.")), q)
	require.NotNil(t, r.Result.Answer)
	require.NotEmpty(t, r.Result.Citations)
	assert.Equal(t, "In sandy fields, yearly leaching was 31 kg less under the cover than in bare soil.", r.Result.Citations[0].Quote)
}
