package hostile_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/hostile"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// swarm are the cases of one round: those that take long stay out.
func swarm(large bool) []hostile.Case {
	cases := hostile.Cases()
	return slices.DeleteFunc(cases, func(c hostile.Case) bool { return c.Heavy || c.Bound.Memory > 1<<20 && !large })
}

// attack runs one case as a user of its own: load, calls, close. A case with little time may spend it
// before its call when all cores are busy.
func attack(s *plugin.Sandbox, c *hostile.Case) error {
	ctx := context.Background()
	p, err := s.Load(ctx, plugin.Source{Name: "hostile", Wasm: c.Wasm()}, limitsOf(c.Bound))
	if c.Phase != hostile.PhaseCall || c.Kind == string(plugin.KindTime) && err != nil {
		return expect(c, c.Kind, err)
	}
	if err != nil {
		return err
	}
	for _, kind := range c.Calls()[:1] {
		_, _, err := p.Call(ctx, hostile.Request())
		if err := expect(c, kind, err); err != nil {
			return err
		}
	}
	return p.Close(ctx)
}

func expect(c *hostile.Case, kind string, err error) error {
	if kind == "" && err == nil || kind != "" && errors.Is(err, plugin.Kind(kind)) {
		return nil
	}
	return fmt.Errorf("%s: %w, not of kind %q", c.Name, errors.Join(err, errors.New("failed")), kind)
}

// heap returns the bytes that are reachable.
func heap() uint64 {
	runtime.GC()
	runtime.GC() // what finalizers let go of
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// Sixty-four callers attack through one sandbox, and use a normal plugin of it between their attacks. In
// every round it answers each of them; after each round goroutines and memory are as after the first.
func TestSixtyFourHostileCallersHarmNeitherTheHostNorEachOther(t *testing.T) {
	rounds, callers := thorough.Number(3, 1), thorough.Number(64, 8)
	s := newSandbox(t, plugin.Options{})
	normal, err := s.Load(context.Background(), plugin.Source{Name: "normal", Wasm: hostile.Spark().Bytes()}, plugin.Limits{Instances: 4})
	require.NoError(t, err)
	cases := swarm(thorough.Wanted())
	var after []uint64
	var goroutines []int
	for range rounds {
		var all sync.WaitGroup
		errs := make([]error, callers)
		for n := range callers {
			all.Go(func() {
				for at := n; at < len(cases); at += callers {
					errs[n] = errors.Join(errs[n], attack(s, &cases[at]), ask(normal))
				}
				for range 10 {
					errs[n] = errors.Join(errs[n], ask(normal))
				}
			})
		}
		all.Wait()
		require.NoError(t, errors.Join(errs...))
		after, goroutines = append(after, heap()), append(goroutines, runtime.NumGoroutine())
	}
	assert.Zero(t, normal.Stats().Failed)
	assert.LessOrEqual(t, normal.Stats().Started, uint64(4), "its instances were never thrown away")
	assert.Equal(t, goroutines[0], goroutines[rounds-1])
	assert.Less(t, after[rounds-1], after[0]+8<<20, "the heap after each round: %v", after)
}

// ask wants the score of one item from the normal plugin.
func ask(p *plugin.Plugin) error {
	response, _, err := p.Call(context.Background(), hostile.Request())
	if err == nil && !slices.Equal(response.Score.Scores, []float64{0.5}) {
		err = fmt.Errorf("the normal plugin answered %v", response.Score.Scores)
	}
	return err
}
