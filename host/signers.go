package host

import (
	"context"
	"errors"
	"fmt"

	"github.com/sparkhost/sparkhost/host/lock"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/trust"
)

// pins say which module each plugin of a policy must have, and whose signature.
type pins struct {
	digests map[string]string // sha256 by plugin
	signers map[string]string // that the lock pins, by plugin
	trust   *trust.Check      // nil: signatures are not asked for
}

// TrustOf combines what a policy, and the trust file that environ names, demand of signatures by a day such as 2006-01-02. The
// error matches trust.ErrFile.
func TrustOf(p *policy.Policy, environ []string, today string) (*trust.Check, error) {
	look, _ := environment(environ)
	machine, err := trust.FromEnviron(look)
	if err != nil {
		return nil, err
	}
	own, err := trust.Of(p.Trust)
	c := &trust.Check{Today: today}
	c.Add(machine)
	c.Add(own)
	return c, err
}

// signersOf returns the signers that a lock pins.
func signersOf(p *policy.Policy, locked *lock.File) map[string]string {
	out := map[string]string{}
	for _, one := range p.Plugins {
		if e, ok := locked.Entry(one.Name); ok {
			out[one.Name] = e.Signer
		}
	}
	return out
}

// signed refuses a module whose signatures do not suffice.
func (o *opening) signed(ctx context.Context, p policy.Plugin, m *fetch.Module, options fetch.Options) error {
	if o.pinned.trust == nil {
		return nil
	}
	_, err := o.pinned.trust.Module(ctx, m, options, o.pinned.signers[p.Name])
	switch {
	case errors.Is(err, trust.ErrRefused):
		return at(p.At, fmt.Errorf("plugin %q: %w", p.Name, err))
	case err != nil:
		return unread(p, err)
	}
	return nil
}
