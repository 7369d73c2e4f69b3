// Package lockcmd holds the command `lock`, which pins the plugins of policies.
package lockcmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/policycmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/lock"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/policies"
)

// lockFlags are the flags of `lock`.
type lockFlags struct {
	flags.ModuleFlags
	policies, vars, varFiles []string
	update                   []string
	file, format             string
	check, prune             bool
}

// New makes the command `lock`.
func New() *cobra.Command {
	var f lockFlags
	c := &cobra.Command{
		Use:   "lock",
		Short: "Pin the plugins that policies name, in sparkhost.lock.hcl",
		Long: "Loads each plugin that the policies name, and writes source, version, contract, kind and\n" +
			"sha256 to the lock file: the one beside the policies or above them in the repository, else a\n" +
			"new one beside them. Commit the file: `run` then accepts only these bytes.\n\n" +
			"Plugins from a registry or a URL stay as they are locked, even if the tag has moved, until\n" +
			"--update names them. Files and built-in plugins are pinned as they are now.\n\n" +
			"Exit codes: 0 done, 1 a module could not be read, 2 policy or lock wrong,\n" +
			"3 under --check: the file would change. In CI (env CI=true) --check is the default.",
		Example: `  sparkhost lock                              # the policies of this folder
  sparkhost lock --policy team.policy.hcl --update brevity
  sparkhost lock --check                      # in CI: is it current?`,
		Args: shell.None,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	f.Register(c)
	fs := c.Flags()
	fs.StringArrayVar(&f.policies, "policy", []string{"."}, "`policy`: a file, a folder, a shipped name or path#name; repeatable")
	fs.StringArrayVar(&f.vars, "var", nil, "value of a policy variable as `NAME=VALUE`; repeatable")
	fs.StringArrayVar(&f.varFiles, "var-file", nil, "`file` of variable values, *.policyvars.hcl; repeatable")
	fs.StringArrayVar(&f.update, "update", nil, "pin what the tag of the plugin `name` holds now; repeatable")
	fs.StringVar(&f.file, "lock", "", "the lock `file` (default: found from the policies)")
	fs.BoolVar(&f.check, "check", shell.InCI(), "write nothing; exit with 3 if the file would change")
	fs.BoolVar(&f.prune, "prune", false, "remove plugins that none of these policies names")
	fs.StringVar(&f.format, "format", "text", "output `format`: text or json")
	shell.CompleteWords(c, "format", "text", "json")
	return c
}

func (f *lockFlags) run(c *cobra.Command) error {
	if f.format != "text" && f.format != "json" {
		return shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json", f.format)
	}
	wanted, err := f.plugins(c.ErrOrStderr())
	if err != nil {
		return err
	}
	path, err := f.path(wanted)
	if err != nil {
		return err
	}
	file, before, err := f.read(c.ErrOrStderr(), path)
	if err != nil {
		return err
	}
	report := lockReport{FormatVersion: 1, File: filepath.ToSlash(path), Plugins: []lockChange{}}
	if err := f.fill(c.Context(), &report, file, wanted); err != nil {
		return err
	}
	f.surplus(&report, file, wanted)
	verdict := f.settle(&report, file, before)
	if verdict != nil && report.Verdict == "" {
		return verdict
	}
	return errors.Join(verdict, report.write(c.OutOrStdout(), c.ErrOrStderr(), f.format))
}

// settle writes the file if it has changed and may be written. Without a verdict in the report
// the error is a failure.
func (f *lockFlags) settle(report *lockReport, file *lock.File, before []byte) error {
	switch {
	case bytes.Equal(before, file.Bytes()):
		report.end("current", shell.ExitDone)
		return nil
	case f.check:
		report.end("would_change", shell.ExitWouldChange)
		return shell.Fail(shell.ExitWouldChange, "%s would change; run `sparkhost lock` in your working copy and commit the file", report.File)
	}
	if err := file.Write(); err != nil {
		return shell.Fail(shell.ExitFailed, "%s cannot be written: %w", report.File, err)
	}
	report.end("written", shell.ExitDone)
	return nil
}

// plugins lists what the policies name, by name. Policies that mean different modules by one name
// cannot share a lock.
func (f *lockFlags) plugins(stderr io.Writer) ([]lockable, error) {
	vars, err := (&policycmd.ValidateFlags{Vars: f.vars, Format: "text", Warnings: "show"}).Check()
	if err != nil {
		return nil, err
	}
	byName := map[string]lockable{}
	for _, path := range f.policies {
		set, diags := load.Load(load.Options{
			Path: path, Shipped: policies.FS, Vars: vars, VarFiles: f.varFiles, Env: os.LookupEnv, EnvNames: shell.EnvNames(), Version: host.Version, Today: shell.Today(),
		})
		if diags.HasErrors() {
			return nil, shell.Describe(stderr, &host.PolicyError{Diagnostics: diags, Files: set.Files()})
		}
		for _, name := range flags.Chosen(path, set) {
			p, _ := set.Policy(name)
			for _, one := range p.Plugins {
				first, ok := byName[one.Name]
				if ok && (first.Source != one.Source || first.Digest != one.Digest) {
					return nil, shell.Fail(shell.ExitPolicy, "two policies use the name %q for different plugins: %s:%d names %s, %s:%d names %s; rename one of them",
						one.Name, first.At.File, first.At.Line, first.Source, one.At.File, one.At.Line, one.Source)
				}
				if !ok {
					byName[one.Name] = lockable{one, p}
				}
			}
		}
	}
	var out []lockable
	for _, p := range byName {
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b lockable) int { return strings.Compare(a.Name, b.Name) })
	return out, f.known(byName)
}

// A lockable plugin is one that a policy of a file names.
type lockable struct {
	policy.Plugin
	of *policy.Policy
}

// known refuses to update what no policy names.
func (f *lockFlags) known(byName map[string]lockable) error {
	for _, name := range f.update {
		if _, ok := byName[name]; !ok {
			return shell.Fail(shell.ExitFailed, "--update %s: the policies name no such plugin", name)
		}
	}
	return nil
}

// path returns the lock file of the policies; there must be one for all.
func (f *lockFlags) path(wanted []lockable) (string, error) {
	if f.file != "" {
		return f.file, nil
	}
	path := ""
	for _, p := range wanted {
		dir := "."
		if !strings.HasPrefix(p.of.At.File, "shipped:") {
			dir = filepath.Dir(filepath.FromSlash(p.of.At.File))
		}
		found, ok := lock.Find(dir)
		if !ok {
			found = filepath.Join(dir, lock.FileName)
		}
		if path != "" && path != found {
			return "", shell.Fail(shell.ExitFailed, "the policies belong to different locks, %s and %s; lock them one by one, or name one file with --lock", path, found)
		}
		path = found
	}
	if path == "" {
		return "", shell.Fail(shell.ExitFailed, "the policies name no plugin; nothing to lock")
	}
	return path, nil
}

// Read reads the lock file; where there is none yet it is empty.
func (f *lockFlags) read(stderr io.Writer, path string) (*lock.File, []byte, error) {
	file, diags, err := lock.Read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return lock.New(path), nil, nil
	case err != nil:
		return nil, nil, shell.Exit(shell.ExitPolicy, err)
	case diags.HasErrors():
		return nil, nil, f.Broken(stderr, file, diags)
	}
	return file, file.Source.Bytes, nil
}

// fill reads the plugins and pins them, and reports what that changes.
func (f *lockFlags) fill(ctx context.Context, report *lockReport, file *lock.File, wanted []lockable) error {
	options, err := f.Options()
	if err != nil {
		return err
	}
	for _, p := range wanted {
		old, locked := file.Entry(p.Name)
		e, err := f.pin(ctx, options, p, old)
		if err != nil {
			return err
		}
		switch changed := file.Set(e); {
		case !changed:
			report.note("none", entryOf(old), entryOf(e))
		case locked:
			report.note("changed", entryOf(old), entryOf(e))
		default:
			report.note("added", nil, entryOf(e))
		}
	}
	return nil
}

// changes names what differs between two entries, each with both values.
func changes(old, e *lockEntry) string {
	var list []string
	for _, x := range []struct{ what, old, now string }{
		{"source", old.Source, e.Source}, {"version", old.Version, e.Version},
		{"contract", fmt.Sprint(old.Contract), fmt.Sprint(e.Contract)}, {"kind", old.Kind, e.Kind},
	} {
		if x.old != x.now {
			list = append(list, fmt.Sprintf("%s %s -> %s", x.what, shell.Plain(x.old), shell.Plain(x.now)))
		}
	}
	if old.SHA256 != e.SHA256 {
		list = append(list, fmt.Sprintf("sha256 %s -> %s", shell.Short(old.SHA256), shell.Short(e.SHA256)))
	}
	if old.Signer != e.Signer {
		list = append(list, fmt.Sprintf("signer %s -> %s", signerText(old.Signer), signerText(e.Signer)))
	}
	return strings.Join(list, ", ")
}

// pin reads one plugin: with the digest that its policy demands, else as it is locked, else as
// it is now.
func (f *lockFlags) pin(ctx context.Context, o fetch.Options, p lockable, old lock.Entry) (lock.Entry, error) {
	o.Name, o.Base, o.Digest = p.Name, filepath.Dir(filepath.FromSlash(p.At.File)), p.Digest
	ref, err := fetch.Parse(p.Source)
	if err == nil && o.Digest == "" && ref.Network() && old.Source == p.Source && !slices.Contains(f.update, p.Name) {
		o.Digest = old.SHA256
	}
	if err != nil {
		return old, shell.Fail(shell.ExitPolicy, "%s:%d,%d: plugin %q: %w", p.At.File, p.At.Line, p.At.Column, p.Name, err)
	}
	m, err := fetch.Open(ctx, p.Source, o)
	if err != nil {
		return old, flags.Blame(ctx, fmt.Errorf("%s:%d,%d: plugin %q: %w", p.At.File, p.At.Line, p.At.Column, p.Name, err))
	}
	who, err := f.Introduce(ctx, p.Name, m.Wasm)
	if err != nil {
		return old, flags.Blame(ctx, fmt.Errorf("%s:%d,%d: %w", p.At.File, p.At.Line, p.At.Column, err))
	}
	signer, err := f.signer(ctx, m, o, p, old)
	if err != nil {
		return old, err
	}
	return lock.Entry{
		Name: p.Name, Source: p.Source, Version: who.Version, Contract: who.Contract, Kind: who.Kind.String(), SHA256: m.Digest, Signer: signer,
	}, nil
}

// surplus takes out, or speaks of, plugins that none of the policies names.
func (f *lockFlags) surplus(report *lockReport, file *lock.File, wanted []lockable) {
	for _, name := range file.Names() {
		if slices.ContainsFunc(wanted, func(p lockable) bool { return p.Name == name }) {
			continue
		}
		e, _ := file.Entry(name)
		if f.prune {
			file.Remove(name)
			report.note("removed", entryOf(e), nil)
			continue
		}
		report.note("unused", entryOf(e), entryOf(e))
	}
}
