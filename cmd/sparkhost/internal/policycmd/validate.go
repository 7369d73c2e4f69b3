package policycmd

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/verdict"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/policies"
)

// ValidateFlags are the flags of `policy validate`.
type ValidateFlags struct {
	Vars     []string
	varFiles []string
	Format   string
	Warnings string
	plugins  bool
	lock     string
	flags.ModuleFlags
	flags.ModeFlag
	flags.ModelsFlag
}

func newPolicyValidateCommand() *cobra.Command {
	var f ValidateFlags
	c := &cobra.Command{
		Use:   "validate [PATH]",
		Short: "Check a policy without running anything",
		Long: "Checks everything that does not need plugins or data, and reports all mistakes at once; then checks\n" +
			"that the lock pins the plugins of the policy. --plugins also loads the plugins and checks\n" +
			"digests, contracts, columns, the config of every stage, numbers against the ranges of outputs, and\n" +
			"that memory and fuel suffice to start.\n\n" +
			"PATH is the name of a shipped policy, a FILE.policy.hcl, a folder of them, or one of these with #NAME;\n" +
			"without it, the policies of the current folder are checked. Diagnostics go to stderr as text, and\n" +
			"to stdout as json (one object a line, the first holds format_version, the last the verdict), github\n" +
			"(annotations), sarif (2.1.0) or junit (a case for each file).\n\n" +
			"Exit codes: 0 correct, 1 wrong usage or a plugin could not be read, 2 the policy, its variables or its lock are wrong.",
		Example: `  sparkhost policy validate                       # the policies of this folder
  sparkhost policy validate standard              # a shipped one
  sparkhost policy validate mine.policy.hcl --var min_coverage=0.6
  sparkhost policy validate mine.policy.hcl --plugins
  sparkhost policy validate policies/ --warnings=error --format github`,
		Args: shell.AtMostOne,
		RunE: func(c *cobra.Command, args []string) error { return f.validate(c, args) },
	}
	fs := c.Flags()
	fs.StringArrayVar(&f.Vars, "var", nil, "value of a policy variable as `NAME=VALUE`; repeatable")
	fs.StringArrayVar(&f.varFiles, "var-file", nil, "`file` of variable values, *.policyvars.hcl; repeatable")
	fs.StringVar(&f.Format, "format", "text", "`format` of diagnostics: "+strings.Join(verdict.Formats, ", "))
	shell.CompleteWords(c, "format", verdict.Formats...)
	fs.BoolVar(&f.plugins, "plugins", false, "load the plugins and check the policy against them")
	fs.StringVar(&f.lock, "lock", "", "lock `file` (default: found from the policy)")
	f.Register(c)
	f.RegisterMode(c)
	f.RegisterModels(c)
	fs.StringVar(&f.Warnings, "warnings", "show", "`how` to treat warnings: show, or error to fail on them")
	return c
}

func (f *ValidateFlags) validate(c *cobra.Command, args []string) error {
	vars, err := f.Check()
	if err != nil {
		return err
	}
	path := "."
	if len(args) == 1 {
		path = args[0]
	}
	set, diags := load.Load(load.Options{
		Path: path, Mode: policy.Mode(f.Mode), Shipped: policies.FS, Vars: vars, VarFiles: f.varFiles, Models: f.Models, Env: os.LookupEnv, EnvNames: shell.EnvNames(), Version: host.Version, Today: shell.Today(),
	})
	if !diags.HasErrors() && len(set.Names()) == 0 { // nothing checked is not a success
		_, none := set.Policy("")
		diags = append(diags, none...)
	}
	if !diags.HasErrors() {
		more, err := f.pinned(c, path, set, vars)
		if err != nil {
			return err
		}
		diags = append(diags, more...)
	}
	v := verdict.Of(diags, f.Warnings == "error")
	if v.Exit == shell.ExitDone {
		if v.Policies, err = verdict.Correct(set); err != nil {
			return err
		}
	}
	if err := f.write(c, v, set.Files()); err != nil {
		return err
	}
	if v.Exit != shell.ExitDone {
		return shell.Silent(v.Exit)
	}
	return nil
}

// The codes of what only the plugins and the sources themselves can show.
var (
	codeMisfit = diag.Code{ID: "I001", Name: "plugin", Phase: "I", Doc: "a plugin cannot be loaded, or the policy does not fit it"}
	codeSource = diag.Code{ID: "I002", Name: "source", Phase: "I", Doc: "settings of a source are wrong or incomplete"}
)

// pinned checks each policy of a path against its lock and, under --plugins, its plugins.
func (f *ValidateFlags) pinned(c *cobra.Command, path string, set *load.Set, vars map[string]string) (hcl.Diagnostics, error) {
	home, err := shell.CacheDir(f.Home)
	if err != nil {
		return nil, err
	}
	base, _, _ := strings.Cut(path, "#")
	var diags hcl.Diagnostics
	seen := map[string]bool{}
	for _, name := range flags.Chosen(path, set) {
		config := host.Config{
			Policy: base + "#" + name, Mode: policy.Mode(f.Mode), Vars: vars, VarFiles: f.varFiles, Models: f.Models, Environ: os.Environ(),
			Home: home, Lock: f.lock, Frozen: shell.InCI(), Offline: f.Offline,
		}
		var warnings hcl.Diagnostics
		if f.plugins {
			warnings, err = host.CheckOf(c.Context(), config, set, name)
			if c.Context().Err() != nil {
				return nil, shell.Fail(shell.ExitInterrupted, "interrupted")
			}
		} else {
			err = host.CheckPinsOf(config, set, name)
		}
		var wrong *host.PolicyError
		if err != nil && !errors.As(err, &wrong) {
			return nil, err
		}
		for _, d := range append(warnings, reported(wrong, set.Files())...) {
			if !seen[d.Error()] {
				seen[d.Error()] = true
				diags = append(diags, d)
			}
		}
	}
	return diags, nil
}

// reported makes diagnostics of a policy error, and adds the files that they point into.
func reported(wrong *host.PolicyError, files map[string]*hcl.File) hcl.Diagnostics {
	if wrong == nil {
		return nil
	}
	for name, file := range wrong.Files {
		files[name] = file
	}
	if wrong.Err == nil {
		return wrong.Diagnostics
	}
	var diags hcl.Diagnostics
	for _, err := range shell.ErrorsOf(wrong.Err) {
		code := codeMisfit
		if errors.Is(err, host.ErrSource) {
			code = codeSource
		}
		diags = append(diags, &hcl.Diagnostic{Severity: hcl.DiagError, Summary: code.String() + ": " + err.Error(), Extra: code})
	}
	return diags
}

// Check refuses flags that mean nothing.
func (f *ValidateFlags) Check() (map[string]string, error) {
	if _, err := f.ChosenMode(); err != nil {
		return nil, err
	}
	if !slices.Contains(verdict.Formats, f.Format) {
		return nil, shell.Fail(shell.ExitFailed, "--format must be one of %s, not %q", strings.Join(verdict.Formats, ", "), f.Format)
	}
	if f.Warnings != "show" && f.Warnings != "error" {
		return nil, shell.Fail(shell.ExitFailed, "--warnings must be show or error, not %q", f.Warnings)
	}
	vars := map[string]string{}
	for _, v := range f.Vars {
		name, value, ok := strings.Cut(v, "=")
		if !ok || name == "" {
			return nil, shell.Fail(shell.ExitFailed, "--var must be NAME=VALUE, not %q", v)
		}
		vars[name] = value
	}
	return vars, nil
}

func (f *ValidateFlags) write(c *cobra.Command, v *verdict.Verdict, files map[string]*hcl.File) error {
	if f.Format != "text" {
		return verdict.Write(c.OutOrStdout(), f.Format, v, files)
	}
	if err := shell.ShowDiagnostics(c.ErrOrStderr(), v.Diags, files); err != nil {
		return err
	}
	for _, p := range v.Policies {
		if _, err := fmt.Fprintf(c.OutOrStdout(), "%s is correct: %d rounds, %d plugins, %d gates, digest %.12s\n", p.Name, p.Rounds, p.Plugins, p.Gates, p.Digest); err != nil {
			return err
		}
	}
	return nil
}
