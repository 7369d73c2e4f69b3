package cache

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

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
