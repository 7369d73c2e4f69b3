package english

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// noun matches the comment of a function that says which thing it is in place of what it returns.
var noun = regexp.MustCompile(`^// \w+ (is|are) (the|a|an|those|that|one|what|how|where|which|all|every|each|some) `)

func TestCommentsOfFunctionsSayWhatTheyReturn(t *testing.T) {
	files := token.NewFileSet()
	require.NoError(t, filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil || ast.IsGenerated(file) {
			return err
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Doc != nil && returnsThing(f) {
				assert.False(t, noun.MatchString(f.Doc.List[0].Text), "%s: write %s returns …: %s", files.Position(f.Pos()), f.Name.Name, f.Doc.List[0].Text)
			}
		}
		return nil
	}))
}

// returnsThing tells functions whose first result is a thing from those that answer yes or no.
func returnsThing(f *ast.FuncDecl) bool {
	if f.Type.Results == nil {
		return false
	}
	name, ok := f.Type.Results.List[0].Type.(*ast.Ident)
	return !ok || name.Name != "bool"
}
