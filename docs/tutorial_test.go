package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/testwasm"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// commands are the blocks of a page that are marked as shell, in their order.
var commands = regexp.MustCompile("(?s)```sh\n(.*?)```")

// tutorial is the shell of a page, block after block.
func tutorial(t *testing.T, page string) string {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	var script strings.Builder
	for _, block := range commands.FindAllStringSubmatch(string(text), -1) {
		script.WriteString(block[1])
	}
	require.NotEmpty(t, script.String())
	return script.String()
}

// The reader of plugin-authors.md is told to type exactly this.
func TestTheTutorialForPluginAuthorsWorksWordForWord(t *testing.T) {
	thorough.Only(t, "builds the program and a plugin")
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	bin, home, work := t.TempDir(), t.TempDir(), t.TempDir()
	build := exec.Command("go", "build", "-o", bin, "./cmd/sparkhost")
	build.Dir = root
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	testwasm.Link(t, home)
	shell := exec.Command("bash", "-euo", "pipefail", "-c", tutorial(t, "plugin-authors.md"))
	shell.Dir = work
	shell.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "SPARKHOST_CACHE="+home, "SPARKHOST_SDK=", "GOFLAGS=-mod=mod", "GOPROXY=off", "GOMODCACHE="+filepath.Join(home, "mod"), "CI=")
	out, err = shell.CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Contains(t, string(out), "Aspirin inhibits COX-1.")
	assert.FileExists(t, filepath.Join(work, "sparkhost.lock.hcl"))
}
