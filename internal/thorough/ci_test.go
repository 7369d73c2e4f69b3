package thorough

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const root = "../.."

// A line of CI runs the tests that a pattern matches in some folders, with everything.
type line struct {
	folders []string
	names   []string // parts of the pattern; none: all tests
}

var ciLine = regexp.MustCompile(`SPARKHOST_THOROUGH=1 (?:\w+=\S+ )*go test (?:-timeout \S+ )?((?:\./\S+ ?)+)(?:-run "([^"]+)")?`)

func ciLines(t *testing.T) (lines []line) {
	t.Helper()
	script, err := os.ReadFile(root + "/.ci/run")
	require.NoError(t, err)
	for _, m := range ciLine.FindAllStringSubmatch(strings.ReplaceAll(string(script), "\\\n", ""), -1) {
		l := line{folders: strings.Fields(strings.ReplaceAll(m[1], "./", "")), names: strings.Split(m[2], "|")}
		lines = append(lines, l)
	}
	return lines
}

func (l line) runs(folder, test string) bool {
	return slices.Contains(l.folders, folder) &&
		slices.ContainsFunc(l.names, func(name string) bool { return strings.HasPrefix(test, name) })
}

// dependents are the tests that use this package, by folder.
func dependents(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	require.NoError(t, filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") || strings.Contains(path, "internal/thorough/") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), "sparkhost/internal/thorough\"") {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		out[filepath.ToSlash(folder)] = append(out[filepath.ToSlash(folder)], testsUsing(t, path)...)
		return err
	}))
	return out
}

func testsUsing(t *testing.T, path string) (names []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	require.NoError(t, err)
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || !uses(f, "thorough") {
			continue
		}
		assert.True(t, strings.HasPrefix(f.Name.Name, "Test"), "%s: call thorough in the test, so that CI's line can be checked, not in %s", path, f.Name.Name)
		names = append(names, f.Name.Name)
	}
	return names
}

func uses(f *ast.FuncDecl, name string) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}

func TestEveryTestThatDoesMoreInCIIsInALineOfCI(t *testing.T) {
	lines, by := ciLines(t), dependents(t)
	assert.NotEmpty(t, by)
	for folder, tests := range by {
		for _, test := range tests {
			run := slices.ContainsFunc(lines, func(l line) bool { return l.runs(folder, test) })
			assert.True(t, run, "no line of .ci/run sets %s for %s of %s", Variable, test, folder)
		}
	}
}

func TestEveryNameInALineOfCIIsOfATestThatDoesMoreThere(t *testing.T) {
	by := dependents(t)
	for _, l := range ciLines(t) {
		for _, name := range l.names {
			met := slices.ContainsFunc(l.folders, func(folder string) bool {
				return slices.ContainsFunc(by[folder], func(test string) bool { return strings.HasPrefix(test, name) })
			})
			assert.True(t, met, "%s in %v", name, l.folders)
		}
	}
}
