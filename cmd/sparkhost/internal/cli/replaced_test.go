package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAFileThatCannotBeWrittenWholeStaysAsItWas(t *testing.T) {
	dir, module := policyWithModule(t)
	t.Setenv("SPARKHOST_CACHE", t.TempDir())
	out := filepath.Join(dir, "out.wasm")
	require.NoError(t, os.WriteFile(out, []byte("old"), 0o600))
	c := exec.Command("sh", "-c", `ulimit -f 1; exec "$0" plugin pull "$1" -o "$2" --force`, program(t), module, out)
	said, err := c.CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(said), "file too large")
	got, err := os.ReadFile(out)
	require.NoError(t, err)
	assert.Equal(t, "old", string(got))

	require.NoError(t, exec.Command(program(t), "plugin", "pull", module, "-o", out, "--force").Run())
	info, err := os.Stat(out)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o644), info.Mode())
	left, err := filepath.Glob(out + ".*")
	require.NoError(t, err)
	assert.Empty(t, left)
}
