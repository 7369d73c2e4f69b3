package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// moduleFlags are the flags of the commands that read modules.
type moduleFlags struct {
	home    string
	offline bool
}

func (f *moduleFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.home, "cache", "", "`folder` that keeps modules and compiled code (default $SPARKHOST_CACHE, else sparkhost in the user's cache folder)")
	c.Flags().BoolVar(&f.offline, "offline", false, "make no network requests: use only this binary, files and the cache")
}

// options are those with which modules are read.
func (f *moduleFlags) options() (fetch.Options, error) {
	home, err := cacheDir(f.home)
	if err != nil {
		return fetch.Options{}, err
	}
	o, err := host.FetchOptions(home, os.Environ())
	o.Offline = f.offline
	return o, err
}

// An introduction is what a module says of itself.
type introduction struct {
	*contract.Manifest
	abi string
}

// introduce loads a module as a run would, and lets it describe itself.
func (f *moduleFlags) introduce(ctx context.Context, name string, wasm []byte) (who introduction, err error) {
	home, err := cacheDir(f.home)
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
	return introduction{p.Manifest(), p.ABI()}, nil
}

// blame gives an error of reading or loading a module its exit code: 130 where the user stopped it, 2 where it is
// not the module that was asked for or the host refuses it, else 1.
func blame(ctx context.Context, err error) error {
	var refused *plugin.Error
	switch {
	case ctx.Err() != nil:
		return fail(ExitInterrupted, "interrupted")
	case errors.Is(err, fetch.ErrDigest) || errors.Is(err, fetch.ErrUnpinned):
		return &exitError{ExitPolicy, err}
	case errors.As(err, &refused) && !slow(refused):
		return &exitError{ExitPolicy, err}
	}
	return err
}

// slow says whether compiling took too long, which says nothing against the module.
func slow(e *plugin.Error) bool { return e.Kind == plugin.KindTime && e.Stage == "load" }

// inCI says whether this is a CI job, as CI systems say it.
func inCI() bool { return os.Getenv("CI") == "true" || os.Getenv("CI") == "1" }

// short is the part of a digest that people read.
func short(digest string) string { return fmt.Sprintf("%.12s", digest) }
