package mechanisms

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// A Repository is the tree that a table speaks of. Its methods read each folder once; they are not for concurrent use.
type Repository struct {
	fs      fs.FS
	parsed  map[string][]source
	written map[string]string // the text of a folder's Go files, tests apart
	named   []*regexp.Regexp  // see steps
	metrics [][]string        // see hasMetric
}

type source struct {
	path string
	file *ast.File
}

// NewRepository looks at the tree under root.
func NewRepository(root fs.FS) *Repository {
	return &Repository{fs: root, parsed: map[string][]source{}, written: map[string]string{}}
}

func (r *Repository) exists(name string) bool {
	_, err := fs.Stat(r.fs, name)
	return err == nil
}

// sources parses the Go files of a folder; a folder without any has none.
func (r *Repository) sources(dir string) ([]source, error) {
	if known, ok := r.parsed[dir]; ok {
		return known, nil
	}
	names, err := fs.Glob(r.fs, path.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var out []source
	for _, name := range names {
		text, err := fs.ReadFile(r.fs, name)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		out = append(out, source{name, file})
	}
	r.parsed[dir] = out
	return out, nil
}

// below parses the Go files of a folder and of the folders in it.
func (r *Repository) below(dir string) ([]source, error) {
	out, err := r.sources(dir)
	if err != nil {
		return nil, err
	}
	rooms, err := fs.Glob(r.fs, path.Join(dir, "*", "doc.go"))
	if err != nil {
		return nil, err
	}
	for _, room := range rooms {
		more, err := r.sources(path.Dir(room))
		if err != nil {
			return nil, err
		}
		out = append(out[:len(out):len(out)], more...)
	}
	return out, nil
}

// files names the Go files of a folder and of the folders in it.
func (r *Repository) files(dir string) ([]string, error) {
	own, err := fs.Glob(r.fs, path.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	inner, err := fs.Glob(r.fs, path.Join(dir, "*", "*.go"))
	return append(own, inner...), err
}

// A Test names a test of a rule: a function, written "host/policy.TestName", or a file, such as a script or a golden
// answer, written "path/name.txtar" or, with words that it must hold, "path/name.txtar: words".
type Test struct {
	File  string // the folder of a function
	Name  string // of the function
	Words string
}

// Func says whether it is a function.
func (t Test) Func() bool { return t.Name != "" }

func parseTest(text string) Test {
	if file, words, ok := strings.Cut(text, ": "); ok {
		return Test{File: file, Words: words}
	}
	if i := strings.LastIndex(text, ".Test"); i > 0 {
		return Test{File: text[:i], Name: text[i+1:]}
	}
	return Test{File: text}
}

// fileOf returns the file that declares a test function; empty: none does.
func (r *Repository) fileOf(t Test) string {
	sources, _ := r.sources(t.File)
	for _, s := range sources {
		declares := func(d ast.Decl) bool {
			f, ok := d.(*ast.FuncDecl)
			return ok && f.Recv == nil && f.Name.Name == t.Name
		}
		if strings.HasSuffix(s.path, "_test.go") && slices.ContainsFunc(s.file.Decls, declares) {
			return s.path
		}
	}
	return ""
}

// checkTest says what is wrong with a test that a row names.
func (r *Repository) checkTest(text string) error {
	ref := parseTest(text)
	if ref.Func() {
		if r.fileOf(ref) == "" {
			return fmt.Errorf("no file of %s declares %s", ref.File, ref.Name)
		}
		return nil
	}
	body, err := fs.ReadFile(r.fs, ref.File)
	switch {
	case err != nil:
		return fmt.Errorf("the test %q is neither folder.TestName nor a file", text)
	case !strings.Contains(string(body), ref.Words):
		return fmt.Errorf("%s does not hold %q", ref.File, ref.Words)
	}
	return nil
}
