package main

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/sdktest"
)

func TestGoldenAnswers(t *testing.T) { sdktest.Golden(t, plugin, "testdata/golden") }

func span(from, to uint32) []uint32 {
	var set []uint32
	for token := from; token < to; token++ {
		set = append(set, token)
	}
	return set
}

func TestNoveltyOfADocumentInsideWhatIsKnown(t *testing.T) {
	known, inside := newUnion(span(0, 1000)), span(300, 400)
	assert.Zero(t, known.novelty(inside), "D1: nothing in it is new")
	assert.InDelta(t, 0.9, known.noveltyAsWritten(inside), 1e-12, "D1: the formula as written calls it new")
	assert.Zero(t, known.novelty(nil), "no tokens are no news")
	assert.Zero(t, known.noveltyAsWritten(nil), "no tokens are no news")
	assert.Equal(t, 1.0, newUnion(nil).novelty(inside), "everything is new at first")
}

// set draws small sets of ascending, distinct tokens.
var set = rapid.Custom(func(t *rapid.T) []uint32 {
	s := rapid.SliceOfN(rapid.OneOf(rapid.Uint32Range(0, 20), rapid.Uint32Range(1024, 1044), rapid.Uint32Range(math.MaxUint32-3, math.MaxUint32)), 0, 12).Draw(t, "tokens")
	slices.Sort(s)
	return slices.Compact(s)
})

func TestTheIndexCountsWhatTheSetsShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hypotheses := rapid.SliceOfN(set, 0, 5).Draw(t, "sets")
		x := newIndex(hypotheses)
		for range 2 { // the second answer must not remember the first
			doc := set.Draw(t, "doc")
			got := x.count(doc)
			for i, h := range hypotheses {
				want := 0
				for _, token := range doc {
					if slices.Contains(h, token) {
						want++
					}
				}
				require.Equal(t, want, got[i])
				require.Equal(t, want, newUnion(h).tokens.count(doc))
			}
		}
	})
}

func requestOf(t require.TestingT, measure string, docs, options [][]uint32) *contract.Request {
	settings, err := manifest.Settings(map[string]any{"measure": measure})
	require.NoError(t, err)
	table := func(name string, rows [][]uint32) contract.Table {
		return contract.Table{Name: name, Rows: uint32(len(rows)), Columns: []contract.Column{contract.TokensColumn("token_set", rows)}}
	}
	return &contract.Request{
		Contract: contract.Version, Config: settings,
		Tables: []contract.Table{table("items", docs), table("options", options)},
	}
}

func TestAScoreKeepsTheContractAndDoesNotDependOnBatchOrOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		docs := rapid.SliceOfN(set, 1, 6).Draw(t, "docs")
		options := rapid.SliceOfN(set, 0, 4).Draw(t, "options")
		measure := rapid.SampledFrom([]string{asWritten, relative, containmentMargin}).Draw(t, "measure")
		req := requestOf(t, measure, docs, options)
		all, err := score(req)
		require.NoError(t, err)
		require.NoError(t, (&contract.Response{Score: all}).Check(&manifest, req))
		row := rapid.IntRange(0, len(docs)-1).Draw(t, "row")
		slices.Reverse(options)
		one, err := score(requestOf(t, measure, docs[row:row+1], options))
		require.NoError(t, err)
		require.Equal(t, all.Scores[row], one.Scores[0])
	})
}

// BenchmarkScore is the kernel in native Go: 1,000 documents of 150 tokens against
// 5 hypotheses, codec included.
func BenchmarkScore(b *testing.B) {
	req := benchmarkRequest(b)
	encoded := req.Marshal(nil)
	b.Run("kernel", func(b *testing.B) {
		for b.Loop() {
			_, _ = score(req)
		}
	})
	b.Run("call", func(b *testing.B) {
		for b.Loop() {
			sdk.Call(plugin, encoded)
		}
	})
}

func benchmarkRequest(b *testing.B) *contract.Request {
	seed := uint32(1)
	draw := func(n int) []uint32 {
		s := make([]uint32, n)
		for i := range s {
			seed = seed*1664525 + 1013904223
			s[i] = seed >> 8 % 5000
		}
		slices.Sort(s)
		return slices.Compact(s)
	}
	docs, options := make([][]uint32, 1000), make([][]uint32, 5)
	for i := range docs {
		docs[i] = draw(150)
	}
	for i := range options {
		options[i] = draw(12)
	}
	return requestOf(b, relative, docs, options)
}
