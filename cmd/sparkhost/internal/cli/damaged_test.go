package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

// A table that was cut short is a sentence in each command, and --repair moves the folder away without Badger opening it.
func TestATableThatWasCutShortIsASentence(t *testing.T) {
	home := homeFolder(t)
	corpus := filepath.Join(t.TempDir(), "c.jsonl")
	require.NoError(t, os.WriteFile(corpus, []byte(`{"id":"d","title":"Zinc and colds","abstract":"Zinc shortens colds in adults."}`+"\n"), 0o600))
	ask := []string{"run", "--cache", home, "--corpus", corpus, "--type", "claim", "--question", "Zinc shortens colds."}
	code, _, problems := sparkhost(ask...)
	require.Equal(t, shell.ExitDone, code, problems)
	cut := 0
	require.NoError(t, filepath.WalkDir(home, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".sst") {
			cut++
			return os.Truncate(path, 7)
		}
		return err
	}))
	require.Equal(t, 2, cut, "of the cache and of the records")
	code, _, problems = sparkhost(ask...)
	assert.Equal(t, shell.ExitFailed, code)
	assert.Contains(t, problems, "its end is cut off or overwritten")
	code, _, problems = sparkhost("cache", "verify", "--cache", home)
	assert.Equal(t, shell.ExitRefused, code)
	assert.Contains(t, problems, "cache verify --repair")
	code, _, problems = sparkhost("cache", "verify", "--repair", "--cache", home)
	assert.Equal(t, shell.ExitDone, code)
	assert.Contains(t, problems, ".damaged-1")
	code, _, problems = sparkhost("runs", "list", "--cache", home)
	assert.Equal(t, shell.ExitFailed, code)
	assert.Contains(t, problems, "move the folder away")
}
