// Package lock reads and writes sparkhost.lock.hcl, which pins the plugins of policies.
//
// The file holds one block for each plugin, by the name that policies use:
//
//	plugin "brevity" {
//	  source   = "oci://registry.example/team/brevity:1.2.0"
//	  version  = "1.2.0"
//	  contract = 1
//	  kind     = "score"
//	  sha256   = "9b1c…"
//	}
//
// It is written by `sparkhost lock`, sorted and in one form, so that it merges and diffs well, and
// committed beside the policies. [Find] finds the one that belongs to a policy, [Pin] says which
// digest a plugin must have.
package lock

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/sparkhost/sparkhost/internal/atomicfile"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// FileName is the name of a lock file.
const FileName = "sparkhost.lock.hcl"

const header = "# Pins the plugins of the policies beside it. Written by `sparkhost lock`; commit it, do not edit it.\n"

// An Entry pins one plugin.
type Entry struct {
	Name     string // as policies name it
	Source   string // as the policy writes it
	Version  string // of the plugin
	Contract uint32 // the version of the contract that the plugin speaks
	Kind     string // score, assess or calibrate
	SHA256   string // of the module, 64 hex digits in lower case
	Signer   string // sha256 of the key that signed the module, 64 hex digits; empty: nobody that is trusted
	At       hcl.Range
}

// same compares what is written.
func (e Entry) same(o Entry) bool {
	e.At, o.At = hcl.Range{}, hcl.Range{}
	return e == o
}

// A File is a lock file. It may be shared while nobody changes it.
type File struct {
	Path    string // as diagnostics show it
	Source  *hcl.File
	entries map[string]Entry
}

// New returns a lock file without entries.
func New(path string) *File { return &File{Path: path, entries: map[string]Entry{}} }

// Entry finds the entry of a plugin. On a nil file there is none.
func (f *File) Entry(name string) (Entry, bool) {
	if f == nil {
		return Entry{}, false
	}
	e, ok := f.entries[name]
	return e, ok
}

// Names lists the plugins, sorted.
func (f *File) Names() []string {
	var out []string
	for name := range f.entries {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// Set adds or replaces an entry and says whether that changes what is written.
func (f *File) Set(e Entry) bool {
	old, ok := f.entries[e.Name]
	f.entries[e.Name] = e
	return !ok || !old.same(e)
}

// Remove takes an entry out.
func (f *File) Remove(name string) { delete(f.entries, name) }

// Bytes returns the file in its one form: sorted by name.
func (f *File) Bytes() []byte {
	out := hclwrite.NewEmptyFile()
	for _, name := range f.Names() {
		e := f.entries[name]
		out.Body().AppendNewline()
		b := out.Body().AppendNewBlock("plugin", []string{name}).Body()
		b.SetAttributeValue("source", cty.StringVal(e.Source))
		b.SetAttributeValue("version", cty.StringVal(e.Version))
		b.SetAttributeValue("contract", cty.NumberUIntVal(uint64(e.Contract)))
		b.SetAttributeValue("kind", cty.StringVal(e.Kind))
		b.SetAttributeValue("sha256", cty.StringVal(e.SHA256))
		if e.Signer != "" {
			b.SetAttributeValue("signer", cty.StringVal(e.Signer))
		}
	}
	return append([]byte(header), hclwrite.Format(out.Bytes())...)
}

// Write replaces the file at Path, all of it or nothing.
func (f *File) Write() error {
	return atomicfile.WriteBytes(f.Path, 0o644, f.Bytes())
}

// Find looks for the lock file of policies in dir: in dir itself, then in the folders above it up
// to the root of the repository, which is the folder with an entry .git. Outside of a repository
// only dir counts, since a stranger's folder above has no say.
func Find(dir string) (path string, found bool) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", false
	}
	root := repository(abs)
	shown := dir
	for {
		path = filepath.Join(shown, FileName)
		if _, err := os.Stat(path); err == nil {
			return path, true
		}
		if root == "" || abs == root {
			return "", false
		}
		abs, shown = filepath.Dir(abs), filepath.Join(shown, "..")
	}
}

// repository returns the nearest folder at or above dir with an entry .git, or "".
func repository(dir string) string {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// Read reads a lock file. A missing file is an error that matches fs.ErrNotExist; what is wrong
// in it is in the diagnostics.
func Read(path string) (*File, hcl.Diagnostics, error) {
	src, err := bounded.ReadRegular(path, maxFile)
	switch {
	case errors.Is(err, bounded.ErrNotRegular), errors.Is(err, bounded.ErrTooLarge):
		return nil, nil, fmt.Errorf("lock file %s: it is no regular file of at most %d bytes", path, maxFile)
	case err != nil:
		return nil, nil, fmt.Errorf("lock file %s: %w", path, plain(err))
	}
	f, diags := Parse(strings.TrimPrefix(filepath.ToSlash(path), "./"), src)
	f.Path = path
	return f, diags, nil
}

// plain takes the path out of an error that names it already.
func plain(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
