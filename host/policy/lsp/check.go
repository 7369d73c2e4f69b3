package lsp

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing/fstest"
	"time"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/format"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// check tells what is wrong with a document, as `policy validate` does of the file with this text. Policies are loaded with what they extend,
// and open documents stand in place of their files; test and variables files are parsed.
func (s *Server) check(d *document) []diagnostic {
	var diags hcl.Diagnostics
	name := d.path
	if strings.HasSuffix(d.path, schema.Suffix) {
		root, rel := rooted(d.path)
		name = rel
		_, diags = load.Load(load.Options{Path: rel, Tree: s.tree(root), Shipped: s.o.Shipped, Version: s.o.Version, Today: time.Now().UTC().Format(time.DateOnly)})
	} else {
		_, diags = format.Source(name, []byte(d.text))
	}
	out := []diagnostic{}
	for _, one := range diags {
		out = append(out, diagnosticOf(d, name, one))
	}
	return out
}

func diagnosticOf(d *document, name string, one *hcl.Diagnostic) diagnostic {
	out := diagnostic{Severity: 1, Source: "sparkhost", Message: one.Summary}
	if one.Detail != "" {
		out.Message += "\n" + one.Detail
	}
	if one.Severity == hcl.DiagWarning {
		out.Severity = 2
	}
	if code, ok := one.Extra.(diag.Code); ok {
		out.Code = code.ID
	}
	switch at := one.Subject; {
	case at != nil && at.Filename == name:
		out.Range = rangeOf(d.text, *at)
	case at != nil && at.Filename != "":
		out.Message = diag.Place(*at) + ": " + out.Message
		fallthrough
	default:
		out.Range = spanOf(d.text, 0, 1)
	}
	return out
}

// rooted splits a path into the root of the file system and what lies below it, with slashes.
func rooted(path string) (root, rel string) {
	root = filepath.VolumeName(path) + string(filepath.Separator)
	return root, strings.TrimPrefix(filepath.ToSlash(path[len(filepath.VolumeName(path)):]), "/")
}

// tree returns the file system with the open documents over it.
func (s *Server) tree(root string) fs.FS {
	over := fstest.MapFS{}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.open {
		if at, rel := rooted(d.path); at == root {
			over[rel] = &fstest.MapFile{Data: []byte(d.text), Mode: 0o600}
		}
	}
	return overlay{over, os.DirFS(root)}
}

// overlay is a file system in place of whose files others may stand. Folders are those below.
type overlay struct {
	over  fs.FS
	below fs.FS
}

// Open implements [fs.FS].
func (o overlay) Open(name string) (fs.File, error) {
	if info, err := fs.Stat(o.over, name); err == nil && !info.IsDir() {
		return o.over.Open(name)
	}
	f, err := o.below.Open(name)
	if err != nil {
		if made, merr := o.over.Open(name); merr == nil {
			return made, nil // the folder of a file that was not saved yet
		}
	}
	return f, err
}
