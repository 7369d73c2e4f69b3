package cache

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host/internal/store"
)

func TestKeysDifferWhenAnyFieldDiffers(t *testing.T) {
	keys := map[string]Key{
		"ab, c":      NewKey("k").Text("ab").Text("c").Sum(),
		"a, bc":      NewKey("k").Text("a").Text("bc").Sum(),
		"abc":        NewKey("k").Text("abc").Sum(),
		"abc, empty": NewKey("k").Text("abc").Text("").Sum(),
		"bytes abc":  NewKey("k").Bytes([]byte("abc")).Sum(),
		"kind kab":   NewKey("kab").Text("c").Sum(),
		"number":     NewKey("k").Number(1).Sum(),
		"its bytes":  NewKey("k").Bytes([]byte{0, 0, 0, 0, 0, 0, 0, 1}).Sum(),
		"negative":   NewKey("k").Number(-1).Sum(),
	}
	seen := map[string]string{}
	for name, k := range keys {
		require.Empty(t, seen[k.String()], "%s and %s share a key", name, seen[k.String()])
		seen[k.String()] = name
	}
	require.Equal(t, keys["abc"], NewKey("k").Text("abc").Sum())
	require.Equal(t, Kind("k"), keys["abc"].Kind())
}

func TestKeysOfDifferentFieldListsDiffer(t *testing.T) {
	fields := rapid.SliceOf(rapid.SampledFrom([]string{"", "a", "b", "ab", "\x00", "t\x00"}))
	sum := func(list []string) Key {
		b := NewKey("k")
		for _, f := range list {
			b.Text(f)
		}
		return b.Sum()
	}
	rapid.Check(t, func(t *rapid.T) {
		x, y := fields.Draw(t, "x"), fields.Draw(t, "y")
		if same := fmt.Sprintf("%q", x) == fmt.Sprintf("%q", y); same != (sum(x) == sum(y)) {
			t.Fatalf("%q and %q", x, y)
		}
	})
}

func TestDoComputesOnceAndThenHits(t *testing.T) {
	both(t, Options{}, func(t *testing.T, c *Cache) {
		calls := 0
		fn := func(context.Context) ([]byte, error) { calls++; return []byte("v"), nil }
		for i, want := range []bool{false, true, true} {
			v, hit, err := c.Do(t.Context(), testKey("a"), fn)
			require.NoError(t, err)
			require.Equal(t, "v", string(v))
			require.Equal(t, want, hit, "call %d", i)
		}
		require.Equal(t, 1, calls)
		v, hit, err := c.Do(t.Context(), testKey("empty"), func(context.Context) ([]byte, error) { return nil, nil })
		require.NoError(t, err)
		require.False(t, hit)
		require.Empty(t, v)
		_, hit, err = c.Do(t.Context(), testKey("empty"), nil)
		require.NoError(t, err)
		require.True(t, hit, "an empty value is a value")
	})
}

func TestErrorsAreNotCached(t *testing.T) {
	both(t, Options{}, func(t *testing.T, c *Cache) {
		boom := errors.New("boom")
		_, _, err := c.Do(t.Context(), testKey("a"), func(context.Context) ([]byte, error) { return nil, boom })
		require.ErrorIs(t, err, boom)
		_, _, err = c.Do(t.Context(), testKey("a"), func(context.Context) ([]byte, error) { panic("ouch") })
		require.ErrorContains(t, err, "panicked: ouch")
		v, hit, err := c.Do(t.Context(), testKey("a"), func(context.Context) ([]byte, error) { return []byte("v"), nil })
		require.NoError(t, err)
		require.False(t, hit)
		require.Equal(t, "v", string(v))
	})
}

func TestConcurrentCallersShareOneFlight(t *testing.T) {
	both(t, Options{}, func(t *testing.T, c *Cache) {
		var calls atomic.Int32
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				v, _, err := c.Do(t.Context(), testKey("a"), func(context.Context) ([]byte, error) {
					calls.Add(1)
					return []byte("v"), nil
				})
				if err != nil || string(v) != "v" {
					t.Errorf("got %q, %v", v, err)
				}
			})
		}
		wg.Wait()
		require.EqualValues(t, 1, calls.Load())
	})
}

func TestACancelledCallerDoesNotCancelTheOthers(t *testing.T) {
	c, err := OpenMemory()
	require.NoError(t, err)
	defer c.Close()
	started, release := make(chan struct{}), make(chan struct{})
	fn := func(ctx context.Context) ([]byte, error) {
		close(started)
		select {
		case <-release:
			return []byte("v"), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	first, cancel := context.WithCancelCause(t.Context())
	result := make(chan error, 2)
	go func() { _, _, err := c.Do(first, testKey("a"), fn); result <- err }()
	<-started
	go func() { _, _, err := c.Do(t.Context(), testKey("a"), fn); result <- err }()
	require.Eventually(t, func() bool {
		c.flights.mu.Lock()
		defer c.flights.mu.Unlock()
		return c.flights.active[testKey("a")].waiting == 2
	}, time.Minute, time.Millisecond)
	gone := errors.New("gone")
	cancel(gone)
	require.ErrorIs(t, <-result, gone)
	close(release)
	require.NoError(t, <-result)
}

func TestAFlightWithoutCallersIsCancelled(t *testing.T) {
	c, err := OpenMemory()
	require.NoError(t, err)
	defer c.Close()
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	_, _, err = c.Do(ctx, testKey("a"), func(own context.Context) ([]byte, error) {
		cancel()
		<-own.Done()
		close(stopped)
		return nil, own.Err()
	})
	require.ErrorIs(t, err, context.Canceled)
	<-stopped
	_, _, err = c.Do(ctx, testKey("b"), nil)
	require.ErrorIs(t, err, context.Canceled, "a cancelled context starts nothing")
}

func TestCloseCancelsFlightsAndWaits(t *testing.T) {
	c, err := OpenMemory()
	require.NoError(t, err)
	started, result := make(chan struct{}), make(chan error, 1)
	go func() {
		_, _, err := c.Do(context.Background(), testKey("a"), func(ctx context.Context) ([]byte, error) {
			close(started)
			<-ctx.Done()
			return nil, context.Cause(ctx)
		})
		result <- err
	}()
	<-started
	require.NoError(t, c.Close())
	require.ErrorIs(t, <-result, ErrClosed)
	require.NoError(t, c.Close())
	_, _, err = c.Do(context.Background(), testKey("a"), nil)
	require.ErrorIs(t, err, ErrClosed)
}

func TestEntriesExpireByKind(t *testing.T) {
	now := newClock()
	both(t, Options{Clock: now.Now, TTL: map[Kind]time.Duration{"test": time.Hour}}, func(t *testing.T, c *Cache) {
		forever := NewKey("other").Text("a").Sum()
		require.NoError(t, c.Put(testKey("a"), []byte("v")))
		require.NoError(t, c.Put(forever, []byte("v")))
		now.now = now.now.Add(time.Hour - 1)
		_, ok, err := c.Get(testKey("a"))
		require.NoError(t, err)
		require.True(t, ok)
		now.now = now.now.Add(1)
		_, ok, err = c.Get(testKey("a"))
		require.NoError(t, err)
		require.False(t, ok)
		_, ok, err = c.Get(forever)
		require.NoError(t, err)
		require.True(t, ok)
		r, err := c.GC(t.Context())
		require.NoError(t, err)
		require.EqualValues(t, 1, r.Expired)
		require.EqualValues(t, 1, r.Entries)
	})
}

func TestTheOldestGoWhenTheCapIsPassed(t *testing.T) {
	now := newClock()
	both(t, Options{Clock: now.Now, MaxBytes: 10_000}, func(t *testing.T, c *Cache) {
		for i := range 30 {
			require.NoError(t, c.Put(testKey(fmt.Sprint(i)), noise(1000)))
			now.now = now.now.Add(time.Second)
		}
		s, err := c.Stats()
		require.NoError(t, err)
		require.LessOrEqual(t, s.Bytes, int64(10_000))
		require.Greater(t, s.Entries, int64(5))
		for i := range 30 {
			_, ok, err := c.Get(testKey(fmt.Sprint(i)))
			require.NoError(t, err)
			require.Equal(t, int64(i) >= 30-s.Entries, ok, "entry %d of %d left", i, s.Entries)
		}
		require.Equal(t, 30-s.Entries, s.Kinds[0].Evictions)
		require.NoError(t, c.Put(testKey("huge"), noise(20_000)), "what never fits is not stored")
		_, ok, err := c.Get(testKey("huge"))
		require.NoError(t, err)
		require.False(t, ok)
	})
}

func TestEvictionGivesTheDiskBack(t *testing.T) {
	dir := t.TempDir()
	c := openTest(t, Options{Dir: dir})
	for i := range 300 {
		require.NoError(t, c.Put(testKey(fmt.Sprint(i)), noise(50_000)))
	}
	require.NoError(t, c.Close())
	c = openTest(t, Options{Dir: dir, MaxBytes: 1_000_000})
	r, err := c.GC(t.Context())
	require.NoError(t, err)
	require.Greater(t, r.DiskBefore, int64(15_000_000))
	require.Less(t, r.DiskAfter, int64(2_000_000))
	require.EqualValues(t, 300, r.Entries+r.Evicted)
	_, err = c.Export(t.Context(), &bytes.Buffer{})
	require.NoError(t, err, "the store works after it was exchanged")
}

func TestOverwritingCountsOnce(t *testing.T) {
	now := newClock()
	both(t, Options{Clock: now.Now}, func(t *testing.T, c *Cache) {
		for range 3 {
			require.NoError(t, c.Put(testKey("a"), []byte("value")))
			now.now = now.now.Add(time.Minute)
		}
		before, err := c.Stats()
		require.NoError(t, err)
		require.EqualValues(t, 1, before.Entries)
		c.used.loaded = false
		after, err := c.Stats()
		require.NoError(t, err)
		require.Equal(t, before.Bytes, after.Bytes, "the running sum is that of the index")
	})
}

func TestCountersAddUpOverProcesses(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		c := openTest(t, Options{Dir: dir})
		_, _, err := c.Do(t.Context(), testKey("a"), func(context.Context) ([]byte, error) { return []byte("value"), nil })
		require.NoError(t, err)
		_, _, err = c.Do(t.Context(), testKey("a"), nil)
		require.NoError(t, err)
		require.NoError(t, c.Close())
	}
	c := openTest(t, Options{Dir: dir})
	s, err := c.Stats()
	require.NoError(t, err)
	require.Len(t, s.Kinds, 1)
	require.Equal(t, Counters{Hits: 3, Misses: 1, BytesServed: 15}, s.Kinds[0].Counters)
	require.Positive(t, s.DiskBytes)
}

// damage flips a byte of the stored value of key.
func TestAValueThatCannotBeStoredIsReturnedAllTheSame(t *testing.T) {
	var told []string
	c, err := newCache(Options{Notify: func(s string) { told = append(told, s) }}, store.Memory())
	require.NoError(t, err)
	defer c.Close()
	c.db = full{c.db}
	for i := range 2 {
		v, hit, err := c.Do(t.Context(), testKey(fmt.Sprint(i)), func(context.Context) ([]byte, error) { return []byte("v"), nil })
		require.NoError(t, err)
		require.False(t, hit)
		require.Equal(t, "v", string(v))
	}
	require.Equal(t, []string{"results are not cached: cache: disk is full"}, told)
	s, err := c.Stats()
	require.NoError(t, err)
	require.EqualValues(t, 2, s.Kinds[0].Unstored)
}

// full refuses every write as a full disk does.
type full struct{ store.DB }

func (full) Write(...store.Entry) error { return ErrFull }

// noise does not compress.
func noise(n int) []byte {
	b := make([]byte, n)
	r := rand.New(rand.NewPCG(uint64(n), rand.Uint64()))
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}
