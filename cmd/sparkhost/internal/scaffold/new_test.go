package scaffold

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/bounded"
)

func TestTheExampleIsWhatNewMakes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "example")
	files, err := New(Options{Name: "brevity_json", Language: "extism-go", Contract: "score", Dir: dir, Version: "0.1.0"})
	require.NoError(t, err)
	for _, name := range files {
		want, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join(repository, "examples/plugins/extism-go", name))
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), "%s: make the example anew with `sparkhost plugin new`", name)
	}
}

func TestTheTinyGoTargetIsTheOneOfTheScripts(t *testing.T) {
	want, err := os.ReadFile(filepath.Join(repository, "scripts/toolchains/tinygo.json"))
	require.NoError(t, err)
	assert.Equal(t, string(want), string(tinygoTarget))
}

func TestAProjectIsWholeOrNotThere(t *testing.T) {
	parent := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(parent, "taken"), nil, 0o600))
	_, err := New(Options{Name: "x", Language: "go", Contract: "score", Dir: filepath.Join(parent, "taken", "x"), Version: "0.1.0"})
	require.Error(t, err)
	_, err = New(Options{Name: "x", Language: "c", Contract: "score", Dir: filepath.Join(parent, "x"), Version: "0.1.0", SDK: parent})
	require.ErrorContains(t, err, "is not a checkout of sparkhost")
	entries, err := os.ReadDir(parent)
	require.NoError(t, err)
	assert.Len(t, entries, 1)
}

func TestEveryProjectIsReadBackAsItWasMade(t *testing.T) {
	for _, language := range Languages() {
		for _, contract := range Contracts() {
			p := newProject(t, language, contract)
			assert.Equal(t, &Project{Dir: p.Dir, Name: "my_" + contract, Language: language, Contract: contract, SDK: "v0.1.0"}, p)
			l, err := languageOf(language)
			require.NoError(t, err)
			assert.FileExists(t, filepath.Join(p.Dir, l.main[contract]))
			golden, err := fs.Glob(os.DirFS(p.Golden()), "*.json")
			require.NoError(t, err)
			assert.GreaterOrEqual(t, len(golden), 2)
		}
	}
}

// The parser's work grows with the square of what is wrong.
func TestADescriptionOfAProjectIsShort(t *testing.T) {
	p := newProject(t, "go", "score")
	path := filepath.Join(p.Dir, ProjectFile)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, append(text, strings.Repeat("# x\n", 32<<10)...), 0o600))
	_, err = Open(p.Dir)
	assert.ErrorIs(t, err, bounded.ErrTooLarge)
}

func TestAMissingToolchainIsAnErrorThatSaysWhatToInstall(t *testing.T) {
	for _, language := range Languages() {
		p := newProject(t, language, "score")
		t.Setenv("PATH", t.TempDir())
		t.Setenv("SPARKHOST_TOOLCHAINS", t.TempDir())
		if _, err := os.Stat("/usr/bin/rustc"); language == "rust" && err == nil {
			continue // found by its path
		}
		_, err := Build(t.Context(), p)
		var lacks *MissingToolError
		require.ErrorAs(t, err, &lacks, language)
		assert.NotEmpty(t, lacks.Setup)
		if lacks.Script != "" {
			assert.FileExists(t, filepath.Join(repository, lacks.Script))
		}
		assert.NoFileExists(t, p.Module())
	}
}

func TestAProjectWhoseModuleCannotBeDownloadedSaysWhereItComesFrom(t *testing.T) {
	p := newProject(t, "extism-go", "score")
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOMODCACHE", t.TempDir())
	_, err := Build(t.Context(), p)
	var lacks *MissingToolError
	require.ErrorAs(t, err, &lacks)
	assert.Equal(t, "the Go module github.com/extism/go-pdk", lacks.Tool)
	assert.Contains(t, err.Error(), "GOPROXY=file:///FOLDER")
}

func TestAGoProjectReadsACheckoutInPlaceOfTheCopyWhenGivenOne(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	files, err := New(Options{Name: "mine", Language: "go", Contract: "score", Dir: dir, Version: "0.1.0", SDK: repository})
	require.NoError(t, err)
	assert.NotContains(t, files, "spark/go.mod")
	root, err := filepath.Abs(repository)
	require.NoError(t, err)
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	require.NoError(t, err)
	assert.Contains(t, string(mod), "=> "+filepath.ToSlash(root)+"\n")
	readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
	require.NoError(t, err)
	assert.NotContains(t, string(readme), "`spark/`")
}
