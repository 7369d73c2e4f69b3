// Package load reads policies from HCL. [Load] reads a policy file or folder, and [Set.Policy] resolves one policy of it. Mistakes
// are diagnostics with file, line, column, source line and hint; all of them are reported at once, in stable order.
//
// Files are read and layered (file.go, layers.go, merge.go, variables.go), each policy is built block by block (build_*.go), its
// conditions are checked (scope.go, compile.go, never.go), and what it means is checked against itself (lint*.go, fit*.go).
// Packages internal/syntax and internal/expr read the text against package schema.
package load

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

// Options say what to load and with which inputs.
type Options struct {
	// Path is a shipped policy's name ("standard"), a file, a folder of *.policy.hcl
	// files, or one of these followed by "#" and a policy's name. A shipped name wins
	// over a file of the same name; write "./standard" for that file.
	Path string
	// Tree, if set, holds the user's files in place of the machine's, such as those of an older
	// revision: Path is then a file or folder of it ("." is its root). TreeName goes before
	// their names in positions.
	Tree     fs.FS
	TreeName string
	Mode     policy.Mode       // of the run; empty: the policy's own
	Shipped  fs.FS             // *.policy.hcl files at its root; nil: none
	Vars     map[string]string // values from --var
	VarFiles []string          // *.policyvars.hcl files; the later one wins
	// Env looks an environment variable up; nil: the environment is not read.
	Env func(string) (string, bool)
	// EnvNames are the names of all environment variables, to find those that begin
	// with EnvPrefix and set nothing.
	EnvNames []string
	// Today, as 2006-01-02 in UTC, decides which waivers have expired; empty: none has.
	Today string
	// Sources replace what the policies search, in this order; empty: what they say. A round that names
	// sources asks those of them that are left, and all if none is. Blocks of sources count as ever.
	Sources []string
	// Models bind roles in place of what the policies say, each as package binding reads it: ROLE=FLAVOUR:NAME, or FLAVOUR:NAME for
	// every role without a binding of its own. A role that is bound more than once has fallbacks.
	Models []string
	// Version is this sparkhost's, held against required_version; empty: not checked.
	Version string
}

// A Set holds the policies of one load. It is immutable and may be shared.
type Set struct {
	files    map[string]*hcl.File
	names    []string
	Policies map[string]*policy.Policy
	trees    map[string]*syntax.Node // of the policies, merged
	world    *world
	Scopes   map[string]*Scope                 // of each policy: what its conditions may read
	Modes    map[string]map[policy.Mode]*built // of each policy: in each mode that differs
	Named    []string                          // files that the path names
	Others   []string                          // policies that the named files extend
	choice   string                            // the fragment
	stem     string
	Problems hcl.Diagnostics
}

// Load reads the named policies and what they refer to, and checks everything
// that can be checked without plugins. The set is never nil: with errors it still
// serves [Set.Files], so that the diagnostics can be shown with their source.
//
// Diagnostics are sorted by file, byte and code, each carries its [Code] as
// Extra, and warnings come along with a usable set.
func Load(opts Options) (*Set, hcl.Diagnostics) {
	ls, diags := openLayers(opts)
	diags = append(diags, checkMode(opts.Mode)...)
	diags = append(diags, checkBindings(opts.Models)...)
	set := &Set{files: map[string]*hcl.File{}, Policies: map[string]*policy.Policy{}, trees: map[string]*syntax.Node{}, Scopes: map[string]*Scope{}, Modes: map[string]map[policy.Mode]*built{}, choice: ls.fragment, stem: ls.stem}
	for _, f := range ls.files {
		set.files[f.name] = f.source
		if f.named {
			set.Named = append(set.Named, f.name)
		}
	}
	w := &world{layers: ls, opts: opts, attached: set.files}
	set.world = w
	opened := !diags.HasErrors()
	for _, phase := range []func(*Set) hcl.Diagnostics{w.sniff, w.read, w.inputs, w.values, w.resolve} {
		if !opened || blocking(diags) {
			break
		}
		diags = append(diags, phase(set)...)
	}
	if _, d := set.Policy(set.choice); !diags.HasErrors() && ls.fragment != "" {
		diags = append(diags, d...)
	}
	set.Problems = diag.Tidy(diags)
	return set, set.Problems
}

// blocking says whether an error is among them that the next phase cannot be checked with. What appears twice counts once, and
// the rest is checked.
func blocking(diags hcl.Diagnostics) bool {
	return slices.ContainsFunc(diags, func(d *hcl.Diagnostic) bool {
		return d.Severity == hcl.DiagError && diag.Of(d) != diag.CodeDuplicate
	})
}

// Files returns the sources that diagnostics point into, by name, with the lists that policies name.
func (s *Set) Files() map[string]*hcl.File { return s.files }

// Names lists the policies of the named files, in order of writing.
func (s *Set) Names() []string { return append([]string(nil), s.names...) }

// Variables lists the variables that the files of the load declare, by name; those of a load with
// errors too, as far as the files could be read.
func (s *Set) Variables() []string { return s.world.names("var") }

// Policy returns one policy of the set. The empty name means the one that the
// path chose with "#", the only policy of the named file, or else the one named
// like the file. After a load with errors it returns those.
func (s *Set) Policy(name string) (*policy.Policy, hcl.Diagnostics) {
	if s.Problems.HasErrors() {
		return nil, s.Problems
	}
	if name == "" {
		name = s.preferred()
	}
	if p := s.Policies[name]; p != nil {
		return p, nil
	}
	if name == "" {
		return nil, hcl.Diagnostics{s.undecided()}
	}
	return nil, hcl.Diagnostics{diag.Error(diag.CodeUnknownName, hcl.Range{}, fmt.Sprintf("There is no policy %q", name), diag.DidYouMean(name, append(s.Names(), s.Others...)))}
}

func (s *Set) preferred() string {
	switch {
	case s.choice != "":
		return s.choice
	case len(s.names) == 1:
		return s.names[0]
	case slices.Contains(s.names, s.stem):
		return s.stem
	}
	return ""
}

func (s *Set) undecided() *hcl.Diagnostic {
	if len(s.names) == 0 {
		return diag.Error(diag.CodeNoPolicy, hcl.Range{}, "The path defines no policy", "Add a block, as in policy \"mine\" { extends = [standard] }.")
	}
	return diag.Error(diag.CodeNoPolicy, hcl.Range{}, "Several policies, none chosen", fmt.Sprintf("Add #NAME to the path. %s", diag.DidYouMean("", s.names)))
}

// readVarFiles reads the *.policyvars.hcl files in order.
func (w *world) readVarFiles(set *Set, in *inputs) hcl.Diagnostics {
	var diags hcl.Diagnostics
	for _, name := range w.opts.VarFiles {
		shown := filepath.ToSlash(name)
		src, err := ReadCapped(os.DirFS(filepath.Dir(name)), filepath.Base(name))
		if err != nil {
			diags = append(diags, diag.Error(diag.CodeUnreadable, hcl.Range{}, fmt.Sprintf("The variables file %s cannot be read", shown), err.Error()+"."))
			continue
		}
		f, more := in.readVarFile(shown, src)
		set.files[shown] = f
		diags = append(diags, more...)
	}
	return diags
}
