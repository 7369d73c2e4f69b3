package eval

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Relevant: a (3), b (1), e (2) and f (1), which is never retrieved; d is judged
// negative. Relevant ranks of the ranking a x b d e: 1, 3, 5.
var (
	graded  = Judgments{"a": 3, "b": 1, "d": -1, "e": 2, "f": 1, "z": 0}
	ranking = []string{"a", "x", "b", "d", "e"}
)

func TestMeasuresEqualTheHandComputedValues(t *testing.T) {
	idcg5 := 3 + 2/math.Log2(3) + 1/math.Log2(4) + 1/math.Log2(5)
	tests := []struct {
		name      string
		got, want float64
	}{
		{"average precision divides by all relevant documents", AveragePrecision(ranking, graded), (1.0/1 + 2.0/3 + 3.0/5) / 4},
		{"precision at 3", PrecisionAt(ranking, graded, 3), 2.0 / 3},
		{"precision at 10 of a ranking of 5 divides by 10", PrecisionAt(ranking, graded, 10), 3.0 / 10},
		{"precision at 0", PrecisionAt(ranking, graded, 0), 0},
		{"recall at 1", RecallAt(ranking, graded, 1), 1.0 / 4},
		{"recall at 100", RecallAt(ranking, graded, 100), 3.0 / 4},
		{"nDCG at 5 has the judgment as gain", NDCGAt(ranking, graded, 5), (3 + 1/math.Log2(4) + 2/math.Log2(6)) / idcg5},
		{"nDCG at 2 compares with the best two", NDCGAt(ranking, graded, 2), 3 / (3 + 2/math.Log2(3))},
		{"reciprocal rank of the first", ReciprocalRank(ranking, graded), 1},
		{"reciprocal rank of the third", ReciprocalRank([]string{"x", "d", "e"}, graded), 1.0 / 3},
		{"reciprocal rank without a relevant document", ReciprocalRank([]string{"x", "d"}, graded), 0},
		{"a repeated document counts once", AveragePrecision([]string{"a", "a", "a"}, Judgments{"a": 1, "b": 1}), 0.5},
		{"no relevant documents", AveragePrecision(ranking, nil) + RecallAt(ranking, nil, 5) + NDCGAt(ranking, Judgments{"a": -1}, 5), 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.InDelta(t, tt.want, tt.got, 1e-12) })
	}
}

func TestAnIdealRankingScoresOneAndNoneScoresMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.Permutation([]string{"a", "b", "c", "d", "e", "f"}).Draw(t, "ranking")
		j := Judgments{"a": 4, "b": 3, "c": 2, "d": 0, "e": -2}
		k := rapid.IntRange(1, 8).Draw(t, "k")
		for _, v := range []float64{AveragePrecision(ids, j), PrecisionAt(ids, j, k), RecallAt(ids, j, k), NDCGAt(ids, j, k), ReciprocalRank(ids, j)} {
			assert.True(t, v >= 0 && v <= 1, "%v", v)
		}
		assert.InDelta(t, 1, NDCGAt([]string{"a", "b", "c", "d"}, j, k), 1e-12)
		assert.InDelta(t, 1, AveragePrecision([]string{"b", "a", "c"}, j), 1e-12)
	})
}

func TestReadQrels(t *testing.T) {
	q, err := ReadQrels(strings.NewReader("1 0 d1 2\n\n1\t0\td2\t-1\n2 Q0 d1 0\n"))
	require.NoError(t, err)
	assert.Equal(t, Qrels{"1": {"d1": 2, "d2": -1}, "2": {"d1": 0}}, q)

	for name, tt := range map[string]struct{ in, want string }{
		"a missing field names its line":     {"1 0 d1 1\n1 0 d2\n", "line 2: 3 fields"},
		"a word for a number names its line": {"1 0 d1 high\n", `line 1: relevance "high"`},
		"a second judgment of a pair":        {"1 0 d1 1\n1 0 d1 0\n", "line 2: document d1 is judged twice for query 1"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ReadQrels(strings.NewReader(tt.in))
			assert.ErrorContains(t, err, tt.want)
		})
	}
}

func TestPairedComparison(t *testing.T) {
	n := 40
	first, better, noisy := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range first {
		first[i] = float64(i) / 40
		better[i] = first[i] + 0.1 + float64(i%3)/100
		noisy[i] = first[i] + float64(i%2*2-1)/10
	}
	d, err := Paired(first, better, 1)
	require.NoError(t, err)
	assert.InDelta(t, 0.10975, d.Mean, 1e-12)
	assert.True(t, d.Conclusive())
	assert.True(t, d.Low < d.Mean && d.Mean < d.High, "%+v", d)
	assert.InDelta(t, 1.0/(resamples+1), d.P, 1e-12, "no other sign assignment is as extreme")
	assert.Equal(t, []int{40, 40, 0}, []int{d.Items, d.Better, d.Worse})

	again, err := Paired(first, better, 1)
	require.NoError(t, err)
	assert.Equal(t, d, again)

	d, err = Paired(first, noisy, 1)
	require.NoError(t, err)
	assert.False(t, d.Conclusive())
	assert.Greater(t, d.P, 0.5)
	assert.Equal(t, []int{20, 20}, []int{d.Better, d.Worse})
}

func TestPairedRefusesWhatItCannotPair(t *testing.T) {
	for name, tt := range map[string]struct{ a, b []float64 }{
		"different numbers": {[]float64{1}, []float64{1, 2}},
		"none":              {nil, nil},
		"not a number":      {[]float64{1}, []float64{math.NaN()}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Paired(tt.a, tt.b, 0)
			assert.Error(t, err)
		})
	}
}
