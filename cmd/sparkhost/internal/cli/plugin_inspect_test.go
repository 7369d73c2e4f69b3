package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/plugin/hostile"
)

func inspectModule(t *testing.T, wasm []byte) (code int, stdout, stderr string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "odd.wasm")
	require.NoError(t, os.WriteFile(path, wasm, 0o600))
	t.Setenv("SPARKHOST_CACHE", t.TempDir())
	var out, talk bytes.Buffer
	code = run(context.Background(), []string{"plugin", "inspect", path}, nil, &out, &talk)
	return code, out.String(), talk.String()
}

func TestInspectShowsTheOutlineOfAModuleThatTheHostRefuses(t *testing.T) {
	g := hostile.Spark()
	g.Imports = nil
	g.Import("not_of_wasi", "", "")
	code, stdout, stderr := inspectModule(t, g.Bytes())
	assert.Equal(t, shell.ExitFailed, code)
	assert.Contains(t, stdout, "wasi_snapshot_preview1.not_of_wasi")
	assert.Regexp(t, `(?m)^  abi +spark$`, stdout)
	assert.NotContains(t, stdout, "parameters")
	assert.Contains(t, stderr, "the host does not load it: plugin odd")
	assert.Contains(t, stderr, "it imports wasi_snapshot_preview1.not_of_wasi")
}

func TestInspectSaysWhyAPluginHasNoEstimate(t *testing.T) {
	g := hostile.Spark() // gives one score, however many items there are
	code, stdout, _ := inspectModule(t, g.Bytes())
	assert.Equal(t, shell.ExitDone, code, "the module is loaded all the same")
	assert.Regexp(t, `(?m)^  fuel +\d+ to start; cost of a call unknown, because the plugin refuses contract: .*1 values for 50 rows$`, stdout)
	assert.Regexp(t, `(?m)^columns\n  none\nparameters\n  none$`, stdout)
}
