package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

// Wherever a file is named, an endless one ends the command with a sentence, and takes no more memory than its bound.
func TestAnEndlessFileEndsTheCommand(t *testing.T) {
	const zeros = "/dev/zero"
	if _, err := os.Stat(zeros); err != nil {
		t.Skip("there is no endless file here")
	}
	dir := t.TempDir()
	link := filepath.Join(dir, "link.jsonl")
	require.NoError(t, os.Symlink(zeros, link))
	questions := filepath.Join(t.TempDir(), "q.jsonl")
	require.NoError(t, os.WriteFile(questions, []byte(`{"id":"q","question":"Does zinc shorten colds?","type":"claim","answer":"supported"}`+"\n"), 0o600))
	home := t.TempDir()
	tests := map[string][]string{
		"explain":      {"explain", zeros},
		"replay":       {"replay", zeros},
		"a link":       {"explain", link},
		"prices":       {"run", "--prices", zeros, "--question", "Does zinc shorten colds?", "--cache", home},
		"questions":    {"run", "--questions", zeros, "--cache", home},
		"a record":     {"policy", "diff", "baseline", "standard", "--records", dir},
		"an export":    {"cache", "import", zeros, "--cache", home},
		"a script":     {"model", "standin", "--script", zeros},
		"results":      {"eval", "score", "--questions", questions, "--results", zeros},
		"a policy":     {"policy", "validate", zeros},
		"a module":     {"plugin", "verify", zeros},
		"a lock":       {"run", "--lock", zeros, "--question", "Does zinc shorten colds?", "--cache", home},
		"variables":    {"policy", "validate", "baseline", "--var-file", zeros},
		"keys":         {"run", "--credentials", zeros, "--question", "Does zinc shorten colds?", "--cache", home},
		"a corpus":     {"corpus", "index", "--corpus", zeros, "--cache", home},
		"a ranking":    {"eval", "retrieval", "--run", zeros, "--questions", questions},
		"queries":      {"corpus", "search", "--queries", zeros, "--corpus", questions, "--cache", home},
		"a monitor":    {"eval", "monitor", zeros, zeros, "--questions", questions},
		"a pull there": {"plugin", "verify", "--lock", zeros, "builtin:stance"},
	}
	for name, args := range tests {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			code, _, problems := sparkhost(args...)
			runtime.ReadMemStats(&after)
			assert.NotEqual(t, shell.ExitDone, code)
			assert.NotContains(t, problems, "unknown flag")
			assert.NotContains(t, problems, "unknown command")
			assert.NotEmpty(t, problems)
			t.Logf("%d MiB: %s", (after.TotalAlloc-before.TotalAlloc)>>20, problems)
			assert.Less(t, (after.TotalAlloc-before.TotalAlloc)>>20, uint64(600))
		})
	}
}
