package load_test

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/internal/doubling"
	"github.com/sparkhost/sparkhost/policies"
)

// FuzzLoad holds Load to three properties on any text: it returns, allocates no more than it
// may, and what it reports can be written and points into the file.
func FuzzLoad(f *testing.F) {
	for _, pattern := range []string{"testdata/broken/*.policy.hcl", "../../../policies/*.policy.hcl"} {
		paths, err := filepath.Glob(pattern)
		require.NoError(f, err)
		for _, p := range paths {
			text, err := os.ReadFile(p)
			require.NoError(f, err)
			f.Add(text)
		}
	}
	f.Add([]byte(frame(gate("answer.score > 1"), "")))
	for _, text := range hostileTexts() {
		f.Add([]byte(text[:min(len(text), 4<<10)])) // the whole of each is for TestNoFileTakesMuchToRead
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		shipped := fstest.MapFS{"x.policy.hcl": {Data: text}}
		if base, err := policies.FS.ReadFile("as_written.policy.hcl"); err == nil {
			shipped["as_written.policy.hcl"] = &fstest.MapFile{Data: base}
		}
		set, diags := load.Load(load.Options{Path: "x", Shipped: shipped})
		runtime.ReadMemStats(&after)
		require.LessOrEqual(t, after.TotalAlloc-before.TotalAlloc, uint64(maxLoadBytes))
		require.NoError(t, diag.Write(io.Discard, diags, set.Files(), false))
		require.NoError(t, diag.WriteJSON(io.Discard, diags))
		for _, d := range diags {
			require.IsType(t, diag.Code{}, d.Extra)
			if d.Subject != nil {
				require.Contains(t, set.Files(), d.Subject.Filename)
			}
		}
		for _, name := range set.Names() {
			p, problems := set.Policy(name)
			require.Equal(t, diags.HasErrors(), problems.HasErrors())
			if p != nil {
				for _, g := range p.Gates {
					_, _ = g.Condition.Eval(policy.State{})
				}
			}
		}
	})
}

// FuzzWork holds policies to work that grows with the text and not faster.
func FuzzWork(f *testing.F) {
	base, err := policies.FS.ReadFile("as_written.policy.hcl")
	require.NoError(f, err)
	work := func(t testing.TB, text string) {
		shipped := fstest.MapFS{"x.policy.hcl": {Data: []byte(text)}, "as_written.policy.hcl": {Data: base}}
		set, diags := load.Load(load.Options{Path: "x", Shipped: shipped})
		require.NoError(t, diag.Write(io.Discard, diags, set.Files(), false))
		for _, name := range set.Names() {
			_, _ = set.Policy(name)
		}
	}
	doubling.Fuzz(f, work, "variable \"v#\" {\n type = number\n default = 1\n}\nlocals {\n l# = var.v0 + 1\n}\npolicy \"p#\" {\n extends = [as_written]\n order = [primary, r#]\n round \"r#\" {\n intents = [\"primary\"]\n }\n"+
		" gate \"g#\" {\n condition = answer.score > 0.# || mode == \"a${1}b\"\n }\n}\nplugin \"x#\" {\n source = \"builtin:stance\"\n config = { k# = [1, 2] }\n}\n", frame(gate("answer.score > 1"), ""))
}
