package cache

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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
	}, 5*time.Second, time.Millisecond)
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
func damage(t *testing.T, c *Cache, key Key) {
	t.Helper()
	raw, err := c.db.Get(key.entry())
	require.NoError(t, err)
	raw[15] ^= 1
	require.NoError(t, c.db.Write(store.Entry{Key: key.entry(), Value: raw}))
}

func TestADamagedEntryIsAMissAndVerifyFindsIt(t *testing.T) {
	both(t, Options{}, func(t *testing.T, c *Cache) {
		for _, name := range []string{"good", "bad", "repaired"} {
			require.NoError(t, c.Put(testKey(name), []byte("value of "+name)))
		}
		damage(t, c, testKey("bad"))
		damage(t, c, testKey("repaired"))
		v, hit, err := c.Do(t.Context(), testKey("repaired"), func(context.Context) ([]byte, error) { return []byte("new"), nil })
		require.NoError(t, err)
		require.False(t, hit)
		require.Equal(t, "new", string(v))

		r, err := c.Verify(t.Context())
		require.NoError(t, err)
		require.Equal(t, []Damaged{{"test", testKey("bad").String(), "damaged entry: wrong checksum"}}, r.Damaged)
		require.EqualValues(t, 3, r.Entries)
		r, err = c.Verify(t.Context())
		require.NoError(t, err)
		require.Empty(t, r.Damaged, "they are removed")
		s, err := c.Stats()
		require.NoError(t, err)
		require.EqualValues(t, 2, s.Entries)
		require.EqualValues(t, 1, s.Kinds[0].Damaged)
	})
}

func TestAnExportCanBeImported(t *testing.T) {
	now := newClock()
	both(t, Options{Clock: now.Now}, func(t *testing.T, c *Cache) {
		values := map[string]string{"a": "text", "b": "\x00\xff", "c": ""}
		for k, v := range values {
			require.NoError(t, c.Put(testKey(k), []byte(v)))
		}
		var out bytes.Buffer
		n, err := c.Export(t.Context(), &out)
		require.NoError(t, err)
		require.EqualValues(t, 3, n)

		other, err := newCache(Options{Clock: now.Now}, store.Memory())
		require.NoError(t, err)
		defer other.Close()
		for _, want := range []ImportReport{{Added: 3}, {Kept: 3}} {
			r, err := other.Import(t.Context(), bytes.NewReader(out.Bytes()))
			require.NoError(t, err)
			require.Equal(t, want, r)
		}
		for k, v := range values {
			got, ok, err := other.Get(testKey(k))
			require.NoError(t, err)
			require.True(t, ok)
			require.Equal(t, v, string(got))
		}
		var again bytes.Buffer
		_, err = other.Export(t.Context(), &again)
		require.NoError(t, err)
		require.Equal(t, out.String(), again.String())
	})
}

func TestABadImportLineIsNamed(t *testing.T) {
	c, err := newCache(Options{Clock: newClock().Now}, store.Memory())
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.Put(testKey("a"), []byte("value")))
	var out bytes.Buffer
	_, err = c.Export(t.Context(), &out)
	require.NoError(t, err)
	good := out.String()
	tests := []struct{ name, text, want string }{
		{"an empty file", "", "line 1: not an export"},
		{"another kind of file", "{}\n", "line 1: not an export"},
		{"a newer version", strings.Replace(good, `"version":1`, `"version":2`, 1), "line 1: not an export"},
		{"a cut line", good[:len(good)-9], "line 2: cut off"},
		{"a changed value", strings.Replace(good, `"value":"dmFs`, `"value":"dmFt`, 1), "line 2: the value of key"},
		{"a bad key", strings.Replace(good, `"key":"`, `"key":"00`, 1), "line 2: bad kind"},
		{"a date that cannot be", strings.Replace(good, `"created":"2026`, `"created":"1926`, 1), "line 2: created in the year 1926"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			other, err := OpenMemory()
			require.NoError(t, err)
			defer other.Close()
			r, err := other.Import(t.Context(), strings.NewReader(tt.text))
			require.ErrorContains(t, err, tt.want)
			require.Zero(t, r.Added)
		})
	}
}

func TestASecondProcessIsToldWhoHasTheFolderAndGetsItWhenTheFirstIsKilled(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+dir)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	ready, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "ready <nil>\n", ready)

	_, err = Open(t.Context(), Options{Dir: dir})
	var locked *LockedError
	require.ErrorAs(t, err, &locked)
	require.ErrorIs(t, err, ErrLocked)
	require.Equal(t, LockedError{Dir: dir, PID: cmd.Process.Pid, Command: "child"}, *locked)

	var told []string
	killed := false
	c, err := Open(t.Context(), Options{Dir: dir, Wait: time.Minute, Notify: func(s string) {
		told = append(told, s)
		killed = cmd.Process.Kill() == nil && cmd.Wait() != nil
	}})
	require.NoError(t, err)
	defer c.Close()
	require.True(t, killed)
	require.Equal(t, []string{fmt.Sprintf("waiting for process %d (child) that uses %s", cmd.Process.Pid, dir)}, told)
	v, ok, err := c.Get(testKey("kept"))
	require.NoError(t, err)
	require.True(t, ok, "what was acknowledged survives kill -9")
	require.Equal(t, "value", string(v))
}

func TestWaitingForTheFolderEndsWithTheContext(t *testing.T) {
	dir := t.TempDir()
	openTest(t, Options{Dir: dir})
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Open(ctx, Options{Dir: dir, Wait: time.Minute, Notify: func(string) { cancel() }})
	require.ErrorIs(t, err, context.Canceled)
}

func TestABadFolderIsNamedWithTheNextStep(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, []byte("x"), 0o600))
	corrupt := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(corrupt, "MANIFEST"), []byte("this is not a manifest"), 0o600))
	tests := []struct {
		name, dir, next string
		is              error
	}{
		{"a file", file, "not a folder", nil},
		{"below a file", filepath.Join(file, "x"), "not a folder", nil},
		{"a corrupt store", corrupt, "sparkhost cache verify", ErrCorrupt},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Open(t.Context(), Options{Dir: tt.dir})
			var bad *FolderError
			require.ErrorAs(t, err, &bad)
			require.ErrorContains(t, err, tt.dir)
			require.ErrorContains(t, err, tt.next)
			if tt.is != nil {
				require.ErrorIs(t, err, tt.is)
			}
		})
	}
}

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

func BenchmarkOpenAndCloseOfASmallStore(b *testing.B) {
	dir := b.TempDir()
	c := openTest(b, Options{Dir: dir})
	for i := range 1000 {
		require.NoError(b, c.Put(testKey(fmt.Sprint(i)), noise(500)))
	}
	require.NoError(b, c.Close())
	for b.Loop() {
		c, err := Open(context.Background(), Options{Dir: dir})
		require.NoError(b, err)
		require.NoError(b, c.Close())
	}
}

func BenchmarkDo(b *testing.B) {
	c := openTest(b, Options{Dir: b.TempDir()})
	value := bytes.Repeat([]byte("a search result, "), 300)
	fn := func(context.Context) ([]byte, error) { return value, nil }
	b.Run("hit", func(b *testing.B) {
		for b.Loop() {
			_, _, err := c.Do(context.Background(), testKey("hit"), fn)
			require.NoError(b, err)
		}
	})
	b.Run("miss", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			_, _, err := c.Do(context.Background(), NewKey("miss").Number(int64(i)).Sum(), fn)
			require.NoError(b, err)
		}
	})
}
