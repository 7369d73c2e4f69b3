package run

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// oneRound asks the question once; settings are those of the round.
func oneRound(settings string) string {
	return `
	order = [one]
	intent "one" { queries = ["{question}"] }
	round "one" {
		intents = [one]
		` + settings + `
	}`
}

// again puts the parts together once more, over the same cache, with records of their own.
func again(t *testing.T, p Parts, settings string) Parts {
	p.Policy, p.Records = policyOf(t, oneRound(settings)), recordsOf(t)
	return p
}

func TestTheSearchCacheKnowsTheQueryAndTheLimit(t *testing.T) {
	local := shelfOf(kinase, growth, binding)
	p := partsOf(t, oneRound("results = 1"), local)
	assert.Equal(t, 1, answered(t, p, inhibits).Pool.Len())
	assert.Equal(t, 1, answered(t, again(t, p, "results = 1"), inhibits).Pool.Len())
	assert.Equal(t, 1, local.searches(), "the same search is not sent twice")

	assert.Equal(t, 3, answered(t, again(t, p, "results = 3"), inhibits).Pool.Len(), "a search for more is another one")
	assert.Equal(t, 2, local.searches())

	other := inhibits
	other.Question = "What binds FKBP12?"
	answered(t, again(t, p, "results = 1"), other)
	assert.Equal(t, 3, local.searches(), "and so is another query")
}

func TestASourceWithoutFixedContentIsAskedEveryTime(t *testing.T) {
	local := shelfOf(kinase)
	local.unfixed = true
	p := partsOf(t, oneRound(""), local)
	answered(t, p, inhibits)
	answered(t, again(t, p, ""), inhibits)
	assert.Equal(t, 2, local.searches())
}

func TestASourceThatFailsLosesItsSearchAndNotTheRun(t *testing.T) {
	down := errors.New("503 service unavailable")
	second := shelfOf(growth)
	second.name = "second"
	second.before = func(context.Context, retrieval.Query) error { return down }
	p := partsOf(t, "sources = [local, second]\n"+oneRound(""), shelfOf(kinase), second)
	var told []string
	p.Warn = func(question, text string) { told = append(told, question+": "+text) }
	r := answered(t, p, inhibits)
	require.Len(t, told, 1)
	assert.Contains(t, told[0], `q: source "second" failed`, "whoever listens is told at once")
	assert.Equal(t, record.VerdictAnswered, r.Result.Verdict)
	assert.Equal(t, []string{"second: " + down.Error()}, r.roundNamed(t, "one").Failed)
	require.NotEmpty(t, r.Result.Warnings)
	assert.Contains(t, r.Result.Warnings[0], `source "second" failed on "`+inhibits.Question)
	queries := recorded[record.Query](t, r, record.KindQuery)
	require.Len(t, queries, 2)
	assert.Equal(t, down.Error(), queries[1].Error)
	assert.Empty(t, queries[1].Hits)

	second.before, p.Records = nil, recordsOf(t)
	r = answered(t, p, inhibits)
	assert.Empty(t, r.roundNamed(t, "one").Failed, "a failure is not cached")
	assert.Equal(t, 2, r.Pool.Len())
}

// losing is the cache without its documents, as eviction may leave it.
func losing(t *testing.T, from *cache.Cache) *cache.Cache {
	t.Helper()
	var all bytes.Buffer
	_, err := from.Export(context.Background(), &all)
	require.NoError(t, err)
	var kept []string
	for line := range strings.Lines(all.String()) {
		if !strings.Contains(line, `"kind":"`+string(cache.KindDocument)+`"`) {
			kept = append(kept, line)
		}
	}
	to, err := cache.OpenMemory()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, to.Close()) })
	report, err := to.Import(context.Background(), strings.NewReader(strings.Join(kept, "")))
	require.NoError(t, err)
	require.Equal(t, strings.Count(all.String(), "\n")-len(kept), 2, "two documents were in the cache")
	require.NotZero(t, report.Added)
	return to
}

func TestASearchWhoseDocumentsTheCacheLostRunsAgain(t *testing.T) {
	local := shelfOf(kinase, growth)
	p := partsOf(t, oneRound(""), local)
	want := answered(t, p, inhibits).Result
	p.Cache, p.Records = losing(t, p.Cache), recordsOf(t)
	got := answered(t, p, inhibits).Result
	assert.Equal(t, 2, local.searches())
	assert.Equal(t, want, got)
}
