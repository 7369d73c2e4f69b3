package conformance

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	a "github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
	"github.com/sparkhost/sparkhost/internal/thorough"
	"github.com/sparkhost/sparkhost/plugins"
	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/golden"
)

// shipped is a built-in plugin with its golden files.
func shipped(t *testing.T, name string) Subject {
	t.Helper()
	wasm, err := plugins.Open(name)
	require.NoError(t, err)
	cases, err := golden.Read("../../../plugins/" + name + "/testdata/golden")
	require.NoError(t, err)
	return Subject{Name: name, Wasm: wasm, Golden: cases, Seed: 1}
}

func TestShippedPluginsPassEveryCheckThatApplies(t *testing.T) {
	for _, name := range thorough.Each(plugins.Names(), 6) {
		t.Run(name, func(t *testing.T) {
			report, err := Run(t.Context(), shipped(t, name), Options{CacheDir: compiled, Calls: 400})
			require.NoError(t, err)
			assert.Equal(t, name, report.Name)
			assert.True(t, report.OK())
			for _, r := range report.Results {
				assert.NotEqual(t, Failed, r.Status, "%s: %s", r.ID, r.Detail)
				assert.NotEmpty(t, r.Detail, r.ID)
				assert.Empty(t, r.Fix, r.ID)
			}
		})
	}
}

func TestEqualSubjectsHaveEqualReports(t *testing.T) {
	var texts []string
	for range 2 {
		report, err := Run(t.Context(), shipped(t, "discriminative"), Options{CacheDir: compiled, Calls: 40})
		require.NoError(t, err)
		text, err := json.Marshal(report)
		require.NoError(t, err)
		texts = append(texts, string(text))
	}
	assert.Equal(t, texts[0], texts[1])
}

func TestChecksAreChosenByID(t *testing.T) {
	var begun []string
	report, err := Run(t.Context(), shipped(t, "authority"), Options{
		CacheDir: compiled, Only: []string{"one_row", "golden", "ranges"}, Skip: []string{"golden"},
		Progress: func(done, total int, id string) {
			assert.Equal(t, len(begun), done)
			assert.Equal(t, 3, total)
			begun = append(begun, id)
		},
	})
	require.NoError(t, err)
	assert.Equal(t, []string{"ranges", "one_row", "golden"}, begun, "in the order of the kit")
	assert.Equal(t, Skipped, report.Results[2].Status)
	assert.Equal(t, "left out on request", report.Results[2].Detail)
	assert.Equal(t, []int{2, 0, 1}, []int{report.Passed, report.Failed, report.Skipped})
}

func TestRunRefusesWhatItCannotDo(t *testing.T) {
	_, err := Run(t.Context(), Subject{}, Options{Only: []string{"one_raw"}})
	assert.ErrorContains(t, err, `there is no check "one_raw"; there are module, imports`)
	_, err = Run(t.Context(), Subject{}, Options{Skip: IDs()})
	assert.ErrorContains(t, err, "no check is left to run")
	ctx, cancel := context.WithCancel(t.Context())
	_, err = Run(ctx, shipped(t, "authority"), Options{CacheDir: compiled, Progress: func(int, int, string) { cancel() }})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestNothingCheckedIsNoSuccess(t *testing.T) {
	assert.False(t, (&Report{Skipped: 3}).OK())
	assert.False(t, (&Report{Passed: 3, Failed: 1}).OK())
	assert.True(t, (&Report{Passed: 1, Skipped: 3}).OK())
}

func TestSummariesAskForThemselvesWhenTheyAreChosenAlone(t *testing.T) {
	report, err := Run(t.Context(), shipped(t, "authority"), Options{CacheDir: compiled, Only: []string{"error_text"}})
	require.NoError(t, err)
	assert.Equal(t, Passed, report.Results[0].Status, report.Results[0].Detail)
}

// refusing refuses what is made up, as a plugin does that reads something of its own into a column.
func refusing() []byte {
	return guest{manifest: numbered(), score: value(), first: when(compare(varRows, i32Eq, sampleRows), refuse())}.wasm()
}

func TestAuthorsRequestsStandInForMadeUpOnesThatArePointless(t *testing.T) {
	mine := []golden.Case{{Name: "mine", Request: request()}}
	only := []string{"ordinary_batch", "repeatable", "call_order"}
	report, err := Run(t.Context(), Subject{Name: "refusing", Wasm: refusing(), Requests: mine}, Options{Only: only})
	require.NoError(t, err)
	assert.Equal(t, 3, report.Passed, report.Results)

	report, err = Run(t.Context(), Subject{Name: "refusing", Wasm: refusing()}, Options{Only: only})
	require.NoError(t, err)
	assert.Equal(t, []int{0, 1, 2}, []int{report.Passed, report.Failed, report.Skipped}, report.Results)
}

func TestRequestsThatTheManifestDoesNotKnowFailTheirCheck(t *testing.T) {
	r := request()
	r.Config = []contract.Setting{{Name: "shade", Value: contract.NumberValue(1)}}
	odd := []golden.Case{{Name: "odd", Request: r, Response: &contract.Response{Error: "x"}}}
	report, err := Run(t.Context(), Subject{Name: "good", Wasm: refusing(), Requests: odd, Golden: odd}, Options{Only: []string{"requests", "golden"}})
	require.NoError(t, err)
	require.Equal(t, 2, report.Failed)
	for _, r := range report.Results {
		assert.Contains(t, r.Detail, "odd: config: shade: unknown")
	}
}

func TestTwinRowsMayChangePlaces(t *testing.T) {
	table := contract.Table{Name: "items", Rows: 4, Columns: []contract.Column{
		contract.NumbersColumn("relevance", []float64{1, 2, 1, 0}, []bool{true, true, true, false}),
		contract.TextColumn("text", []string{"a", "a", "a", "a"}),
	}}
	assert.Equal(t, []int{0, 1, 0, 3}, twins(&table))
}

func TestDifferencesAreToldByName(t *testing.T) {
	list := func(findings ...contract.Finding) []placed {
		r := contract.Response{Assess: &contract.AssessResult{
			Signals: []contract.Signal{{Name: "s", Value: 1}}, Findings: findings, Queries: []string{"q"},
			Parts: []contract.Part{{Name: "p", Table: "claims", Values: []float64{0.5}}},
		}}
		return flatten(&r, unmoved)
	}
	one := contract.Finding{Kind: "k", Table: "claims", Rows: []uint32{2, 1}, Weight: 1}
	turned, heavier := one, one
	turned.Rows, heavier.Weight = []uint32{1, 2}, 2
	assert.Empty(t, difference(list(one), list(turned)), "rows of a finding are a set")
	assert.Empty(t, difference(list(one, heavier), list(heavier, one)), "so are findings")
	assert.Equal(t, "finding k of claims, rows [1 2] is 2 instead of 1", difference(list(one), list(heavier)))
	assert.Equal(t, "finding k of claims, rows [1 2] is missing", difference(list(one), list()))
	assert.Equal(t, "finding k of claims, rows [1 2] is there in addition", difference(list(), list(one)))

	terms := func(deltas ...float64) []placed {
		c := contract.CalibrateResult{Confidence: 0.5, Reasons: []string{"r"}}
		for i, d := range deltas {
			c.Terms = append(c.Terms, contract.Term{Name: string(rune('a' + i)), Delta: d})
		}
		return flatten(&contract.Response{Calibrate: &c}, unmoved)
	}
	assert.Empty(t, difference(terms(0.1, 0.2), terms(0.1+1e-12, 0.2)), "sums differ in their last bits")
	assert.Equal(t, "delta of term b is 0.3 instead of 0.2", difference(terms(0.1, 0.2), terms(0.1, 0.3)))
}

func TestAHeapThatFindsItsSizeIsNoLeak(t *testing.T) {
	const memorySize = 0x3f
	small := join(op(memorySize, 0), a.Const32(pages+130), op(i32LtU))
	g := guest{manifest: numbered(), first: when(small, join(a.Const32(1), op(a.MemoryGrow, 0, a.Drop)))}
	report, err := Run(t.Context(), Subject{Name: "heap", Wasm: g.wasm()}, Options{Only: []string{"memory_growth"}, Calls: 200})
	require.NoError(t, err)
	r := report.Results[0]
	assert.Equal(t, Passed, r.Status, r.Detail)
	assert.Equal(t, []Figure{{"calls", 400, ""}, {"memory", (pages + 130) << 16, "bytes"}, {"growth", 0, "bytes"}}, r.Figures)
}

func TestGarbageBeforeACollectorsFirstRunIsNoLeak(t *testing.T) {
	for mask, want := range map[int32]Status{0xff: Passed, 0x3f: Failed} { // a page with every 256th call, 2.5 MB in all; with every 64th
		g := guest{manifest: numbered(), first: when(join(count(), a.Const32(mask), op(i32And, a.I32Eqz)), join(a.Const32(1), op(a.MemoryGrow, 0, a.Drop)))}
		report, err := Run(t.Context(), Subject{Name: "garbage", Wasm: g.wasm()}, Options{Only: []string{"memory_growth"}})
		require.NoError(t, err)
		assert.Equal(t, want, report.Results[0].Status, report.Results[0].Detail)
	}
}
