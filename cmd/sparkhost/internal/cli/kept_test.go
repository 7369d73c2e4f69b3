package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/docs"
	"github.com/sparkhost/sparkhost/host/lock"
)

// keptFolders lists folders of files as releases wrote them; those of 0.1 are of a build of November 2026, before its
// release. They are never written again: a change that cannot read them breaks what
// docs/compatibility.md promises.
func keptFolders(t *testing.T) []string {
	t.Helper()
	dirs, err := filepath.Glob("testdata/kept/*")
	require.NoError(t, err)
	require.NotEmpty(t, dirs)
	return dirs
}

func TestFilesOfEarlierReleasesAreRead(t *testing.T) {
	t.Setenv("SPARKHOST_CACHE", t.TempDir())
	// In CI a lock has to name the plugins of the shipped policies, which change with a release.
	t.Setenv("CI", "")
	for _, dir := range keptFolders(t) {
		in := func(name string) string { return filepath.Join(dir, name) }
		for _, test := range []struct {
			args []string
			want string // in what is printed
		}{
			{[]string{"policy", "validate", in("kept.policy.hcl")}, ""},
			{[]string{"explain", in("record.jsonl")}, "confidence 0.726579962"},
			{[]string{"runs", "show", in("record.jsonl")}, "verdict        answered"},
			{[]string{"runs", "verify", in("record.jsonl")}, ""},
			{[]string{"eval", "score", "--results", in("results.jsonl"), "--questions", in("questions.jsonl")}, "accuracy"},
		} {
			var out, errs bytes.Buffer
			code := run(t.Context(), test.args, strings.NewReader(""), &out, &errs)
			assert.Zero(t, code, "%v: %s", test.args, errs.String())
			assert.Contains(t, out.String(), test.want, "%v", test.args)
		}
	}
}

func TestALockOfAnEarlierReleaseIsWrittenAgainAsItWas(t *testing.T) {
	for _, dir := range keptFolders(t) {
		path := filepath.Join(dir, lock.FileName)
		f, diags, err := lock.Read(path)
		require.NoError(t, err)
		require.Empty(t, diags)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, string(text), string(f.Bytes()))
	}
}

func TestResultsOfEarlierReleasesFollowTheSchema(t *testing.T) {
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(docs.ResultSchema))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("result.schema.json", parsed))
	schema, err := c.Compile("result.schema.json")
	require.NoError(t, err)
	for _, dir := range keptFolders(t) {
		text, err := os.ReadFile(filepath.Join(dir, "results.jsonl"))
		require.NoError(t, err)
		for line := range bytes.Lines(text) {
			result, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
			require.NoError(t, err)
			require.NoError(t, schema.Validate(result))
		}
	}
}
