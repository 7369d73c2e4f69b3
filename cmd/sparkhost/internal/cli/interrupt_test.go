package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

const quickstart = "../../../../examples/quickstart/"

// program is the sparkhost command: this test binary under that name, see TestMain.
func program(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "sparkhost")
	require.NoError(t, os.Symlink(self, path))
	return path
}

// runQuickstart is a command that answers the sample questions into out.
func runQuickstart(t *testing.T, home, out string, more ...string) *exec.Cmd {
	t.Helper()
	args := []string{"run", "--corpus", quickstart + "corpus.jsonl", "--questions", quickstart + "questions.jsonl",
		"--policy", "baseline", "--format", "jsonl", "--out", out}
	c := exec.Command(program(t), append(args, more...)...)
	c.Env = append(os.Environ(), "SPARKHOST_CACHE="+home)
	return c
}

// signalAfter starts the command, waits until out has that many lines, and signals it.
func signalAfter(t *testing.T, c *exec.Cmd, out string, lines int, signal os.Signal) error {
	t.Helper()
	require.NoError(t, c.Start())
	require.Eventually(t, func() bool {
		data, err := os.ReadFile(out)
		return err == nil && bytes.Count(data, []byte("\n")) >= lines
	}, time.Minute, time.Millisecond)
	require.NoError(t, c.Process.Signal(signal))
	return c.Wait()
}

var elapsed = regexp.MustCompile(`"elapsed_ms":[0-9.]+`)

func withoutTimes(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return elapsed.ReplaceAllString(string(data), "")
}

func TestARunThatWasKilledGoesOnWithResume(t *testing.T) {
	home, dir := homeFolder(t), t.TempDir()
	whole, out, some := filepath.Join(dir, "whole.jsonl"), filepath.Join(dir, "r.jsonl"), filepath.Join(dir, "questions.jsonl")
	text, err := os.ReadFile(quickstart + "questions.jsonl")
	require.NoError(t, err)
	lines := slices.Collect(bytes.Lines(text))
	require.NoError(t, os.WriteFile(some, bytes.Join(lines[:thorough.Number(len(lines), 24)], nil), 0o600))
	require.NoError(t, runQuickstart(t, home, whole, "--questions", some).Run())

	killed := t.TempDir()
	require.NoError(t, os.Symlink(filepath.Join(home, "wasm"), filepath.Join(killed, "wasm")))
	require.Error(t, signalAfter(t, runQuickstart(t, killed, out, "--questions", some), out, 5, syscall.SIGKILL))
	require.NoError(t, runQuickstart(t, killed, out, "--questions", some, "--resume").Run())
	assert.Equal(t, withoutTimes(t, whole), withoutTimes(t, out))
}

func TestCtrlCFinishesTheCurrentQuestionsAndExits130(t *testing.T) {
	home, out := homeFolder(t), filepath.Join(t.TempDir(), "r.jsonl")
	c := runQuickstart(t, home, out, "--concurrency", "2")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	err := signalAfter(t, c, out, 5, os.Interrupt)
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit)
	assert.Equal(t, shell.ExitInterrupted, exit.ExitCode())
	assert.Contains(t, stderr.String(), "interrupted after")
	assert.Contains(t, stderr.String(), "--resume")
	data, err := os.ReadFile(out)
	require.NoError(t, err)
	assert.True(t, bytes.HasSuffix(data, []byte("}\n")), "the last line is whole")
}
