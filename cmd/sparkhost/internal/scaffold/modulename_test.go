package scaffold

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAGoProjectIsNotCalledLikeAPackageOfGo(t *testing.T) {
	for _, lang := range []string{"go", "tinygo", "extism-go"} {
		for _, name := range []string{"fmt", "unsafe", "cmd", "con", "lpt9"} {
			dir := filepath.Join(t.TempDir(), "x")
			_, err := New(Options{Name: name, Language: lang, Contract: "score", Dir: dir, Version: "0.1.0"})
			require.ErrorContains(t, err, "choose another, such as my_"+name, lang)
			assert.True(t, missing(dir))
		}
	}
	_, err := New(Options{Name: "fmt", Language: "c", Contract: "score", Dir: filepath.Join(t.TempDir(), "x"), Version: "0.1.0"})
	require.NoError(t, err, "in C a name is only a name")
}

func TestEveryFirstElementOfGosOwnPackagesIsKnown(t *testing.T) {
	out, err := exec.Command("go", "list", "std").Output()
	require.NoError(t, err)
	for path := range strings.FieldsSeq(string(out)) {
		first, _, _ := strings.Cut(path, "/")
		assert.Error(t, checkModule(first, "go"), first)
	}
}
