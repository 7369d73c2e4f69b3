package flags

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/policies"
)

// LoadFlags are the flags of the commands that look at one policy before it runs.
type LoadFlags struct {
	vars     []string
	VarFiles []string
	ModeFlag
	ModelsFlag
}

// Register adds the flags to a command.
func (f *LoadFlags) Register(c *cobra.Command) {
	fs := c.Flags()
	fs.StringArrayVar(&f.vars, "var", nil, "value of a policy variable as `NAME=VALUE`; repeatable")
	fs.StringArrayVar(&f.VarFiles, "var-file", nil, "`file` of variable values, *.policyvars.hcl; repeatable")
	_ = c.RegisterFlagCompletionFunc("var-file", shell.CompleteFiles) // the error can only be an unknown flag
	f.RegisterMode(c)
	f.RegisterModels(c)
	c.ValidArgsFunction = CompletePolicies
}

// Options returns the settings with which a path is loaded: the flags, the shipped policies and the environment.
func (f *LoadFlags) Options(path string) (load.Options, error) {
	mode, err := f.ChosenMode()
	if err != nil {
		return load.Options{}, err
	}
	vars := map[string]string{}
	for _, v := range f.vars {
		name, value, ok := strings.Cut(v, "=")
		if !ok || name == "" {
			return load.Options{}, shell.Fail(shell.ExitFailed, "--var must be NAME=VALUE, not %q", v)
		}
		vars[name] = value
	}
	return load.Options{
		Path: path, Mode: mode, Shipped: policies.FS, Vars: vars, VarFiles: f.VarFiles, Models: f.Models, Env: os.LookupEnv, EnvNames: shell.EnvNames(), Version: host.Version,
	}, nil
}

// A Loaded is one policy with the set that it is of.
type Loaded struct {
	*policy.Policy
	Set      *load.Set
	Warnings hcl.Diagnostics
}

// Load loads one policy. Its mistakes go to stderr, and end the program with 2.
func Load(c *cobra.Command, opts load.Options) (*Loaded, error) {
	set, diags := load.Load(opts)
	var p *policy.Policy
	if !diags.HasErrors() {
		var more hcl.Diagnostics
		p, more = set.Policy("")
		diags = append(diags, more...)
	}
	if diags.HasErrors() {
		if err := shell.ShowDiagnostics(c.ErrOrStderr(), diags, set.Files()); err != nil {
			return nil, err
		}
		return nil, shell.Silent(shell.ExitPolicy)
	}
	return &Loaded{p, set, diags}, nil
}

// PathOr returns the argument, or the current folder.
func PathOr(args []string) string {
	if len(args) == 1 {
		return args[0]
	}
	return "."
}

// CompletePolicies offers the shipped policies' names, and leaves files to the shell.
func CompletePolicies(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
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

// ShownAt returns a place for people.
func ShownAt(p policy.Pos) string {
	if p.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", shell.Plain(filepath.ToSlash(p.File)), p.Line)
}

// Chosen lists the policies that a path means: one behind "#", else all of the file or folder.
func Chosen(path string, set *load.Set) []string {
	if _, name, ok := strings.Cut(path, "#"); ok {
		return []string{name}
	}
	return set.Names()
}
