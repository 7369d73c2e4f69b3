package analysis_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/policy"
)

func TestASummaryReadsFirstSentencesAndMeasurements(t *testing.T) {
	text := "First comes this. Then comes that. Nothing was measured here. The effect was 42% of control. The end is near. In 10 molecules none. It had p < 0.05 here."
	read := func(s policy.Summary) []string {
		cache, err := new(analysis.Shared).For(policy.Read{MaxChars: 10000, PassageChars: 600, Summary: s})
		require.NoError(t, err)
		a := cache.Document("d", &evidence.Document{ID: "d", Abstract: text})
		cache.Split(a, &evidence.Document{ID: "d", Abstract: text})
		var out []string
		for _, c := range a.Passages {
			assert.Equal(t, text[c.Start:c.End], c.Text, "a quote can be found again")
			out = append(out, c.Text)
		}
		return out
	}
	assert.Equal(t, []string{text}, read(policy.Summary{}))
	assert.Equal(t, []string{"First comes this. Then comes that.", "The effect was 42% of control.", "It had p < 0.05 here."}, read(policy.Summary{Abstracts: true, LeadSentences: 2, Signals: "corrected"}))
	assert.Equal(t, []string{"First comes this.", "The effect was 42% of control.", "In 10 molecules none."}, read(policy.Summary{Abstracts: true, LeadSentences: 1, Signals: "as_written"}), "D10")
	assert.Equal(t, []string{"First comes this."}, read(policy.Summary{Abstracts: true, LeadSentences: 2, Signals: "none", MaxChars: 20}))
	assert.Equal(t, []string{text}, read(policy.Summary{LeadSentences: 1, Signals: "none"}), "an abstract is a summary already")
}
