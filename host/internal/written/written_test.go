package written_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/internal/written"
)

func TestAFileIsWrittenWholeOrStaysAsItWas(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	path := filepath.Join(dir, "one.json")
	require.NoError(t, written.JSON(path, map[string]string{"b": "<1>", "a": "é"}))
	require.Error(t, written.JSON(path, math.Inf(1)))
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "{\n \"a\": \"é\",\n \"b\": \"<1>\"\n}\n", string(got))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "taken"), 0o700))
	require.Error(t, written.JSON(filepath.Join(dir, "taken"), 1), "a folder is in the way")
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o644), info.Mode())
}

func TestALineIsCutBetweenCharactersAndHasNoControlCharacters(t *testing.T) {
	for _, tt := range []struct {
		text string
		n    int
		want string
	}{
		{"short", 5, "short"}, {"shorter", 5, "short…"}, {"a\nb\x1bc", 9, "a b c"}, {"aé", 2, "a…"}, {"", 0, ""},
	} {
		assert.Equal(t, tt.want, written.Line(tt.text, tt.n), "%q to %d", tt.text, tt.n)
	}
}
