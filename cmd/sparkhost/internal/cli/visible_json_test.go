package cli

import (
	"bytes"
	"encoding/json"
	"log"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

func TestJSONMeansTheSameAndActsOnNoTerminal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune("\u009b\u202e\u2066\u200f\u0085\x1b\"")))).Draw(t, "text")
		for _, write := range []func(*bytes.Buffer) error{
			func(b *bytes.Buffer) error { return shell.Encoder(b).Encode(text) },
			func(b *bytes.Buffer) error { return shell.WriteLine(b, text) },
		} {
			var b bytes.Buffer
			require.NoError(t, write(&b))
			var back string
			require.NoError(t, json.Unmarshal(b.Bytes(), &back))
			require.Equal(t, text, back)
			require.False(t, bytes.ContainsAny(b.Bytes(), "\u009b\u202e\u2066\u200f\u0085\x1b"), "%q", b.String())
		}
	})
}

// Each format of a run and the verdicts on policies show a mark of direction in a question as an escape.
func TestNoFormatPassesMarksOfDirectionOn(t *testing.T) {
	dir, cache := t.TempDir(), homeFolder(t)
	corpus := filepath.Join(dir, "c.jsonl")
	require.NoError(t, os.WriteFile(corpus, []byte(`{"id":"d","title":"Zinc \u202eand\u009b colds","abstract":"Zinc shortens \u202ecolds\u009b2J in adults."}`+"\n"), 0o600))
	page, junit := filepath.Join(dir, "r.html"), filepath.Join(dir, "r.xml")
	for _, format := range []string{"text", "json", "jsonl", "junit", "github", "sarif"} {
		_, out, problems := sparkhost("run", "--cache", cache, "--corpus", corpus, "--type", "claim", "--question", "Zinc shortens \u202ecolds\u009b2J.", "--format", format, "--report", page, "--report", junit)
		require.Equal(t, format == "github", out == "", problems) // annotations tell of failures only
		for _, path := range []string{page, junit} {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			out += string(text)
		}
		assert.NotContains(t, out+problems, "\u202e", format)
		assert.NotContains(t, out+problems, "\u009b", format)
	}
	policy := filepath.Join(dir, "p.policy.hcl")
	require.NoError(t, os.WriteFile(policy, []byte("policy \"p\" {\n description = \"\u202e\u009b\n}\n"), 0o600))
	for _, format := range []string{"text", "json", "github", "sarif"} {
		_, out, problems := sparkhost("policy", "validate", policy, "--format", format)
		assert.NotContains(t, out+problems, "\u202e", format)
		assert.NotContains(t, out+problems, "\u009b", format)
	}
}

// What net/http logs by itself, such as of a server that talks unasked, does not reach the user.
func TestLogsOfLibrariesAreNotShown(t *testing.T) {
	var shown bytes.Buffer
	log.SetOutput(&shown)
	t.Cleanup(func() { log.SetOutput(os.Stderr) })
	Main([]string{"version"}, bytes.NewReader(nil), &bytes.Buffer{}, &bytes.Buffer{})
	log.Print("Unsolicited response received on idle HTTP channel")
	assert.Empty(t, shown.String())
}
