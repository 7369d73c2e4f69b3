package cache

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/sparkhost/sparkhost/host/internal/store"
)

// childEnv makes the test binary act as a process that holds a cache until killed.
const childEnv = "SPARKHOST_TEST_CACHE_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childEnv); dir != "" {
		holdUntilKilled(dir)
	}
	goleak.VerifyTestMain(m)
}

func holdUntilKilled(dir string) {
	c, err := Open(context.Background(), Options{Dir: dir, Command: "child"})
	if err == nil {
		err = c.Put(testKey("kept"), []byte("value"))
	}
	fmt.Println("ready", err)
	time.Sleep(time.Hour)
}

func testKey(text string) Key { return NewKey("test").Text(text).Sum() }

// clock is a clock that the test moves.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

func newClock() *clock { return &clock{time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)} }

// both runs a test on a folder and in memory.
func both(t *testing.T, o Options, test func(t *testing.T, c *Cache)) {
	t.Helper()
	t.Run("on disk", func(t *testing.T) {
		o.Dir = t.TempDir()
		test(t, openTest(t, o))
	})
	t.Run("in memory", func(t *testing.T) {
		o.Dir = ""
		c, err := newCache(o, store.Memory())
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, c.Close()) })
		test(t, c)
	})
}

func openTest(t testing.TB, o Options) *Cache {
	t.Helper()
	c, err := Open(context.Background(), o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}
