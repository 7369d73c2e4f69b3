package shell_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

func TestProcessesOfAUserShareTheirLimitsWhateverTheirCaches(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", home)
	t.Setenv(shell.LimitsVariable, "")
	t.Setenv("SPARKHOST_CACHE", t.TempDir())
	assert.Equal(t, filepath.Join(home, "sparkhost", "sources"), shell.LimitsDir("a"))
	assert.Equal(t, shell.LimitsDir("a"), shell.LimitsDir("b"))
	t.Setenv(shell.LimitsVariable, "chosen")
	assert.Equal(t, "chosen", shell.LimitsDir("a"))
}

func TestWithoutAFolderOfTheUserLimitsAreKeptBelowTheCache(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	t.Setenv(shell.LimitsVariable, "")
	t.Setenv("XDG_CACHE_HOME", file)
	assert.Equal(t, filepath.Join("a", "sources"), shell.LimitsDir("a"))
}
