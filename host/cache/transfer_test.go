package cache

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/internal/store"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

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

func FuzzWorkOfLines(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		var l line
		if json.Unmarshal([]byte(text), &l) == nil {
			_, _ = l.check()
		}
	}, `{"kind":"search","key":"00","created":"2026-01-01T00:00:00Z","sha256":"00","value":"AAEC"}`)
}
