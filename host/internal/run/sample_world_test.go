package run

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// marked are the questions of the sample world that have a word in a list of their meta, such as "triangulated" in "cluster".
func marked(t *testing.T, list, word string) []evidence.Question {
	t.Helper()
	return slices.DeleteFunc(sampleQuestions(t), func(q evidence.Question) bool {
		words, _ := q.Meta[list].([]any)
		return !slices.Contains(words, any(word))
	})
}

// counted answers questions and counts those whose run shows something.
func counted(t *testing.T, s *studio, questions []evidence.Question, shows func(*run) bool) int {
	t.Helper()
	n := 0
	for _, q := range questions {
		shown := shows(answered(t, s.parts, q))
		t.Logf("%s: %t", q.ID, shown)
		if shown {
			n++
		}
	}
	t.Logf("%d of %d", n, len(questions))
	return n
}

// above says whether a metric of a run is over zero.
func above(metric string) func(*run) bool {
	return func(r *run) bool {
		v, known := r.Feature(metric)
		return known && v > 0
	}
}

func TestValuesThatAgreeInTheSampleWorldAreTriangulated(t *testing.T) {
	q := marked(t, "cluster", "triangulated")
	require.Len(t, q, 15)
	assert.GreaterOrEqual(t, counted(t, newStudio(t, "standard"), q, above("triangulate.numbers.triangulated")), 9)
}

func TestValuesThatDisagreeInTheSampleWorldAreDisputed(t *testing.T) {
	q := marked(t, "cluster", "disputed")
	require.Len(t, q, 9)
	assert.GreaterOrEqual(t, counted(t, newStudio(t, "standard"), q, above("triangulate.numbers.disputed")), 6)
}

// rightly says whether a run answers a question of options or a claim as its key says.
func rightly(r *run, q evidence.Question) bool {
	i := slices.IndexFunc(r.Plan.Options, func(o evidence.Option) bool { return o.Label == q.Answer || o.Text == q.Answer })
	return r.Answer != nil && i >= 0 && r.Answer.Chosen == i
}

func TestNoRightDraftOfTheSampleWorldIsFalsified(t *testing.T) {
	s, right := newStudio(t, "standard"), 0
	for _, q := range thorough.Each(sampleQuestions(t), 15) {
		if r := answered(t, s.parts, q); rightly(r, q) {
			right++
			assert.False(t, above("falsify.draft.score")(r), "%s: %v", q.ID, r.State["falsify.draft.score"])
		}
	}
	t.Logf("%d right drafts", right)
	assert.GreaterOrEqual(t, right, thorough.Number(30, 2))
}

func TestEveryRunOfTheSampleWorldThatFindsGapsAsksForThem(t *testing.T) {
	s, found := newStudio(t, "combined"), map[string]int{}
	for _, q := range thorough.Each(sampleQuestions(t), 24) {
		r := answered(t, s.parts, q)
		for i := range r.Policy.Gaps {
			kind := r.Policy.Gaps[i].Kind
			if above("gaps." + kind + ".found")(r) {
				found[kind]++
				assert.True(t, askedFor(r, state.GapIntent(kind)), "%s asked for no gap of kind %s", q.ID, kind)
			}
		}
	}
	t.Logf("runs that found gaps: %v", found)
	assert.NotEmpty(t, found)
}

// askedFor says whether a query of an intent was asked.
func askedFor(r *run, intent string) bool {
	return slices.ContainsFunc(r.Pool.Documents(), func(e retrieval.Entry) bool {
		return slices.ContainsFunc(e.Found, func(f retrieval.Found) bool { return f.Intent == intent })
	})
}
