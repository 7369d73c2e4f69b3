package run

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/bind"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

func TestARunIsNamedByEverythingThatDecidesItsResult(t *testing.T) {
	base := partsOf(t, oneRound(""), shelfOf(kinase))
	id := func(p Parts, q evidence.Question) string {
		e, err := NewEngine(p)
		require.NoError(t, err)
		id, err := e.RunID(q, Asking{})
		require.NoError(t, err)
		return id
	}
	first := id(base, inhibits)
	assert.Equal(t, first, id(base, inhibits))
	for _, tt := range []struct {
		name   string
		change func(*Parts)
	}{
		{"seed", func(p *Parts) { p.Seed = 7 }},
		{"reference year", func(p *Parts) { p.Year = 1999 }},
		{"host version", func(p *Parts) { p.Version = "other" }},
		{"policy", func(p *Parts) { p.Policy = policyOf(t, oneRound("results = 7")) }},
		{"content of a source", func(p *Parts) { p.Sources = map[string]retrieval.Source{"local": &shelf{unfixed: true}} }},
		{"plugin", func(p *Parts) {
			p.Plugins = map[string]bind.Plugin{"calibration": p.Plugins["calibration"], "falsification": shippedPlugin(t, "stance")}
			p.Policy = policyOf(t, oneRound(""))
			p.Policy.Verify = nil
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := base
			tt.change(&p)
			assert.NotEqual(t, first, id(p, inhibits))
		})
	}
	assert.NotEqual(t, first, id(base, without(inhibits)), "and the question")
}

func TestARecordHoldsEveryDocumentThatItsQueriesName(t *testing.T) {
	twin := kinase // merged, it is another document than each of its copies
	twin.ID, twin.Venue = "W7", "Cell"
	second := shelfOf(twin)
	second.name = "second"
	p := partsOf(t, challenged(firstOnly, "0.1"), shelfOf(kinase, growth, retraction), second)
	for range 2 { // the second time from the cache, into another store
		r := answered(t, p, inhibits)
		reader, err := p.Records.(*record.Store).Read(r.Result.Run)
		require.NoError(t, err)
		assert.False(t, reader.Partial)
		named := 0
		for _, q := range recorded[record.Query](t, r, record.KindQuery) {
			for _, hit := range q.Hits {
				named++
				blob, err := reader.Blob(hit.Document)
				require.NoError(t, err)
				var d evidence.Document
				require.NoError(t, json.Unmarshal(blob, &d))
				assert.NotEmpty(t, d.Title)
			}
		}
		assert.Equal(t, 6, named)
		p.Records = recordsOf(t)
	}
}

// eventsOf is the record's lines, those of elapsed time left out.
func eventsOf(t *testing.T, r *run) []string {
	t.Helper()
	reader, err := r.Records.(*record.Store).Read(r.Result.Run)
	require.NoError(t, err)
	var out []string
	for e := range reader.Events() {
		if e.Kind != record.KindTiming {
			line, err := record.Canonical(e)
			require.NoError(t, err)
			out = append(out, string(line))
		}
	}
	return out
}

func TestEqualRunsHaveEqualRecords(t *testing.T) {
	second := shelfOf(growth, binding)
	second.name = "second"
	parts := func() Parts {
		return partsOf(t, "sources = [local, second]", shelfOf(kinase, growth, retraction), second)
	}
	cold := parts()
	first := eventsOf(t, answered(t, cold, inhibits))
	assert.Equal(t, first, eventsOf(t, answered(t, parts(), inhibits)), "with another cache")
	cold.Records = recordsOf(t)
	assert.Equal(t, first, eventsOf(t, answered(t, cold, inhibits)), "from a warm cache")
}

func TestAnInterruptedRunLeavesAPartialRecordAndItsCause(t *testing.T) {
	cause := errors.New("the lights went out")
	ctx, interrupt := context.WithCancelCause(context.Background())
	local := shelfOf(kinase)
	local.before = func(ctx context.Context, _ retrieval.Query) error {
		interrupt(cause)
		return ctx.Err()
	}
	p := partsOf(t, oneRound(""), local)
	r := begun(t, p, inhibits)
	result, err := r.finish(ctx)
	require.ErrorIs(t, err, cause)
	assert.ErrorContains(t, err, `question "q"`)
	assert.Nil(t, result)

	reader, err := p.Records.(*record.Store).Read(r.Result.Run)
	require.NoError(t, err)
	assert.True(t, reader.Partial)
	runs, err := record.Each[record.Run](reader, record.KindRun)
	require.NoError(t, err)
	assert.Len(t, runs, 1)
}
