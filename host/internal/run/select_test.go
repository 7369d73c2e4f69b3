package run

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/search"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// ranked makes documents with the given sources and falling scores.
func ranked(sources ...string) []*state.Document {
	out := make([]*state.Document, len(sources))
	for i, s := range sources {
		out[i] = &state.Document{
			Entry: retrieval.Entry{Index: i, Document: evidence.Document{ID: fmt.Sprint(i)}},
			Item:  score.Item{Score: 1 - float64(i)*0.01}, Source: s, Position: -1,
		}
	}
	return out
}

func chosen(documents []*state.Document, s policy.Select) []string {
	r := &state.Collection{Documents: documents}
	r.Choose(&s)
	var ids []string
	for _, d := range r.Selected {
		ids = append(ids, d.Document.ID)
	}
	return ids
}

func TestDocumentsAreChosenByScoreSourceAndShare(t *testing.T) {
	few := policy.Select{MinDocuments: 3, MaxDocuments: 4, OnePerSourceFirst: true, MinShareOfBest: 0.5, MaxSourceShare: 0.5}
	t.Run("the best of each source comes before the rest by score", func(t *testing.T) {
		assert.Equal(t, []string{"0", "1", "4", "5"}, chosen(ranked("a", "a", "a", "a", "b", "c"), few))
	})
	t.Run("a source is heard although others have better documents than its best", func(t *testing.T) {
		wide := policy.Select{MaxDocuments: 3, OnePerSourceFirst: true, MinShareOfBest: 0.5, MaxSourceShare: 1}
		assert.Equal(t, []string{"0", "1", "3"}, chosen(ranked("a", "a", "a", "b"), wide))
		wide.OnePerSourceFirst = false
		assert.Equal(t, []string{"0", "1", "2"}, chosen(ranked("a", "a", "a", "b"), wide))
	})
	t.Run("a source that has its share waits although it scores higher", func(t *testing.T) {
		assert.Equal(t, []string{"0", "1", "4", "5"}, chosen(ranked("a", "a", "a", "a", "b", "b"), few))
	})
	t.Run("with a single source there is nothing to share", func(t *testing.T) {
		assert.Equal(t, []string{"0", "1", "2", "3"}, chosen(ranked("a", "a", "a", "a", "a"), few))
	})
	t.Run("beyond the minimum only documents with half of the best score are read", func(t *testing.T) {
		documents := ranked("a", "a", "a", "a", "a")
		documents[3].Score, documents[4].Score = 0.49, 0.4
		assert.Equal(t, []string{"0", "1", "2"}, chosen(documents, few))
	})
	t.Run("what weighs against a document more than for it is never read", func(t *testing.T) {
		documents := ranked("a", "a", "a")
		documents[1].Score, documents[2].Score = 0, -1
		assert.Equal(t, []string{"0"}, chosen(documents, few))
	})
}

func TestTheAdaptiveGateStopsOnFewDocumentsOrLittleGain(t *testing.T) {
	gate := policy.Adaptive{Enabled: true, MinRounds: 2, MinNewDocs: 2, MinQualityGain: 0.03}
	for _, tt := range []struct {
		name    string
		rounds  int
		last    record.RoundResult
		stopped string
	}{
		{"before the minimum of rounds it waits", 1, record.RoundResult{}, ""},
		{"few new documents", 2, record.RoundResult{NewDocuments: 1, QualityGain: 1}, "new_documents_low"},
		{"little gain", 2, record.RoundResult{NewDocuments: 9, QualityGain: 0.029}, "quality_gain_low"},
		{"enough of both", 2, record.RoundResult{NewDocuments: 2, QualityGain: 0.03}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := policy.NewCourse(&policy.Policy{Adaptive: gate}, policy.State{}, nil)
			for range tt.rounds - 1 {
				c.End(&policy.Round{}, &policy.RoundOutcome{NewDocuments: 9, QualityGain: 1})
			}
			stopped := c.End(&policy.Round{}, &policy.RoundOutcome{NewDocuments: tt.last.NewDocuments, QualityGain: tt.last.QualityGain})
			if tt.stopped == "" {
				assert.Empty(t, stopped)
			} else {
				assert.Contains(t, stopped, tt.stopped)
			}
		})
	}
}

func TestGapQueriesGoRoundTheGapsBeforeTheyRepeat(t *testing.T) {
	r := stepsOver(&state.Run{Engine: &state.Engine{Content: evidence.NewAnalyzer(evidence.Content)}, Plan: query.Make(evidence.Question{Question: "x"}, nil, evidence.NewAnalyzer(evidence.Content), nil), KnownGaps: state.NewKnownGaps()})
	g := &policy.Gap{Kind: policy.GapCoverage, MaxPerGap: 2, MaxPerRound: 3, QueriesTemplates: []string{"{gap}", "more {gap}"}}
	var texts []string
	for _, q := range r.gap.GapQueries(g, []*state.Gap{{Text: "one"}, {Text: "two"}}, nil) {
		texts = append(texts, q.Text)
	}
	assert.Equal(t, []string{"one", "two", "more one"}, texts)
}

func TestRecencyFallsToZeroInTenYears(t *testing.T) {
	for year, want := range map[int]float64{2020: 1, 2015: 0.5, 2010: 0, 1990: 0, 2021: 1} {
		assert.InDelta(t, want, search.Recency(year, 2020), 1e-12, year)
	}
}
