package load

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// Layers hold the files that take part in a load: the user's above the shipped.
type layers struct {
	user, shipped *folder
	tree          fs.FS // in place of the machine's files; nil: these
	treeName      string
	files         []*file // in order of loading
	defs          map[key]def
	stem          string // of the named file, if it is one file
	fragment      string // the name after '#'
}

// ShippedName matches the names of shipped policies.
var ShippedName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// openLayers finds the named files and everything that they refer to.
func openLayers(opts Options) (*layers, hcl.Diagnostics) {
	given := opts.Path
	ls := &layers{defs: map[key]def{}, user: &folder{files: map[string]*file{}}, tree: opts.Tree, treeName: opts.TreeName}
	ls.shipped = &folder{fs: opts.Shipped, prefix: "shipped:", shipped: true, files: map[string]*file{}}
	target := given
	if at := strings.LastIndexByte(given, '#'); at >= 0 {
		target, ls.fragment = given[:at], given[at+1:]
	}
	named, d := ls.find(target)
	if d != nil {
		return ls, hcl.Diagnostics{d}
	}
	var diags hcl.Diagnostics
	for _, f := range named {
		f.named = true
		diags = append(diags, ls.add(f)...)
	}
	for _, name := range opts.Sources {
		diags = append(diags, ls.need(key{"source", name}, false)...)
	}
	for i := 0; i < len(ls.files); i++ {
		for _, r := range ls.files[i].refs() {
			diags = append(diags, ls.need(r, ls.files[i].shipped)...)
		}
	}
	return ls, append(diags, ls.overfull()...)
}

// overfull refuses a folder that holds more than a load reads: what would be found in the rest
// is not known.
func (ls *layers) overfull() hcl.Diagnostics {
	f := ls.user.over
	if f == nil {
		return nil
	}
	at := hcl.Range{Filename: f.name, Start: hcl.InitialPos, End: hcl.InitialPos}
	return diag.One(diag.Error(diag.CodeTooLarge, at, "The folder has too many policy files", fmt.Sprintf("The limit is %d policy files with a total of %d KiB per folder. Split them into several folders.", syntax.MaxFiles, syntax.MaxFolderBytes>>10)))
}

// find turns the user's path into the files that it names.
func (ls *layers) find(target string) ([]*file, *hcl.Diagnostic) {
	if ls.tree == nil && ShippedName.MatchString(target) && slices.Contains(ls.shipped.list(), target+schema.Suffix) {
		ls.stem = target
		return []*file{ls.shipped.open(target + schema.Suffix)}, nil
	}
	info, err := ls.stat(target)
	switch {
	case err != nil:
		return nil, ls.notFound(target, err)
	case !info.IsDir():
		ls.stem = stem(filepath.ToSlash(target))
		ls.user.fs, ls.user.prefix = ls.dir(filepath.Dir(target)), ls.treeName+DirPrefix(filepath.Dir(target), target)
		return []*file{ls.user.open(filepath.Base(target))}, nil
	}
	ls.user.fs, ls.user.prefix = ls.dir(target), ls.treeName+DirPrefix(target, "")
	var out []*file
	for _, name := range ls.user.list() {
		out = append(out, ls.user.open(name))
	}
	if len(out) == 0 {
		return nil, diag.Error(diag.CodeNoPolicy, hcl.Range{}, fmt.Sprintf("No policy in %s", target), "The folder has no file named *"+schema.Suffix+".")
	}
	return out, nil
}

func (ls *layers) stat(target string) (fs.FileInfo, error) {
	if ls.tree == nil {
		return os.Stat(target)
	}
	return fs.Stat(ls.tree, path.Clean(target))
}

func (ls *layers) dir(name string) fs.FS {
	if ls.tree == nil {
		return os.DirFS(name)
	}
	sub, err := fs.Sub(ls.tree, path.Clean(filepath.ToSlash(name)))
	if err != nil {
		return ls.tree // the name was found in it, so it is a valid one
	}
	return sub
}

// DirPrefix returns the text before a file's name, as the user wrote the folder.
func DirPrefix(dir, target string) string {
	if dir == "." && !strings.HasPrefix(target, ".") {
		return ""
	}
	return strings.TrimSuffix(filepath.ToSlash(dir), "/") + "/"
}

func (ls *layers) notFound(target string, err error) *hcl.Diagnostic {
	var shipped []string
	for _, name := range ls.shipped.list() {
		shipped = append(shipped, stem(name))
	}
	cause := "it does not exist"
	if !errors.Is(err, fs.ErrNotExist) {
		cause = err.Error()
	}
	detail := fmt.Sprintf("Name a shipped policy (%s), a FILE%s, a folder of them, or one of these with #NAME.", strings.Join(shipped, ", "), schema.Suffix)
	if s := diag.Suggest(target, shipped); s != "" {
		detail = fmt.Sprintf("Did you mean %q? ", s) + detail
	}
	return diag.Error(diag.CodeUnreadable, hcl.Range{}, fmt.Sprintf("No policy at %q: %s", target, cause), detail)
}

// add takes a file in: a name defined twice within one layer is a mistake, a
// user's definition shadows a shipped one.
func (ls *layers) add(f *file) hcl.Diagnostics {
	ls.files = append(ls.files, f)
	diags := f.diags
	for _, d := range f.defs() {
		first, taken := ls.defs[d.key]
		if taken && d.kind == "var" && first.file.shipped != f.shipped {
			diags = append(diags, variableOfBoth(d, first))
		}
		switch {
		case !taken || (first.file.shipped && !f.shipped):
			ls.defs[d.key] = d
		case first.file.shipped == f.shipped:
			diags = append(diags, diag.Error(diag.CodeRedefined, d.at, fmt.Sprintf("%s %q is defined twice", d.kind, d.name), "It is first defined at "+diag.Place(first.at)+"."))
		}
	}
	return diags
}

// variableOfBoth warns of a variable that a user's and a shipped policy declare: it is one, and the user's value counts in both.
func variableOfBoth(a, b def) *hcl.Diagnostic {
	if a.file.shipped {
		a, b = b, a
	}
	return diag.Warning(diag.CodeRedefined, a.at, fmt.Sprintf("variable %q is also one of the shipped policies", a.name),
		fmt.Sprintf("%s also reads it and gets this value. Rename your variable unless you intend that.", b.file.name))
}

// need brings in the file that defines r, unless it is there: for a user's file a
// sibling first, then a shipped one. A missing name is reported where it is used.
func (ls *layers) need(r key, byShipped bool) hcl.Diagnostics {
	if d, ok := ls.defs[r]; ok && (byShipped || !d.file.shipped) {
		return nil
	}
	if !byShipped {
		if diags, found := ls.bring(ls.user, r); found {
			return diags
		}
	}
	if _, ok := ls.defs[r]; ok {
		return nil
	}
	diags, _ := ls.bring(ls.shipped, r)
	return diags
}

// bring adds every file of a folder that defines r.
func (ls *layers) bring(from *folder, r key) (diags hcl.Diagnostics, found bool) {
	for _, f := range from.defining(r) {
		if !ls.has(f) {
			diags, found = append(diags, ls.add(f)...), true
		}
	}
	return diags, found
}

func (ls *layers) has(f *file) bool {
	for _, g := range ls.files {
		if g == f {
			return true
		}
	}
	return false
}

// available lists what could be referred to: definitions, and those of files that
// were looked into and not needed.
func (ls *layers) available(kind string) []string {
	out := ls.names(kind)
	for _, folder := range []*folder{ls.user, ls.shipped} {
		for _, base := range folder.all() {
			for _, d := range folder.open(base).defs() {
				if d.kind == kind && !slices.Contains(out, d.name) {
					out = append(out, d.name)
				}
			}
		}
	}
	return slices.Sorted(slices.Values(out))
}

// names lists the definitions of a kind.
func (ls *layers) names(kind string) []string {
	var out []string
	for k := range ls.defs {
		if k.kind == kind {
			out = append(out, k.name)
		}
	}
	return slices.Sorted(slices.Values(out))
}
