package stats

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFewerUnitsThanTheLeastNeverReachTheLevelOfASignTest(t *testing.T) {
	assert.Less(t, Pairs{Questions: MinUnits, Better: MinUnits}.ExactP(), Alpha)
	assert.Greater(t, Pairs{Questions: MinUnits - 1, Better: MinUnits - 1}.ExactP(), Alpha)
}

func TestOfTooFewUnitsNothingIsKnown(t *testing.T) {
	for _, n := range []int{1, MinUnits - 1, MinUnits} {
		d, clusters := make([]int, 2*n), make([][]int, n)
		var of []string
		for i := range d {
			d[i], of = 1, append(of, string(rune('a'+i/2)))
			clusters[i/2] = append(clusters[i/2], i)
		}
		c := NewClustered(d, of)
		first := func([]int) float64 { return 1 }
		interval, p := TestClusters(clusters, 40, 1, first)
		_, found := c.MDE(0.5)
		enough := n == MinUnits
		assert.Equal(t, []bool{enough, enough, enough, enough}, []bool{c.Tango(Alpha).Known(), interval.Known(), BCa(n, 40, 1, first).Known(), found}, "%d clusters", n)
		assert.Equal(t, enough, p < 1)
		assert.Equal(t, !enough, c.Few())
	}
	assert.Equal(t, 1.0, NewClustered(make([]int, 900), make([]string, 900)).Equivalence(0.5), "one cluster of 900")
}

func TestAnIntervalThatIsNotKnownIsNullAndSaysSo(t *testing.T) {
	text, err := json.Marshal([]Interval{Unknown(), {1, 2}})
	require.NoError(t, err)
	assert.Equal(t, `[null,{"low":1,"high":2}]`, string(text))
	read := [2]Interval{{3, 3}, {3, 3}}
	require.NoError(t, json.Unmarshal(text, &read))
	assert.False(t, read[0].Known())
	assert.Equal(t, Interval{1, 2}, read[1])
	assert.Equal(t, "[not known]", Unknown().Text("%.1f", 1))
	assert.Equal(t, "[+100.0, +200.0]", Interval{1, 2}.Text("%+.1f", 100))
	assert.False(t, Unknown().Excludes(0))
}
