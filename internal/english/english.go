// Package english finds phrases in comments and documents that a reader has to solve like a riddle.
package english

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A Line is one line of prose: of a comment, or of a document.
type Line struct {
	File string // relative to the root that was read
	Line int    // from 1
	Text string
}

// A Rule finds a phrase and says what to write instead.
type Rule struct {
	Name    string
	Pattern *regexp.Regexp
	Instead string
}

// Banned lists phrases that no text may use.
var Banned = []Rule{
	{"talk to stderr", regexp.MustCompile(`talk (goes )?to (stderr|standard error)`), "messages go to stderr"},
	{"belongs into", regexp.MustCompile(`\bbelongs? into\b`), "belongs in"},
	{"the dearest", regexp.MustCompile(`\bdearest\b`), "the most expensive"},
	{"known are", regexp.MustCompile(`: known are `), "must be one of:"},
	{"that is none", regexp.MustCompile(`\ba \w+ that is none\b`), "name the thing, such as a fake model"},
	{"one layout", regexp.MustCompile(`\btheir one layout\b`), "format"},
}

// Riddles lists forms that old comments still have; new ones must not.
var Riddles = []Rule{
	{"X is what", regexp.MustCompile(`\b(is|are) (what|how|why|who|where)\b`), "start with the name and a verb: Reader reads…"},
	{"X is no Y", regexp.MustCompile(`\b(is|are) no [a-z]`), "X is not a Y"},
}

// Lines reads the comments of Go files and the lines of Markdown files below root. It leaves out folders named in skip
// (relative to root) and testdata. An error is of a file that cannot be read or parsed.
func Lines(root string, skip ...string) ([]Line, error) {
	var lines []Line
	err := files(root, skip, func(path, name string) (err error) {
		var more []Line
		switch filepath.Ext(path) {
		case ".go":
			more, err = comments(path, name)
		case ".md":
			more, err = document(path, name)
		}
		lines = append(lines, more...)
		return err
	})
	return lines, err
}

// files calls visit with the path of each file below root, and with its name relative to root, but for folders named in skip and testdata.
func files(root string, skip []string, visit func(path, name string) error) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		if d.IsDir() {
			return leave(name, skip)
		}
		return visit(path, name)
	})
}

func leave(name string, skip []string) error {
	base := filepath.Base(name)
	if base == "testdata" || base == "node_modules" || (len(base) > 1 && base[0] == '.' && base != "..") {
		return fs.SkipDir
	}
	for _, s := range skip {
		if filepath.ToSlash(name) == s {
			return fs.SkipDir
		}
	}
	return nil
}

func comments(path, name string) ([]Line, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	var lines []Line
	for _, group := range file.Comments {
		for _, c := range group.List {
			lines = append(lines, split(c, set.Position(c.Pos()).Line, name)...)
		}
	}
	return lines, nil
}

func split(c *ast.Comment, first int, name string) []Line {
	var lines []Line
	for i, text := range strings.Split(c.Text, "\n") {
		lines = append(lines, Line{name, first + i, text})
	}
	return lines
}

func document(path, name string) ([]Line, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var lines []Line
	for i, text := range strings.Split(string(b), "\n") {
		lines = append(lines, Line{name, i + 1, text})
	}
	return lines, nil
}
