package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

func TestARunEndsWhenItsTimeIsOutAndSaysSo(t *testing.T) {
	corpus := filepath.Join(t.TempDir(), "c.jsonl")
	require.NoError(t, os.WriteFile(corpus, []byte(`{"id":"d","title":"Zinc and colds","abstract":"Zinc shortens colds in adults."}`+"\n"), 0o600))
	ask := []string{"run", "--cache", homeFolder(t), "--corpus", corpus, "--type", "claim", "--question", "Zinc shortens colds.", "--timeout"}
	code, _, problems := sparkhost(append(ask, "1ns")...)
	assert.Equal(t, shell.ExitInterrupted, code)
	assert.Contains(t, problems, "out of time (--timeout 1ns)")
	code, _, problems = sparkhost(append(ask, "10h")...)
	assert.Equal(t, shell.ExitDone, code, problems)
}
