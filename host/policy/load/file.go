package load

import (
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A key names a definition: kind is "policy", "plugin", "source", "model", "var" or "local".
type key struct{ kind, name string }

// A def is a definition and where it stands.
type def struct {
	key
	at   hcl.Range
	file *file
}

// A file is one parsed policy file.
type file struct {
	name    string // as shown in positions
	base    string // within its folder
	source  *hcl.File
	body    *hclsyntax.Body
	tree    *syntax.Node // after phase C
	shipped bool
	named   bool // the user asked for it, rather than something in it being referred to
	diags   hcl.Diagnostics
}

// A folder is one layer of policy files.
type folder struct {
	fs      fs.FS
	prefix  string // put before a file's name in positions
	shipped bool
	files   map[string]*file // those read so far
	bytes   int              // read so far
	over    *file            // the first that no longer fitted; nil: all did
	index   map[key][]*file  // which files define what, once somebody asked

	outline map[key][]string // of the shipped folder, in place of index: which files may define what
}

// defining lists the files of the folder that define k, by name.
func (f *folder) defining(k key) []*file {
	if f.shipped {
		return f.shipping(k)
	}
	if f.index == nil {
		f.index = map[key][]*file{}
		for _, base := range f.all() {
			file := f.open(base)
			for _, d := range file.defs() {
				if with := f.index[d.key]; len(with) == 0 || with[len(with)-1] != file {
					f.index[d.key] = append(with, file)
				}
			}
		}
	}
	return f.index[k]
}

// list names the policy files of the folder, sorted.
func (f *folder) list() []string {
	if f == nil || f.fs == nil {
		return nil
	}
	entries, err := fs.ReadDir(f.fs, ".")
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && strings.HasSuffix(e.Name(), schema.Suffix) {
			names = append(names, e.Name())
		}
	}
	return names
}

// sourcesFolder holds the declared sources that ship, beside the shipped policies.
const sourcesFolder = "sources"

// all names the policy files of the folder, and those of shipped sources.
func (f *folder) all() []string {
	names := f.list()
	if f == nil || !f.shipped || f.fs == nil {
		return names
	}
	more, _ := fs.Glob(f.fs, sourcesFolder+"/*"+schema.Suffix) // the pattern is right
	return append(names, more...)
}

// Open reads and parses a file of the folder, once.
func (f *folder) open(base string) *file {
	if got := f.files[base]; got != nil {
		return got
	}
	out := &file{name: f.prefix + path.Base(base), base: base, shipped: f.shipped} // records keep files by their names alone
	f.files[base] = out
	if f.full(base) {
		out.source = &hcl.File{}
		if f.over == nil {
			f.over = out
		}
		return out
	}
	src, err := ReadCapped(f.fs, base)
	f.bytes += len(src)
	if err != nil {
		at := hcl.Range{Filename: out.name, Start: hcl.InitialPos, End: hcl.InitialPos}
		out.source = &hcl.File{}
		out.diags = hcl.Diagnostics{diag.Error(diag.CodeUnreadable, at, "The file cannot be read", err.Error()+".")}
		return out
	}
	parse := syntax.Parse
	if f.shipped {
		parse = parseShipped
	}
	out.source, out.diags = parse(out.name, src)
	if !out.diags.HasErrors() {
		out.body = out.source.Body.(*hclsyntax.Body)
	}
	return out
}

// full says whether a file is more than a load reads of a folder; the first always fits.
func (f *folder) full(base string) bool {
	info, err := fs.Stat(f.fs, base)
	return err == nil && f.bytes > 0 && (len(f.files) > syntax.MaxFiles || int64(f.bytes)+info.Size() > syntax.MaxFolderBytes)
}

// ReadCapped reads a regular file, one byte more than parse accepts at most.
func ReadCapped(fsys fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrInvalid}
	}
	r, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(io.LimitReader(r, syntax.MaxFileBytes+1))
}

// defs lists what the file defines, by a look at its block headers.
func (f *file) defs() []def {
	if f.body == nil {
		return nil
	}
	var out []def
	for _, b := range f.body.Blocks {
		switch {
		case b.Type == "locals":
			for _, a := range syntax.InOrder(b.Body.Attributes) {
				out = append(out, def{key{"local", a.Name}, a.NameRange, f})
			}
		case len(b.Labels) != 1:
		case b.Type == "variable":
			out = append(out, def{key{"var", b.Labels[0]}, b.DefRange(), f})
		case b.Type == "policy" || b.Type == "plugin" || b.Type == "source" || b.Type == "model":
			out = append(out, def{key{b.Type, b.Labels[0]}, b.DefRange(), f})
		}
	}
	return out
}

// defines says whether the file defines k.
func (f *file) defines(k key) bool {
	return slices.ContainsFunc(f.defs(), func(d def) bool { return d.key == k })
}

// refs lists what the file refers to, in order.
func (f *file) refs() []key {
	if f.body == nil {
		return nil
	}
	var out []key
	_ = hclsyntax.VisitAll(f.body, func(n hclsyntax.Node) hcl.Diagnostics {
		switch n := n.(type) {
		case *hclsyntax.ScopeTraversalExpr:
			if kind := n.Traversal.RootName(); len(n.Traversal) > 1 && (kind == "var" || kind == "local" || kind == "plugin" || kind == "model") {
				if a, ok := n.Traversal[1].(hcl.TraverseAttr); ok {
					out = append(out, key{kind, a.Name})
				}
			}
		case *hclsyntax.Attribute:
			out = append(out, listed(n)...)
		}
		return nil
	})
	return out
}

// listed reads the names that extends and sources list.
func listed(a *hclsyntax.Attribute) []key {
	kind := map[string]string{"extends": "policy", "sources": "source"}[a.Name]
	items, d := hcl.ExprList(a.Expr)
	if kind == "" || d.HasErrors() {
		return nil
	}
	var out []key
	for _, item := range items {
		if name := hcl.ExprAsKeyword(item); name != "" {
			out = append(out, key{kind, name})
		}
	}
	return out
}

// stem returns a file's name without folder and ending.
func stem(name string) string { return strings.TrimSuffix(path.Base(name), schema.Suffix) }
