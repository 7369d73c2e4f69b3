package english

import (
	"go/ast"
	"go/parser"
	"go/token"
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
	set, read := token.NewFileSet(), 0
	require.NoError(t, files("../..", []string{"scratch"}, func(path, _ string) error {
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil || ast.IsGenerated(file) {
			return err
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Doc != nil && returnsThing(f) {
				read++
				assert.False(t, noun.MatchString(f.Doc.List[0].Text), "%s: write %s returns …: %s", set.Position(f.Pos()), f.Name.Name, f.Doc.List[0].Text)
			}
		}
		return nil
	}))
	assert.Greater(t, read, 3000, "the repository was read")
	assert.True(t, noun.MatchString("// share is the part of a text that another holds."))
}

// returnsThing tells functions whose first result is a thing from those that answer yes or no.
func returnsThing(f *ast.FuncDecl) bool {
	if f.Type.Results == nil {
		return false
	}
	name, ok := f.Type.Results.List[0].Type.(*ast.Ident)
	return !ok || name.Name != "bool"
}
