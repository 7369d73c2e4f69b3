package batch_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/batch"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest/null"
	"github.com/sparkhost/sparkhost/host/record"
)

// idsOf runs a batch and returns the ids of its results as they were handed out.
func idsOf(t *testing.T, b *batch.Batch, concurrency int) (ids []string) {
	t.Helper()
	require.NoError(t, b.Run(t.Context(), concurrency, func(r *record.Result) error {
		ids = append(ids, r.ID)
		return nil
	}))
	return ids
}

func TestResultsComeInTheOrderOfTheQuestionsHoweverManyAreAskedAtOnce(t *testing.T) {
	var late, overtook atomic.Bool
	first := make(chan struct{})
	a := null.Asker{Before: func(_ context.Context, q evidence.Question) error {
		switch q.ID {
		case "q0":
			<-first // until a later question is asked
			late.Store(true)
		case "q3":
			overtook.Store(!late.Load())
			close(first)
		}
		return nil
	}}
	assert.Equal(t, []string{"q0", "q1", "q2", "q3", "q4"}, idsOf(t, batch.New(a, null.Questions(5)), 4))
	assert.True(t, overtook.Load(), "four are asked at the same time")
}

func TestNoMoreQuestionsAreAskedAtOnceThanAreAllowed(t *testing.T) {
	for _, allowed := range []int{0, 1, 3} {
		var now, most atomic.Int64
		a := null.Asker{Before: func(context.Context, evidence.Question) error {
			defer now.Add(-1)
			for n := now.Add(1); n > most.Load(); {
				most.Store(n)
			}
			runtime.Gosched()
			return nil
		}}
		idsOf(t, batch.New(a, null.Questions(40)), allowed)
		assert.LessOrEqual(t, most.Load(), int64(max(allowed, 1)))
	}
}

func TestAFailureEndsTheBatchAfterTheQuestionsAtWork(t *testing.T) {
	broken := errors.New("broken")
	var asked atomic.Int64
	a := null.Asker{Before: func(_ context.Context, q evidence.Question) error {
		asked.Add(1)
		if q.ID == "q1" {
			return broken
		}
		return nil
	}}
	var taken []string
	err := batch.New(a, null.Questions(1000)).Run(t.Context(), 1, func(r *record.Result) error {
		taken = append(taken, r.ID)
		return nil
	})
	require.ErrorIs(t, err, broken)
	assert.Equal(t, []string{"q0"}, taken)
	assert.Less(t, asked.Load(), int64(1000))
}

func TestABatchEndsWhenItsResultsCannotBeTaken(t *testing.T) {
	full := errors.New("the disk is full")
	taken := 0
	err := batch.New(null.Asker{}, null.Questions(1000)).Run(t.Context(), 2, func(*record.Result) error {
		taken++
		return full
	})
	require.ErrorIs(t, err, full)
	assert.Equal(t, 1, taken)
}

func TestAnInterruptedBatchFinishesWhatItBeganAndSaysThatMoreIsLeft(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	a := null.Asker{Before: func(asking context.Context, q evidence.Question) error {
		if q.ID == "q2" {
			cancel()
		}
		return asking.Err()
	}}
	var taken []string
	take := func(r *record.Result) error { taken = append(taken, r.ID); return nil }
	require.ErrorIs(t, batch.New(a, null.Questions(100)).Run(ctx, 1, take), batch.ErrInterrupted)
	assert.Equal(t, []string{"q0", "q1", "q2"}, taken[:3])

	taken = nil
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	require.NoError(t, batch.New(a, null.Questions(3)).Run(ctx, 1, take), "its last question was begun")
	assert.Len(t, taken, 3)
}

// turns tells of each result whether its question was asked again or its upgrade withheld.
func turns(results []*record.Result) (out []string) {
	for _, r := range results {
		out = append(out, fmt.Sprintf("%s again=%t withheld=%t", r.ID, r.Budget.FirstPass != nil, r.QualityGates.UpgradeWithheld))
	}
	return out
}

func TestUpgradesGoToTheFirstQuestionsWhateverTheConcurrency(t *testing.T) {
	for _, concurrency := range []int{1, 4} {
		b := batch.New(null.Asker{Cap: 2}, null.Questions(4))
		var results []*record.Result
		require.NoError(t, b.Run(t.Context(), concurrency, func(r *record.Result) error {
			results = append(results, r)
			return nil
		}))
		assert.Equal(t, []string{
			"q0 again=true withheld=false", "q1 again=true withheld=false", "q2 again=false withheld=true", "q3 again=false withheld=true",
		}, turns(results))
		assert.Contains(t, b.Upgrades().String(), "disagree: 4; upgraded, and asked a second time: 2")
	}
}

// keptOf are the first n results of a batch, as a file of results tells of them.
func keptOf(t *testing.T, a batch.Asker, questions []evidence.Question, n int) (kept []batch.Kept) {
	t.Helper()
	require.NoError(t, batch.New(a, questions).Run(t.Context(), 1, func(r *record.Result) error {
		kept = append(kept, batch.Kept{ID: r.ID, Run: r.Run, Policy: "mine", Withheld: r.QualityGates.UpgradeWithheld})
		return nil
	}))
	return kept[:n]
}

func TestAResumedBatchAnswersTheRestAsTheWholeOneWouldHave(t *testing.T) {
	questions := null.Questions(4)
	for _, most := range []int{0, 2} {
		a := null.Asker{Cap: most}
		whole := keptOf(t, a, questions, 4)
		for n := range whole {
			b := batch.New(a, questions)
			require.NoError(t, b.Resume(whole[:n]))
			assert.Equal(t, 4-n, b.Left())
			var rest []batch.Kept
			require.NoError(t, b.Run(t.Context(), 2, func(r *record.Result) error {
				rest = append(rest, batch.Kept{ID: r.ID, Run: r.Run, Policy: "mine", Withheld: r.QualityGates.UpgradeWithheld})
				return nil
			}))
			assert.Equal(t, whole[n:], rest)
		}
	}
}

func TestResultsOfAnotherBatchAreNotMixedIn(t *testing.T) {
	questions := null.Questions(3)
	resume := func(a batch.Asker, kept ...batch.Kept) error { return batch.New(a, questions).Resume(kept) }
	plain, capped := null.Asker{}, null.Asker{Cap: 1}
	first := keptOf(t, plain, questions, 1)[0]
	dealt := keptOf(t, capped, questions, 2)

	other := first
	other.Run = "another"
	assert.ErrorContains(t, resume(plain, other), `answers question "q0" under another policy (mine)`)
	assert.ErrorContains(t, resume(plain, first, first), `"q0", which is not in the batch, or was answered before`)
	assert.ErrorContains(t, resume(capped, dealt[1]), `answers question "q1" where the batch has "q0"`)
	id, err := capped.RunIDWith(questions[0], host.AskOptions{WithholdUpgrade: true})
	require.NoError(t, err)
	assert.ErrorContains(t, resume(capped, batch.Kept{ID: "q0", Run: id, Withheld: true}), "its upgrade was withheld, after 0 of 1")
}
