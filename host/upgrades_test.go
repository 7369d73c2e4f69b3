package host_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/record"
)

// wanting are first results; true: the question would have been upgraded.
func wanting(wishes []bool) []*record.Result {
	out := make([]*record.Result, len(wishes))
	for i, w := range wishes {
		out[i] = &record.Result{QualityGates: record.QualityGates{UpgradeWithheld: w}}
	}
	return out
}

func TestTheFirstQuestionsThatWantAnUpgradeHaveItWhateverOrderTheyAreDoneIn(t *testing.T) {
	for _, tt := range []struct {
		max     int
		granted []bool
		said    string
	}{
		{1, []bool{false, true, false, false}, "questions on which sources disagree: 3; upgraded, and asked a second time: 1 (max_per_batch = 1)"},
		{2, []bool{false, true, true, false}, "questions on which sources disagree: 3; upgraded, and asked a second time: 2 (max_per_batch = 2)"},
		{9, []bool{false, true, true, true}, "questions on which sources disagree: 3; upgraded, and asked a second time: 3 (max_per_batch = 9)"},
	} {
		t.Run(fmt.Sprint(tt.max), func(t *testing.T) {
			u := host.UpgradesOf(tt.max)
			var granted []bool
			for _, r := range wanting([]bool{false, true, true, true}) {
				granted = append(granted, u.Grant(r))
			}
			assert.Equal(t, tt.granted, granted)
			assert.True(t, u.Capped())
			assert.Equal(t, tt.said, u.String())
		})
	}
	assert.False(t, host.UpgradesOf(0).Capped())
}

// A batch that goes on where another stopped deals as one that was never stopped.
func TestABatchThatIsResumedDealsAsTheWholeOne(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		wishes := rapid.SliceOfN(rapid.Bool(), 0, 12).Draw(rt, "wishes")
		most, stop := rapid.IntRange(1, 5).Draw(rt, "most"), rapid.IntRange(0, len(wishes)).Draw(rt, "stop")
		whole, resumed := host.UpgradesOf(most), host.UpgradesOf(most)
		for i, r := range wanting(wishes) {
			granted := whole.Grant(r)
			if i < stop {
				require.NoError(rt, resumed.Resume(r.QualityGates.UpgradeWithheld && !granted, granted))
			} else {
				require.Equal(rt, granted, resumed.Grant(r))
			}
		}
		require.Equal(rt, whole.String(), resumed.String())
	})
}

func TestWhatAnotherBatchDealtIsNotGoneOnWith(t *testing.T) {
	u := host.UpgradesOf(1)
	require.ErrorContains(t, u.Resume(true, false), "withheld, after 0 of 1")
	require.NoError(t, u.Resume(false, false))
	require.NoError(t, u.Resume(false, true))
	require.NoError(t, u.Resume(true, false))
	require.ErrorContains(t, u.Resume(false, true), "after 1 others")
}
