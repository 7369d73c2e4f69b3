package postings

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/internal/thorough"
)

// A text is a document of a test: its terms with their counts.
type text struct {
	counts []Count
	whole  int
	title  int
}

// texts makes documents whose terms follow Zipf's law around a few topics, as abstracts do, from the seed alone.
func texts(seed uint64, n, vocabulary int) []text {
	r := rand.New(rand.NewPCG(seed, 1))
	zipf := rand.NewZipf(r, 1.2, 4, uint64(vocabulary-1))
	out := make([]text, n)
	for i := range out {
		topic, length := r.IntN(40), 1+int(40*math.Exp(r.NormFloat64()/2))
		at := map[string]int{}
		for j := range length {
			word := zipf.Uint64()
			if r.IntN(3) == 0 {
				word = uint64(topic*50) + word%50
			}
			term := fmt.Sprint("t", word)
			k, seen := at[term]
			if !seen {
				k, at[term] = len(out[i].counts), len(out[i].counts)
				out[i].counts = append(out[i].counts, Count{Term: term})
			}
			out[i].counts[k].Freq++
			if j < 6 {
				out[i].counts[k].Title++
			}
		}
		out[i].whole, out[i].title = length, min(6, length)
	}
	return out
}

func totals(docs []text) (t Totals) {
	t.Documents = uint64(len(docs))
	for _, d := range docs {
		t.Whole += uint64(d.whole)
		t.Title += uint64(d.title)
	}
	return t
}

// build makes an index of the documents, spread over segments as the random numbers say, in stretches that
// leave documents in between that belong to no corpus.
func build(t testing.TB, docs []text, segments int, r *rand.Rand) *Index {
	dir := t.TempDir()
	builders, parts := make([]*Builder, segments), make([]Part, segments)
	for i := range builders {
		builders[i] = NewBuilder()
	}
	gone := map[string]Entry{}
	for at := 0; at < len(docs); {
		i, n := r.IntN(segments), min(len(docs)-at, 1+r.IntN(max(1, len(docs)/segments)))
		if segments == 1 {
			n = len(docs)
		} else if dead := docs[r.IntN(len(docs))]; r.IntN(2) == 0 {
			require.NoError(t, builders[i].Add(dead.counts, dead.whole, dead.title))
			for _, c := range dead.counts {
				e := gone[c.Term]
				gone[c.Term] = Entry{Documents: e.Documents + 1, Titles: e.Titles + uint64(min(1, c.Title))}
			}
		}
		parts[i].Runs = append(parts[i].Runs, Run{uint32(builders[i].Documents()), uint32(n), uint32(at)})
		for _, d := range docs[at : at+n] {
			require.NoError(t, builders[i].Add(d.counts, d.whole, d.title))
		}
		at += n
	}
	var opened []*Segment
	for i, b := range builders {
		path := filepath.Join(dir, fmt.Sprint(i))
		require.NoError(t, b.Write(path))
		s, err := OpenSegment(path)
		require.NoError(t, err)
		t.Cleanup(func() { assert.NoError(t, s.Close()) })
		require.NoError(t, s.Check())
		parts[i].Segment, opened = s, append(opened, s)
	}
	require.NoError(t, WriteDictionary(filepath.Join(dir, "all"), opened, gone))
	d, err := OpenDictionary(filepath.Join(dir, "all"))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, d.Close()) })
	x, err := NewIndex(parts, d, totals(docs))
	require.NoError(t, err)
	return x
}

// naive computes the ranking from the documents, by the definition of a query.
func naive(docs []text, q Query) []Hit {
	df, titles := map[string]uint64{}, map[string]uint64{}
	for _, d := range docs {
		for _, c := range d.counts {
			df[c.Term]++
			titles[c.Term] += uint64(min(1, c.Title))
		}
	}
	t, s := totals(docs), q.Scoring
	best := top{limit: q.Limit}
	for i, d := range docs {
		count := map[string]Count{}
		for _, c := range d.counts {
			count[c.Term] = c
		}
		sum, found := 0.0, false
		for _, w := range q.Terms {
			if c, ok := count[w.Term]; ok {
				sum += w.Weight * IDF(df[w.Term], t.Documents) * s.Saturation(c.Freq, uint32(d.whole), t.WholeMean())
				if c.Title > 0 && s.TitleBoost > 0 {
					sum += w.Weight * s.TitleBoost * IDF(titles[w.Term], t.Documents) * s.Saturation(c.Title, uint32(d.title), t.TitleMean())
				}
				found = true
			}
		}
		for _, w := range q.Extra {
			if c, ok := count[w.Term]; ok {
				sum += w.Weight * IDF(df[w.Term], t.Documents) * s.Saturation(c.Freq, uint32(d.whole), t.WholeMean())
			}
		}
		if found {
			best.add(Hit{uint32(i), sum})
		}
	}
	return best.sorted()
}

// randomQuery draws terms of one document, as questions have them, and others from anywhere.
func randomQuery(r *rand.Rand, docs []text) Query {
	d, other := docs[r.IntN(len(docs))], docs[r.IntN(len(docs))]
	q := Query{
		Scoring: Scoring{K1: []float64{0, 0.5, 1.2, 2, 100}[r.IntN(5)], B: []float64{0, 0.4, 0.75, 1}[r.IntN(4)], TitleBoost: []float64{0, 0.2, 3}[r.IntN(3)]},
		Limit:   []int{1, 10, 50, 1000}[r.IntN(4)],
	}
	for range 1 + r.IntN(9) {
		q.Terms = append(q.Terms, Weighted{Term: d.counts[r.IntN(len(d.counts))].Term, Weight: 1 + float64(r.IntN(3))/2})
	}
	if r.IntN(4) == 0 {
		q.Terms = append(q.Terms, Weighted{Term: other.counts[0].Term, Weight: 1}, Weighted{Term: "unheard", Weight: 1})
	}
	for range r.IntN(3) * 15 {
		from := []text{d, d, other}[r.IntN(3)].counts
		q.Extra = append(q.Extra, Weighted{Term: from[r.IntN(len(from))].Term, Weight: r.Float64() / 4})
	}
	return q
}

func hits(t testing.TB, x *Index, q Query) []Hit {
	h, _, err := x.Search(t.Context(), q)
	require.NoError(t, err)
	return h
}

// primed is a query that knows the hits for its terms alone, and how many documents hold its extra terms.
func primed(t testing.TB, x *Index, q Query) Query {
	first := q
	first.Extra = nil
	q.Extra = slices.Clone(q.Extra)
	for i, extra := range q.Extra {
		e, err := x.Find(extra.Term)
		require.NoError(t, err)
		q.Extra[i].Documents = e.Documents
	}
	for _, h := range hits(t, x, first) {
		q.Known = append(q.Known, h.Ordinal)
	}
	return q
}

// sideBySide is an index that is searched as a large one is.
func sideBySide(x *Index) *Index {
	return &Index{parts: x.parts, places: x.places, dictionary: x.dictionary, totals: x.totals, large: true}
}

func TestAllSearchesFindWhatTheDefinitionSays(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	docs := texts(3, 300, 500)
	one, spread := build(t, docs, 1, r), build(t, docs, 4, r)
	for range 200 {
		q := randomQuery(r, docs)
		want := naive(docs, q)
		require.Equal(t, want, hits(t, one, q))
		require.Equal(t, want, hits(t, spread, q))
		require.Equal(t, want, hits(t, sideBySide(spread), q))
	}
}

// Ten thousand queries with SPARKHOST_LONG=1, else some hundred: over one segment and over many, skipping and
// not, with and without known documents, the hits are equal to the last bit.
func TestSkippingChangesNoBit(t *testing.T) {
	queries := thorough.Number(150, 15)
	if os.Getenv("SPARKHOST_LONG") == "1" {
		queries = 5000
	}
	for seed := range uint64(2) {
		r := rand.New(rand.NewPCG(seed, 2))
		docs := texts(seed, 15000, 4000)
		one, spread := build(t, docs, 1, r), build(t, docs, 5, r)
		for range queries {
			q := randomQuery(r, docs)
			q.Exhaustive = true
			want := hits(t, one, q)
			q.Exhaustive = false
			for _, x := range []*Index{one, spread, sideBySide(spread)} {
				require.Equal(t, want, hits(t, x, q))
				require.Equal(t, want, hits(t, x, primed(t, x, q)))
			}
		}
	}
}

func TestSkippingSavesWork(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	docs := texts(1, 40000, 4000)
	x := build(t, docs, 1, r)
	var all, skipping, prime Work
	for range 60 {
		q := randomQuery(r, docs)
		q.Limit, q.Scoring = 10, Scoring{1.2, 0.75, 0.2}
		_, w, err := x.Search(t.Context(), q)
		require.NoError(t, err)
		skipping.Documents += w.Documents
		_, w, err = x.Search(t.Context(), primed(t, x, q))
		require.NoError(t, err)
		prime.Documents += w.Documents
		q.Exhaustive = true
		_, w, err = x.Search(t.Context(), q)
		require.NoError(t, err)
		all.Documents += w.Documents
	}
	t.Logf("documents scored: %d exhaustively, %d skipping, %d primed", all.Documents, skipping.Documents, prime.Documents)
	assert.Less(t, skipping.Documents, all.Documents/2)
	assert.Less(t, prime.Documents, skipping.Documents)
}

func TestASearchEndsWithItsContext(t *testing.T) {
	docs := texts(1, 50, 50)
	x := build(t, docs, 1, rand.New(rand.NewPCG(1, 1)))
	ctx, cancel := contextThatEnds(t)
	cancel()
	for _, x := range []*Index{x, sideBySide(x)} {
		_, _, err := x.Search(ctx, Query{Terms: []Weighted{{Term: "t0", Weight: 1}}, Limit: 3})
		assert.ErrorIs(t, err, ctx.Err())
	}
}

func TestOnlyAnIndexOfManyDocumentsInSeveralPartsIsSearchedByTwo(t *testing.T) {
	docs := texts(1, 60, 50)
	assert.False(t, build(t, docs, 3, rand.New(rand.NewPCG(1, 1))).large)
	assert.True(t, isLarge(2, manyDocuments))
	assert.False(t, isLarge(1, manyDocuments))
	assert.False(t, isLarge(2, manyDocuments-1))
}

func TestWorkDoesNotDependOnWhoIsFaster(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	docs := texts(2, 9000, 3000)
	x := sideBySide(build(t, docs, 4, r))
	for range 10 {
		q := randomQuery(r, docs)
		_, want, err := x.Search(t.Context(), q)
		require.NoError(t, err)
		_, got, err := x.Search(t.Context(), q)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
}

func TestARandomSmallIndexFindsWhatTheDefinitionSays(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		r := rand.New(rand.NewPCG(seed, 3))
		docs := texts(seed, 1+r.IntN(40), 30)
		x := build(t, docs, 1+r.IntN(3), r)
		q := randomQuery(r, docs)
		require.Equal(t, slices.Clip(naive(docs, q)), slices.Clip(hits(t, x, q)))
	})
}
