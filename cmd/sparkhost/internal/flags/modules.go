package flags

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"
	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/lock"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/host/trust"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// ModuleFlags are the flags of the commands that read modules.
type ModuleFlags struct {
	Home    string
	Offline bool
}

// Register adds the flags to a command.
func (f *ModuleFlags) Register(c *cobra.Command) {
	c.Flags().StringVar(&f.Home, "cache", "", "`folder` that keeps modules and compiled code (default $SPARKHOST_CACHE, else sparkhost in the user's cache folder)")
	c.Flags().BoolVar(&f.Offline, "offline", false, "make no network requests: use only this binary, files and the cache")
}

// Options returns those with which modules are read.
func (f *ModuleFlags) Options() (fetch.Options, error) {
	home, err := shell.CacheDir(f.Home)
	if err != nil {
		return fetch.Options{}, err
	}
	o, err := host.FetchOptions(home, os.Environ())
	o.Offline = f.Offline
	return o, err
}

// An Introduction holds what a module says about itself.
type Introduction struct {
	*contract.Manifest
	Abi string
}

// Introduce loads a module as a run would, and lets it describe itself.
func (f *ModuleFlags) Introduce(ctx context.Context, name string, wasm []byte) (who Introduction, err error) {
	home, err := shell.CacheDir(f.Home)
	if err != nil {
		return who, err
	}
	sandbox, err := plugin.NewSandbox(ctx, plugin.Options{CacheDir: filepath.Join(home, "wasm")})
	if err != nil {
		return who, err
	}
	defer func() { err = errors.Join(err, sandbox.Close(context.WithoutCancel(ctx))) }()
	p, err := sandbox.Load(ctx, plugin.Source{Name: name, Wasm: wasm}, plugin.Limits{Instances: 1})
	if err != nil {
		return who, err
	}
	return Introduction{p.Manifest(), p.ABI()}, nil
}

// Blame gives an error of reading or loading a module its exit code: 130 where the user stopped it, 2 where it is
// not the module that was asked for or the host refuses it, else 1.
func Blame(ctx context.Context, err error) error {
	var refused *plugin.Error
	switch {
	case ctx.Err() != nil:
		return shell.Fail(shell.ExitInterrupted, "interrupted")
	case errors.Is(err, fetch.ErrDigest) || errors.Is(err, fetch.ErrUnpinned) || errors.Is(err, trust.ErrRefused) || errors.Is(err, trust.ErrFile):
		return shell.Exit(shell.ExitPolicy, err)
	case errors.As(err, &refused) && !slow(refused):
		return shell.Exit(shell.ExitPolicy, err)
	}
	return err
}

// slow says whether compiling took too long, which says nothing against the module.
func slow(e *plugin.Error) bool { return e.Kind == plugin.KindTime && e.Stage == "load" }

// Broken shows what is wrong in a lock file.
func (*ModuleFlags) Broken(stderr io.Writer, file *lock.File, diags hcl.Diagnostics) error {
	name := diags[0].Subject.Filename
	err := shell.Describe(stderr, &host.PolicyError{Diagnostics: diags, Files: map[string]*hcl.File{name: file.Source}})
	if err == nil {
		return nil
	}
	return shell.Fail(shell.ExitPolicy, "the lock %s has errors; nothing was done", name)
}
