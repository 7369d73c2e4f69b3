package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// reportedFor returns what works report for each option of a question on the melting of thermozyme Q.
func reportedFor(t *testing.T, texts ...string) map[string]float64 {
	t.Helper()
	q := evidence.Question{ID: "melts", Type: evidence.TypeMultipleChoice, Question: melts.Question, Options: options(texts...)}
	out := map[string]float64{}
	for _, o := range answered(t, partsUnder(t, shippedPolicy(t, "standard"), nil, disputed()), q).Answer.Options {
		if v, ok := o.Features["option.reported"]; ok {
			out[o.Text] = v
		}
	}
	return out
}

func TestAnOptionIsReportedByTheWorksWhoseValueItRounds(t *testing.T) {
	got := reportedFor(t, "71 K", "55 K", "90 K")
	assert.InDelta(t, 0.75*3/4, got["71 K"], 1e-9, "three of four works")
	assert.InDelta(t, 0.5*1/4, got["55 K"], 1e-9)
	require.Contains(t, got, "90 K")
	assert.Zero(t, got["90 K"])
}

func TestAValueIsThatOfTheNearestOption(t *testing.T) {
	got := reportedFor(t, "70.6 K", "72 K")
	assert.InDelta(t, (1-1.0/3)*2/4, got["70.6 K"], 1e-9, "70.5 and 71.0; 71.4 is nearer to 72")
	assert.InDelta(t, 0.5*1/4, got["72 K"], 1e-9)
}

func TestValuesDecideOnlyAmongOptionsThatAreQuantitiesOfOneUnit(t *testing.T) {
	assert.Empty(t, reportedFor(t, "71 K", "close to zero"))
	assert.Empty(t, reportedFor(t, "71 K", "55 mg"))
}
