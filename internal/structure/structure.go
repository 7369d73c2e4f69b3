// Package structure reads the repository's packages and what they import, for the tests that hold the architecture.
package structure

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// Module is the prefix of the repository's own packages.
const Module = "github.com/sparkhost/sparkhost/"

// A Folder is one package: its Go files without tests, and what they import.
type Folder struct {
	Path    string              // from the root of the repository, with slashes
	Files   []string            // names, in order
	Imports map[string][]string // by file
}

// Read reads the folders below root that hold Go files. Folders named testdata, and modules of their own, are left out.
func Read(root string) ([]Folder, error) {
	var out []Folder
	err := filepath.WalkDir(root, func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if skipped(root, dir) {
			return filepath.SkipDir
		}
		f, err := folder(dir)
		if err != nil {
			return err
		}
		if rel, err := filepath.Rel(root, dir); err == nil && len(f.Files) > 0 {
			f.Path = filepath.ToSlash(rel)
			out = append(out, f)
		}
		return nil
	})
	return out, err
}

func skipped(root, dir string) bool {
	if dir == root {
		return false
	}
	name := filepath.Base(dir)
	if name == "testdata" || strings.HasPrefix(name, ".") {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

func folder(dir string) (Folder, error) {
	f := Folder{Imports: map[string][]string{}}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return f, err
	}
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, parser.ImportsOnly)
		if err != nil {
			return f, err
		}
		f.Files = append(f.Files, name)
		for _, i := range parsed.Imports {
			if p, err := strconv.Unquote(i.Path.Value); err == nil {
				f.Imports[name] = append(f.Imports[name], p)
			}
		}
	}
	return f, nil
}

// Under says whether a package is one of the named ones or below it. Names without a dot in their first part are the
// repository's own.
func Under(pkg, of string) bool {
	if own := strings.TrimPrefix(pkg, Module); own != pkg {
		pkg = own
	}
	return pkg == of || strings.HasPrefix(pkg, path.Clean(of)+"/")
}
