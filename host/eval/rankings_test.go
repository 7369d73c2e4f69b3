package eval

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func rankings(t *testing.T, text string) Rankings {
	t.Helper()
	r, err := ReadRankings(strings.NewReader(text))
	require.NoError(t, err)
	return r
}

func TestARunIsReadByRank(t *testing.T) {
	r := rankings(t, "1 Q0 b 2 0.5 x\n\n1 Q0 a 1 0.9 x\n2\tQ0\tc\t1\t3\tx\n")
	assert.Equal(t, Rankings{"1": {"a", "b"}, "2": {"c"}}, r)
	for says, text := range map[string]string{
		"line 2: 5 fields": "1 Q0 a 1 0.9 x\n1 Q0 b 2 0.9\n", `line 1: rank "first"`: "1 Q0 a first 0.9 x\n",
		"line 2: query 1 has document a twice": "1 Q0 a 1 0.9 x\n1 Q0 a 2 0.8 x\n",
	} {
		_, err := ReadRankings(strings.NewReader(text))
		assert.ErrorContains(t, err, says)
	}
}

func TestRankingsAreMeasuredOverTheQueriesThatHaveARelevantDocument(t *testing.T) {
	judged := Qrels{"1": {"a": 1, "z": 0}, "2": {"b": 1, "c": 1}, "3": {"d": 1}, "none": {"a": 0}}
	run := rankings(t, "1 Q0 a 1 9 x\n2 Q0 y 1 9 x\n2 Q0 b 2 8 x\nnone Q0 a 1 9 x\nother Q0 a 1 9 x\n")
	s, err := ScoreRankings(run, nil, judged, 1)
	require.NoError(t, err)
	assert.Equal(t, []int{3, 1, 2}, []int{s.Queries, s.Missing, s.Unjudged})
	got := map[string]float64{}
	for _, m := range s.Measures {
		got[m.Name] = m.Value
		assert.Nil(t, m.Against)
		assert.Equal(t, 3, m.Of)
		assert.False(t, m.Interval.Known(), "three queries bound nothing")
	}
	assert.InDelta(t, (1+0.5)/3, got["recall_10"], 1e-12, "a query without a ranking counts 0")
	assert.InDelta(t, (1+0.5)/3, got["recip_rank"], 1e-12)
	assert.InDelta(t, (1+0.25)/3, got["map"], 1e-12)
	assert.InDelta(t, 0.2/3, got["P_10"], 1e-12)

	_, err = ScoreRankings(rankings(t, "x Q0 a 1 9 x\n"), nil, judged, 1)
	assert.ErrorContains(t, err, "none has a ranking")
	_, err = ScoreRankings(run, nil, Qrels{"none": {"a": 0}}, 1)
	assert.Error(t, err)
}

func TestTwoRunsAreComparedQueryByQuery(t *testing.T) {
	judged, better, worse := Qrels{}, Rankings{}, Rankings{}
	for i := range 40 {
		q := string(rune('A' + i))
		judged[q], better[q], worse[q] = Judgments{"a": 1}, []string{"a"}, []string{"b", "a"}
	}
	s, err := ScoreRankings(better, worse, judged, 1)
	require.NoError(t, err)
	for _, m := range s.Measures {
		assert.LessOrEqual(t, m.Interval.Low, m.Value-1e-9, "40 equal values may have hidden others: %s", m.Name)
		assert.GreaterOrEqual(t, m.Interval.High, m.Value)
		assert.Less(t, m.Against.Low, m.Against.Mean)
		assert.Greater(t, m.Against.High, m.Against.Mean)
		switch m.Name {
		case "recip_rank":
			assert.InDelta(t, 0.5, m.Against.Mean, 1e-12, "this run less the other one")
			assert.True(t, m.Against.Conclusive())
			assert.Equal(t, 40, m.Against.Better)
		case "recall_10":
			assert.Zero(t, m.Against.Mean)
			assert.False(t, m.Against.Conclusive())
		}
	}
}
