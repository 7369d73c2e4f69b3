package lockcmd

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/lock"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
)

// signer checks the signatures of a module against what its policy and the machine trust. The signer that the lock has stays
// until --update names the plugin or its source changes.
func (f *lockFlags) signer(ctx context.Context, m *fetch.Module, o fetch.Options, p lockable, old lock.Entry) (string, error) {
	check, err := host.TrustOf(p.of, os.Environ(), shell.Today())
	if err != nil {
		return "", shell.Exit(shell.ExitPolicy, err)
	}
	locked := old.Signer
	if old.Source != p.Source || slices.Contains(f.update, p.Name) {
		locked = ""
	}
	signer, err := check.Module(ctx, m, o, locked)
	if err != nil {
		return "", flags.Blame(ctx, fmt.Errorf("%s:%d,%d: plugin %q: %w", p.At.File, p.At.Line, p.At.Column, p.Name, err))
	}
	return signer, nil
}

// signerText shows a signer in a change.
func signerText(id string) string {
	if id == "" {
		return "none"
	}
	return shell.Short(id)
}
