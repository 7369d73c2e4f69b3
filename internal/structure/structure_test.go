package structure

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mostFiles is the most files, tests apart, that a folder may hold.
const mostFiles = 45

// rules say which packages (and those below them) import none of which others.
var rules = []struct {
	of   string
	none []string
	but  string // this package may
}{
	{"sdk", []string{"host", "cmd", "internal", "plugins"}, ""},
	{"plugins", []string{"cmd", "host/internal/run", "host/policy"}, ""},
	{"host", []string{"cmd", "github.com/spf13/cobra"}, ""},
	{"host/policy", []string{"host/plugin", "host/retrieval", "host/budget", "host/cache", "host/evidence", "github.com/tetratelabs/wazero"}, ""},
	{"host/plugin", []string{"host/policy", "host/retrieval", "host/model", "github.com/hashicorp/hcl"}, ""},
	{"host/retrieval", []string{"host/policy", "host/plugin", "host/model", "host/internal/run"}, "host/retrieval/fulltext/pdf"}, // its reader of PDF is a module in the sandbox
	{"host/model", []string{"host/retrieval", "host/plugin", "host/internal/run"}, ""},
	{"host/budget", []string{"host/policy", "host/evidence", "host/cache"}, ""},
	{"host/cache", []string{"host/policy", "host/evidence", "host/budget"}, ""},
	{"host/evidence", []string{"host/policy", "host/budget", "host/cache"}, ""},
	{"host/internal", []string{"host/serve", "host/eval"}, ""},
}

func read(t *testing.T) []Folder {
	folders, err := Read("../..")
	require.NoError(t, err)
	require.Greater(t, len(folders), 100, "the repository was read")
	return folders
}

func TestNoFolderHoldsMoreThan45Files(t *testing.T) {
	for _, f := range read(t) {
		assert.LessOrEqual(t, len(f.Files), mostFiles, "%s: split it by one idea each", f.Path)
	}
}

func TestPackagesImportOnlyWhatTheirLayerMay(t *testing.T) {
	for _, r := range rules {
		seen := 0
		for _, f := range read(t) {
			if !Under(f.Path, r.of) || r.but != "" && Under(f.Path, r.but) {
				continue
			}
			seen++
			for file, imports := range f.Imports {
				for _, i := range imports {
					for _, none := range r.none {
						assert.False(t, Under(i, none), "%s/%s imports %s", f.Path, file, i)
					}
				}
			}
		}
		assert.NotZero(t, seen, "%s is a folder", r.of)
	}
}

func TestUnderMeansAPackageOrOneBelowIt(t *testing.T) {
	assert.True(t, Under(Module+"host/model", "host/model"))
	assert.True(t, Under(Module+"host/model/openai", "host/model"))
	assert.True(t, Under("github.com/hashicorp/hcl/v2", "github.com/hashicorp/hcl"))
	assert.False(t, Under(Module+"host/models", "host/model"))
}
