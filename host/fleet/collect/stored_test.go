package collect_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest/null"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
	"github.com/sparkhost/sparkhost/host/fleet/worker"
)

// Answers are read many at once; each must come in its turn, and those that are missing must shift none.
func TestStoredAnswersComeInTheOrderOfTheirQuestionsWhateverIsMissing(t *testing.T) {
	const questions = 150
	q := fleettest.Queue(t, fleettest.Start(t, 1, nil).URL(), 300*time.Millisecond)
	b, err := submit.Prepare(null.Asker{}, null.Questions(questions), submit.Terms{})
	require.NoError(t, err)
	_, err = submit.Submit(t.Context(), q, b)
	require.NoError(t, err)
	require.NoError(t, worker.New(worker.Options{Queue: q, Open: null.Asker{}.Opener(), Slots: 4, UntilEmpty: true}).Run(t.Context()))
	gone := []int{0, 63, 64, 65, 100, questions - 1}
	for _, n := range gone {
		require.NoError(t, q.Forget(t.Context(), b.ID, batch.Name(n, false)))
	}
	var want, got []string
	for n := range questions {
		if !slices.Contains(gone, n) {
			want = append(want, fmt.Sprint(n, " q", n))
		}
	}
	missing, err := collect.Stored(t.Context(), q, b.Manifest, func(i collect.Item) error {
		got = append(got, fmt.Sprint(i.Number, " ", i.Result.ID))
		return nil
	})
	require.NoError(t, err)
	assert.Equal(t, len(gone), missing)
	assert.Equal(t, want, got)
}
