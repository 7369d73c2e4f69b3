package account

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host/fleet/broker"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func accounts(t *testing.T, url string) *Accounts {
	t.Helper()
	b, err := broker.Open(t.Context(), broker.Options{URL: url})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	a, err := Open(t.Context(), b)
	require.NoError(t, err)
	return a
}

func TestWhatIsChargedAndTakenNeverExceedsTheLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := State{Limit: rapid.Int64Range(0, 1000).Draw(t, "limit")}
		for n := range rapid.IntRange(1, 60).Draw(t, "steps") {
			token := fmt.Sprint(rapid.IntRange(0, 5).Draw(t, "token"))
			if rapid.Bool().Draw(t, "take") {
				_, err := s.take(token, "w", rapid.Int64Range(1, 100).Draw(t, "worst"))
				require.True(t, err == nil || errors.Is(err, ErrExhausted))
			} else {
				s.settle(token, rapid.Int64Range(0, max(0, s.Blocks[token].Size)).Draw(t, "spent"))
			}
			require.GreaterOrEqual(t, s.Left(), int64(0), n)
		}
	})
}

func TestABlockIsSettledOnceHoweverOftenThatIsTold(t *testing.T) {
	s := State{Limit: 100}
	_, err := s.take("a", "w", 10)
	require.NoError(t, err)
	assert.True(t, s.settle("a", 7))
	assert.False(t, s.settle("a", 7), "a repetition after a lost acknowledgement")
	assert.Equal(t, State{Limit: 100, Charged: 7, Blocks: map[string]Block{}}, s)
}

// Workers spend at random and some die with their block; what was really spent is counted beside.
func TestWorkersThatDieNeverMakeABatchPassItsBudget(t *testing.T) {
	a := accounts(t, fleettest.Start(t, 1, nil).URL())
	for seed := range uint64(4) {
		batch := fmt.Sprint("batch", seed)
		const limit, worst = 5_000, 40
		require.NoError(t, a.Limit(t.Context(), batch, limit))
		var spent atomic.Int64
		var running sync.WaitGroup
		for n := range uint64(4) {
			running.Go(func() { spend(t, a, batch, rand.New(rand.NewPCG(seed, n)), worst, &spent) })
		}
		running.Wait()
		assert.LessOrEqual(t, spent.Load(), int64(limit))
		assert.Greater(t, spent.Load(), int64(limit)/4, "the budget was of use")
		s, ok, err := a.State(t.Context(), batch)
		require.NoError(t, err)
		assert.True(t, ok)
		assert.GreaterOrEqual(t, s.Charged+s.Taken(), spent.Load(), "all that was spent is accounted for")
	}
}

// spend asks questions until the budget is exhausted; now and then the worker dies and another takes its place.
func spend(t *testing.T, a *Accounts, batch string, random *rand.Rand, worst int64, spent *atomic.Int64) {
	p := a.Purse(batch, "w")
	for {
		err := p.Reserve(t.Context(), worst)
		if errors.Is(err, ErrExhausted) {
			assert.NoError(t, p.Close(t.Context()))
			return
		}
		if !assert.NoError(t, err) {
			return
		}
		cost := random.Int64N(worst + 1)
		spent.Add(cost)
		if random.IntN(20) == 0 {
			p = a.Purse(batch, "another") // kill -9: nothing is settled
			continue
		}
		p.Settle(worst, cost)
	}
}

type step struct {
	token string
	worst int64 // of a taking; 0: a settlement
	spent int64
}

// model is one account without any servers.
func model(limit int64) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return "0|" },
		Step: func(state, input, output any) (bool, any) {
			s := parse(limit, state.(string))
			in := input.(step)
			if in.worst == 0 {
				return s.settle(in.token, in.spent), format(s)
			}
			size, err := s.take(in.token, "w", in.worst)
			if err != nil {
				size = -1
			}
			return size == output.(int64), format(s)
		},
	}
}

func TestReservationsAreLinearizable(t *testing.T) {
	url := fleettest.Start(t, 1, nil).URL()
	all := []*Accounts{accounts(t, url), accounts(t, url), accounts(t, url)}
	for n := range fleettest.Histories(40) {
		const limit = 200
		batch := fmt.Sprint("h", n)
		require.NoError(t, all[0].Limit(t.Context(), batch, limit))
		h := history(t.Context(), t, all, batch)
		require.True(t, porcupine.CheckOperations(model(limit), h), "%+v", h)
	}
}

// history has workers take and settle blocks at once.
func history(ctx context.Context, t *testing.T, all []*Accounts, batch string) (out []porcupine.Operation) {
	t.Helper()
	var mu sync.Mutex
	var running sync.WaitGroup
	began := time.Now()
	for client, a := range all {
		running.Go(func() {
			for n := range int64(3) {
				p := a.Purse(batch, "w")
				call := time.Since(began)
				worst := 40 + 10*n
				err := p.open(ctx, worst)
				got := p.size
				if errors.Is(err, ErrExhausted) {
					got = -1
				} else if !assert.NoError(t, err) {
					return
				}
				ended := time.Since(began)
				mu.Lock()
				in := step{token: p.token, worst: worst}
				if got < 0 {
					in.token = fmt.Sprint(client, n)
				}
				out = append(out, porcupine.Operation{ClientId: client, Input: in, Output: got, Call: int64(call), Return: int64(ended)})
				mu.Unlock()
				if got < 0 || n == 2 {
					continue // the last block stays, as of a worker that died
				}
				token := p.token
				p.spent = 10
				call = time.Since(began)
				if !assert.NoError(t, p.close(ctx)) {
					return
				}
				ended = time.Since(began)
				mu.Lock()
				out = append(out, porcupine.Operation{ClientId: client, Input: step{token: token, spent: 10}, Output: int64(0), Call: int64(call), Return: int64(ended)})
				mu.Unlock()
			}
		})
	}
	running.Wait()
	return out
}
