package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/policies"
)

// loadFlags are the flags of the commands that look at one policy before it runs.
type loadFlags struct {
	vars     []string
	varFiles []string
	modeFlag
	modelsFlag
}

func (f *loadFlags) register(c *cobra.Command) {
	fs := c.Flags()
	fs.StringArrayVar(&f.vars, "var", nil, "value of a policy variable as `NAME=VALUE`; repeatable")
	fs.StringArrayVar(&f.varFiles, "var-file", nil, "`file` of variable values, *.policyvars.hcl; repeatable")
	_ = c.RegisterFlagCompletionFunc("var-file", completeFiles) // the error can only be an unknown flag
	f.registerMode(c)
	f.registerModels(c)
	c.ValidArgsFunction = completePolicies
}

// options are what a path is loaded with: the flags, the shipped policies and the environment.
func (f *loadFlags) options(path string) (policy.Options, error) {
	mode, err := f.chosenMode()
	if err != nil {
		return policy.Options{}, err
	}
	vars := map[string]string{}
	for _, v := range f.vars {
		name, value, ok := strings.Cut(v, "=")
		if !ok || name == "" {
			return policy.Options{}, fail(ExitFailed, "--var must be NAME=VALUE, not %q", v)
		}
		vars[name] = value
	}
	return policy.Options{
		Path: path, Mode: mode, Shipped: policies.FS, Vars: vars, VarFiles: f.varFiles, Models: f.models, Env: os.LookupEnv, EnvNames: envNames(), Version: host.Version,
	}, nil
}

// A loaded is one policy with the set that it is of.
type loaded struct {
	*policy.Policy
	set      *policy.Set
	warnings hcl.Diagnostics
}

// load loads one policy. Its mistakes go to stderr, and end the program with 2.
func load(c *cobra.Command, opts policy.Options) (*loaded, error) {
	set, diags := policy.Load(opts)
	var p *policy.Policy
	if !diags.HasErrors() {
		var more hcl.Diagnostics
		p, more = set.Policy("")
		diags = append(diags, more...)
	}
	if diags.HasErrors() {
		if err := showDiagnostics(c.ErrOrStderr(), diags, set.Files()); err != nil {
			return nil, err
		}
		return nil, silent(ExitPolicy)
	}
	return &loaded{p, set, diags}, nil
}

// pathOr is the argument, or the current folder.
func pathOr(args []string) string {
	if len(args) == 1 {
		return args[0]
	}
	return "."
}

// completePolicies offers the shipped policies' names, and leaves files to the shell.
func completePolicies(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	entries, err := policies.FS.ReadDir(".")
	if err != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var out []string
	for _, e := range entries {
		if name, is := strings.CutSuffix(e.Name(), ".policy.hcl"); is {
			out = append(out, name)
		}
	}
	return out, cobra.ShellCompDirectiveDefault
}

// shownAt is a place for people.
func shownAt(p policy.Pos) string {
	if p.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", plain(filepath.ToSlash(p.File)), p.Line)
}
