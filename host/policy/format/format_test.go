package format_test

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/format"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/internal/doubling"
	"github.com/sparkhost/sparkhost/policies"
)

func TestFormatMovesSpacesOnly(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"attributes of a block line up", "policy \"p\" {\n extends=[a]\n   description  =  \"x\"\n}\n", "policy \"p\" {\n  extends     = [a]\n  description = \"x\"\n}\n"},
		{"comments and empty lines stay", "# a\n\n\nlocals {\nx=1 # b\n}\n", "# a\n\n\nlocals {\n  x = 1 # b\n}\n"},
		{"blocks keep their order", "source \"b\" {}\nsource \"a\" {}\n", "source \"b\" {}\nsource \"a\" {}\n"},
		{"texts keep their spaces", "locals {\n  x = \"a  =  b\"\n}\n", "locals {\n  x = \"a  =  b\"\n}\n"},
		{"an empty file stays empty", "", ""},
		{"a missing last newline is not added", "x =  1", "x = 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, diags := format.Source("x.policy.hcl", []byte(tt.in))
			require.Empty(t, diags)
			assert.Equal(t, tt.want, string(got))
		})
	}
}

func TestFormatLeavesWhatDoesNotParse(t *testing.T) {
	src := []byte("policy \"p\" {\n   x=\n")
	got, diags := format.Source("x.policy.hcl", src)
	require.True(t, diags.HasErrors())
	assert.Equal(t, string(src), string(got))
	assert.Equal(t, "x.policy.hcl", diags[0].Subject.Filename)
	assert.IsType(t, diag.Code{}, diags[0].Extra)
}

func TestFirstDifferenceCountsLines(t *testing.T) {
	tests := []struct {
		name, old, new string
		line, lines    int
	}{
		{"equal texts do not part", "a\nb\n", "a\nb\n", 0, 0},
		{"one line", "a\nb\nc", "a\nB\nc", 2, 1},
		{"a longer text", "a", "a\nb\nc", 2, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			line, lines := format.FirstDifference([]byte(tt.old), []byte(tt.new))
			assert.Equal(t, []int{tt.line, tt.lines}, []int{line, lines})
		})
	}
}

func TestShippedPoliciesAreFormatted(t *testing.T) {
	paths, err := filepath.Glob("../../../policies/*.hcl")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, p := range paths {
		src, err := os.ReadFile(p)
		require.NoError(t, err)
		got, diags := format.Source(p, src)
		require.Empty(t, diags)
		assert.Equal(t, string(src), string(got), "run sparkhost policy fmt policies/")
	}
}

// FuzzFormat holds Source to three properties on any text: twice is once, nothing but
// space changes, and a policy means after it what it meant before.
func FuzzFormat(f *testing.F) {
	for _, pattern := range []string{"../testdata/broken/*.policy.hcl", "../../../policies/*.policy.hcl"} {
		paths, err := filepath.Glob(pattern)
		require.NoError(f, err)
		for _, p := range paths {
			text, err := os.ReadFile(p)
			require.NoError(f, err)
			f.Add(text)
		}
	}
	for _, s := range []string{"policy \"p\" {\n  order = [one]\n\n  gate \"g\" {\n    condition = answer.score > 1\n  }\n}\n", "a=<<E\n x\nE\nb  =1\n", "a=[\n1,\n  2]\r\n", "a = -  1\n#c", "\ufeffa=1", "x{\ny=<<-E\n  ${1}\n  E\n}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		doubling.Text(t, string(text), func(text string) { _, _ = format.Source("x.policy.hcl", []byte(text)) })
		once, diags := format.Source("x.policy.hcl", text)
		if diags.HasErrors() {
			require.Equal(t, string(text), string(once))
			return
		}
		twice, diags := format.Source("x.policy.hcl", once)
		require.Empty(t, diags)
		require.Equal(t, string(once), string(twice))
		require.Equal(t, meanings(text), meanings(once))
	})
}

// meanings are the digests of the policies of a text, or its first diagnostic's code.
func meanings(text []byte) []string {
	shipped := fstest.MapFS{"x.policy.hcl": {Data: text}}
	if base, err := policies.FS.ReadFile("as_written.policy.hcl"); err == nil {
		shipped["as_written.policy.hcl"] = &fstest.MapFile{Data: base}
	}
	set, diags := load.Load(load.Options{Path: "x", Shipped: shipped})
	var out []string
	if diags.HasErrors() {
		return append(out, diags[0].Extra.(diag.Code).ID)
	}
	for _, name := range set.Names() {
		p, _ := set.Policy(name)
		out = append(out, name+" "+p.Digest)
	}
	return out
}
