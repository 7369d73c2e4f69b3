package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
)

// weighed lets a stage of the select block weigh on the documents.
const weighed = `
	select {
		stage "authority" { plugin = plugin.authority }
		term "authority" {
			stage  = stage.authority
			weight = 5.0
		}
	}`

func TestAStagesScoreOfADocumentIsATermOfItsScore(t *testing.T) {
	known := growth
	many := int64(5000)
	known.Venue, known.CitationCount = "Nature", &many
	local := shelfOf(kinase, known)
	assert.Equal(t, []string{"kinase", "growth"}, ids(answered(t, partsOf(t, oneRound(""), local), inhibits).Selected))

	r := answered(t, partsOf(t, oneRound("")+weighed, local), inhibits)
	assert.Equal(t, []string{"growth", "kinase"}, ids(r.Selected))
	events := recorded[record.Document](t, r, record.KindDocument)
	require.Len(t, events, 2)
	total := 0.0
	for _, delta := range events[0].Terms {
		total += delta
	}
	assert.Positive(t, events[0].Terms["authority"])
	assert.InDelta(t, events[0].Score, total, 1e-12)
}

func TestEveryPluginCallIsRecordedAndCounted(t *testing.T) {
	r := answered(t, partsOf(t, oneRound("")+weighed, shelfOf(kinase, growth)), inhibits)
	calls := recorded[record.PluginCall](t, r, record.KindPluginCall)
	var stages []string
	counted := map[string]int{}
	for _, c := range calls {
		stages = append(stages, c.Stage)
		counted[c.Plugin]++
		assert.Equal(t, r.Plugins[c.Plugin].Digest(), c.Digest)
		assert.NotEmpty(t, c.InputDigest)
		assert.NotEmpty(t, c.OutputDigest)
		assert.Positive(t, c.At.Line)
	}
	assert.Equal(t, []string{"select.authority", "verify.markers", "calibrate.confidence", "calibrate.confidence"}, stages)
	assert.False(t, calls[2].Cached)
	assert.True(t, calls[3].Cached, "without falsification the final sum is the provisional one, and is not asked twice")
	for _, use := range r.Result.Plugins {
		assert.Equal(t, counted[use.Name], use.Calls, use.Name)
	}
	assert.Equal(t, "calibration", r.Result.Plugins[1].Name)
	assert.Equal(t, 1, r.Result.Plugins[1].Cached)
}
