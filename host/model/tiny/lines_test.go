package tiny_test

import (
	"bufio"
	"encoding/json"
	"iter"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// each reads a file of JSON lines.
func each[T any](t *testing.T, path string) iter.Seq[T] {
	t.Helper()
	return func(yield func(T) bool) {
		f, err := os.Open(path)
		require.NoError(t, err)
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			var v T
			require.NoError(t, json.Unmarshal(lines.Bytes(), &v))
			if !yield(v) {
				return
			}
		}
	}
}
