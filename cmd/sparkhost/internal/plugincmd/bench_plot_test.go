package plugincmd

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestADrawingThatCannotBePlacedLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "p.png")
	require.NoError(t, os.Mkdir(path, 0o700))
	b := &benchmark{Plugins: []benchPlugin{{Name: "a"}}, MadeUp: true, Batches: []benchBatch{{Rows: 1, Results: []benchResult{{P50: 10, P99: 20}}}}}
	require.Error(t, drawBench(path, b))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 1)
	assert.True(t, entries[0].IsDir())
}
