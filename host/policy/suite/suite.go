// Package suite runs the tests of policies, *.policytest.hcl: each takes a mocked question through the order, conditions and gates
// of a policy, by the same course as a real run.
package suite

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// Options say which policy tests to run.
type Options struct {
	// Paths are folders, of which all *.policytest.hcl files run, such files, or names of
	// shipped policies. A FILE.policy.hcl stands for FILE.policytest.hcl.
	Paths   []string
	Mode    policy.Mode    // of tests that name none; empty: the policy's own
	Shipped fs.FS          // shipped policies, as Options.Shipped
	Tests   fs.FS          // their tests
	Only    *regexp.Regexp // names of the tests to run; nil: all
	Version string         // as Options.Version
}

// A Report holds the results of policy tests.
type Report struct {
	Tests    []Result
	Problems hcl.Diagnostics // of files that cannot be read, parsed or loaded: nothing in them ran
	Coverage Coverage
	Files    map[string]*hcl.File // sources that diagnostics point into
}

// A Result is the outcome of one test; without problems it passed.
type Result struct {
	Name     string
	Policy   string
	At       policy.Pos
	Problems hcl.Diagnostics
}

// Failed counts the tests that did not pass.
func (r *Report) Failed() int {
	n := 0
	for _, t := range r.Tests {
		if len(t.Problems) > 0 {
			n++
		}
	}
	return n
}

// Run runs policy tests: each takes a mocked question through the order,
// conditions, adaptive gate and gates of a policy, by the same [Course] as a real run.
// No plugin is loaded and nothing is searched; the environment is not read.
func Run(opts Options) *Report {
	s := &suite{opts: opts, report: &Report{Files: map[string]*hcl.File{}}, sets: map[string]*load.Set{}, cover: newCover()}
	paths := opts.Paths
	if len(paths) == 0 {
		paths = []string{"."}
	}
	for _, p := range paths {
		s.path(p)
	}
	s.report.Problems = diag.Tidy(s.report.Problems)
	s.report.Coverage = s.cover.result()
	return s.report
}

// A suite is one call of RunTests.
type suite struct {
	opts   Options
	report *Report
	sets   map[string]*load.Set // loaded policies, by path and variables
	cover  *cover
}

func (s *suite) problem(code diag.Code, summary, detail string) {
	s.report.Problems = append(s.report.Problems, diag.Error(code, hcl.Range{}, summary, detail))
}

// Path runs the tests that one argument names.
func (s *suite) path(path string) {
	if file := path + schema.TestSuffix; load.ShippedName.MatchString(path) && holds(s.opts.Tests, file) {
		s.file(s.opts.Tests, file, "shipped:"+file, "")
		return
	}
	if rest, ok := strings.CutSuffix(path, schema.Suffix); ok {
		path = rest + schema.TestSuffix
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		s.problem(diag.CodeUnreadable, fmt.Sprintf("No policy tests at %q", path), "A path is a folder, a FILE"+schema.TestSuffix+" or the name of a shipped policy. "+diag.Capital(cause(err))+".")
	case info.IsDir():
		s.folder(path)
	case !strings.HasSuffix(path, schema.TestSuffix):
		s.problem(diag.CodeUnreadable, fmt.Sprintf("%s holds no policy tests", path), "Policy tests are in files named *"+schema.TestSuffix+".")
	default:
		dir := filepath.Dir(path)
		s.file(os.DirFS(dir), filepath.Base(path), filepath.ToSlash(path), dir)
	}
}

func cause(err error) string {
	if os.IsNotExist(err) {
		return "it does not exist"
	}
	return err.Error()
}

// holds says whether a file system, which may be nil, has a file.
func holds(fsys fs.FS, name string) bool {
	if fsys == nil {
		return false
	}
	_, err := fs.Stat(fsys, name)
	return err == nil
}

// folder runs all test files of a folder; every policy file in it counts for coverage.
func (s *suite) folder(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		s.problem(diag.CodeUnreadable, fmt.Sprintf("The folder %s cannot be read", dir), diag.Capital(err.Error())+".")
		return
	}
	var names []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), schema.TestSuffix) {
			names = append(names, e.Name())
		}
	}
	sort.Strings(names)
	if set := s.load(dir, nil, s.opts.Mode); !set.Problems.HasErrors() {
		s.cover.own(set.Named)
		s.cover.whole[dir] = true
		s.coverSet(set)
	}
	for _, name := range names {
		s.file(os.DirFS(dir), name, load.DirPrefix(dir, "")+name, dir)
	}
}

// file runs the tests of one file; dir is the folder of their policies, "" for the shipped.
func (s *suite) file(fsys fs.FS, base, shown, dir string) {
	src, err := load.ReadCapped(fsys, base)
	if err != nil {
		s.problem(diag.CodeUnreadable, fmt.Sprintf("%s cannot be read", shown), diag.Capital(err.Error())+".")
		return
	}
	f := readTests(shown, src)
	s.report.Files[shown] = f.source
	if f.diags.HasErrors() {
		s.report.Problems = append(s.report.Problems, f.diags...)
		return
	}
	for _, n := range f.tests {
		if s.opts.Only == nil || s.opts.Only.MatchString(n.Label) {
			s.test(f, n, dir)
		}
	}
	if len(f.tests) == 0 {
		s.report.Problems = append(s.report.Problems, diag.Error(diag.CodeTestEmpty, hcl.Range{Filename: shown, Start: hcl.InitialPos, End: hcl.InitialPos}, "The file has no tests", "Write test \"NAME\" { … }."))
	}
}

// test runs one test.
func (s *suite) test(f *testFile, n *syntax.Node, dir string) {
	out := Result{Name: n.Label, Policy: n.Text("policy"), At: n.Pos()}
	p, scope, diags := s.policy(f, n, dir)
	if p != nil {
		if !s.cover.whole[dir] {
			s.cover.own([]string{p.At.File})
		}
		m := &mock{
			policy: p, scope: scope, test: n, state: policy.State{}, seen: s.cover.see, rounds: map[string]*givenRound{}, given: map[string]*syntax.Leaf{},
			used: map[*syntax.Node]bool{}, skipped: map[string]string{}, gates: map[string]bool{}, why: map[string]string{},
		}
		s.cover.expect(p)
		if m.take(); !m.diags.HasErrors() { // what is wrong in what is given would make all else look wrong
			m.run()
			m.check()
		}
		diags = m.diags
	}
	out.Problems = diag.Tidy(diags)
	s.report.Tests = append(s.report.Tests, out)
}

// Policy loads the policy under test with the test's variables.
func (s *suite) policy(f *testFile, n *syntax.Node, dir string) (*policy.Policy, *load.Scope, hcl.Diagnostics) {
	name, at := n.Text("policy"), n.ValueAt("policy")
	path := dir
	if dir == "" {
		path = name
	}
	mode := s.opts.Mode
	if own := n.Text("mode"); own != "" {
		mode = policy.Mode(own)
	}
	set := s.load(path, f.variables(n), mode)
	if dir != "" && !set.Problems.HasErrors() && set.Policies[name] == nil && holds(s.opts.Shipped, name+schema.Suffix) {
		set = s.load(name, f.variables(n), mode)
	}
	if set.Problems.HasErrors() {
		return nil, nil, s.blame(set.Problems, n)
	}
	if set.Policies[name] == nil {
		return nil, nil, diag.One(diag.Error(diag.CodeUnknownName, at, fmt.Sprintf("There is no policy %q", name), diag.DidYouMean(name, append(set.Names(), set.Others...))))
	}
	s.coverSet(set)
	return set.Policies[name], set.Scopes[name], nil
}

// blame points what a load says of no place, such as of a value of a variable, at the test.
func (s *suite) blame(diags hcl.Diagnostics, n *syntax.Node) hcl.Diagnostics {
	var out hcl.Diagnostics
	for _, d := range diags {
		if d.Severity != hcl.DiagError {
			continue
		}
		if d.Subject == nil {
			pointed := *d
			pointed.Subject = n.ValueAt("variables").Ptr()
			pointed.Summary = strings.Replace(d.Summary, "--var sets", "The test sets", 1)
			d = &pointed
		}
		out = append(out, d)
	}
	return out
}

// load loads a path once for each mode and set of variables.
func (s *suite) load(path string, vars map[string]string, mode policy.Mode) *load.Set {
	key := fmt.Sprintf("%s\x00%s", path, mode)
	var names []string
	for name := range vars {
		names = append(names, name)
	}
	for _, name := range slices.Sorted(slices.Values(names)) {
		key += fmt.Sprintf("\x00%s=%s", name, vars[name])
	}
	set := s.sets[key]
	if set == nil {
		set, _ = load.Load(load.Options{Path: path, Mode: mode, Shipped: s.opts.Shipped, Vars: vars, Version: s.opts.Version})
		s.sets[key] = set
	}
	for name, f := range set.Files() {
		s.report.Files[name] = f
	}
	return set
}

// coverSet expects tests to see every decision of a set, in every mode.
func (s *suite) coverSet(set *load.Set) {
	for _, name := range set.Names() {
		for _, mode := range policy.Modes() {
			if b := set.Modes[name][mode]; b != nil {
				s.cover.expect(b.Policy)
			}
		}
	}
}
