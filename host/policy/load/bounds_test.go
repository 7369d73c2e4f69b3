package load_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy/load"
)

// fill writes n sibling files of so many bytes beside a policy that looks for a name that none of
// them has, so that all would be read.
func fill(t testing.TB, n, bytes int, unit string) string {
	path := write(t, "p.policy.hcl", "policy \"p\" {\n  extends = [nowhere]\n}\n")
	for i := range n {
		text := strings.Repeat(unit, bytes/len(unit))
		require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(path), fmt.Sprintf("s%03d.policy.hcl", i)), []byte(text), 0o644))
	}
	return path
}

func TestAFolderIsReadUpToABound(t *testing.T) {
	load := func(path string) string {
		_, diags := load.Load(load.Options{Path: path})
		return listing(diags)
	}
	assert.NotContains(t, load(fill(t, 30, 1000, "# x\n")), "P002")
	assert.Contains(t, load(fill(t, 1100, 4, "# x\n")), "P002 too-large: The folder has too many policy files")
	assert.Contains(t, load(fill(t, 9, 60<<10, "# x\n")), "P002 too-large: The folder has too many policy files")
	assert.Contains(t, load(filepath.Dir(fill(t, 1100, 4, "# x\n"))), "P002 too-large: The folder has too many policy files", "asked for as a whole too")
}

// BenchmarkHostileFolder loads beside siblings that are as bad as they may be.
func BenchmarkHostileFolder(b *testing.B) {
	for name, unit := range map[string]string{
		"blocks":     "a \"b\" {\n}\n",
		"brackets":   strings.Repeat("(", 60) + "1" + strings.Repeat(")", 60) + "\n",
		"attributes": "x = 1\n",
		"locals":     "locals {\n  a = [1, 2, 3]\n}\n",
		"text":       "a = \"" + strings.Repeat("${x}", 20) + "\"\n",
		"policies":   "policy \"p\" {\n}\n",
		"operators":  "a = " + strings.Repeat("1 + ", 200) + "1\n",
	} {
		path := fill(b, 64, 250<<10, unit)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				_, diags := load.Load(load.Options{Path: path})
				require.True(b, diags.HasErrors())
			}
		})
	}
}
