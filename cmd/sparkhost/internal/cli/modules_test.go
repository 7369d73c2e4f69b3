package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/plugins"
)

// policyWithModule makes a folder with a module, and a policy that names it.
func policyWithModule(t *testing.T) (dir, module string) {
	t.Helper()
	dir = t.TempDir()
	wasm, err := plugins.Open("authority")
	require.NoError(t, err)
	module = filepath.Join(dir, "authority.wasm")
	require.NoError(t, os.WriteFile(module, wasm, 0o600))
	text := "plugin \"authority\" {\n  source = \"./authority.wasm\"\n}\n\npolicy \"mine\" {\n  extends = [standard]\n}\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mine.policy.hcl"), []byte(text), 0o600))
	return dir, module
}

func TestCtrlCWhileAModuleIsLoadedExits130(t *testing.T) {
	dir, module := policyWithModule(t)
	t.Setenv("SPARKHOST_CACHE", t.TempDir())
	stopped, stop := context.WithCancel(context.Background())
	stop()
	policy := filepath.Join(dir, "mine.policy.hcl")
	for _, line := range [][]string{
		{"plugin", "verify", module, "--digest", strings.Repeat("0", 64)},
		{"plugin", "push", module, "oci://localhost:1/a:b"},
		{"lock", "--policy", policy, "--check=false"},
		{"policy", "validate", policy, "--plugins"},
	} {
		var out, stderr bytes.Buffer
		assert.Equal(t, shell.ExitInterrupted, run(stopped, line, nil, &out, &stderr), "%v: %s", line, &stderr)
		assert.Equal(t, "sparkhost: interrupted\n", stderr.String(), "%v", line)
	}
}

func TestVerifyExits1WhereTheCacheCannotBeWritten(t *testing.T) {
	_, module := policyWithModule(t)
	home := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(home, "wasm"), nil, 0o600))
	t.Setenv("SPARKHOST_CACHE", home)
	var out, stderr bytes.Buffer
	assert.Equal(t, shell.ExitFailed, run(context.Background(), []string{"plugin", "verify", module, "--digest", strings.Repeat("0", 64)}, nil, &out, &stderr))
	assert.Contains(t, stderr.String(), "compilation cache ")
}
