package host

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/lock"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/plugins"
)

// ModulesFolder is the folder for modules from the network, in the home folder.
const ModulesFolder = "modules"

// FetchOptions returns the options that read modules on behalf of a home folder: what it keeps, what
// this binary carries, and proxy and credentials from a list of NAME=VALUE.
func FetchOptions(home string, environ []string) (fetch.Options, error) {
	o := fetch.Options{Builtin: plugins.Open}
	if home != "" {
		o.Dir = filepath.Join(home, ModulesFolder)
	}
	return fetch.FromEnviron(environ, o)
}

// pins says which digest each plugin of a policy must have, from the policy, else from its lock, and which signer.
// The error is a *[PolicyError] with everything that is wrong, but where the lock cannot be read.
func (c Config) pins(p *policy.Policy, files map[string]*hcl.File) (pins, error) {
	locked, diags, err := c.lockOf(p)
	if err != nil && ofMachine(err) {
		return pins{}, err
	}
	if err != nil {
		return pins{}, &PolicyError{Err: err}
	}
	if locked != nil {
		files[filepath.ToSlash(locked.Path)] = locked.Source
	}
	out := pins{digests: map[string]string{}, signers: signersOf(p, locked)}
	for _, one := range p.Plugins {
		ref, err := fetch.Parse(one.Source)
		if err != nil {
			return pins{}, at(one.At, fmt.Errorf("plugin %q: %w", one.Name, err))
		}
		digest, d := lock.Pin(one, locked, ref.Outside(), c.Frozen)
		if d != nil {
			lock.Locate(d, files)
			diags = append(diags, d)
		}
		out.digests[one.Name] = digest
	}
	if diags.HasErrors() {
		return pins{}, &PolicyError{Diagnostics: diags, Files: files}
	}
	if out.trust, err = TrustOf(p, c.Environ, c.today()); err != nil {
		return pins{}, &PolicyError{Err: err}
	}
	return out, nil
}

// lockOf reads the lock of a policy: the one of the config, else the one that is found from the
// policy's folder. A shipped policy has none of its own, nor has one where none is found.
func (c Config) lockOf(p *policy.Policy) (*lock.File, hcl.Diagnostics, error) {
	path := c.Lock
	if path == "" {
		found := false
		if strings.HasPrefix(p.At.File, "shipped:") {
			return nil, nil, nil
		}
		if path, found = lock.Find(filepath.Dir(filepath.FromSlash(p.At.File))); !found {
			return nil, nil, nil
		}
	}
	return lock.Read(path)
}

// module reads a plugin's bytes, which have the pinned digest if there is one.
func (o *opening) module(ctx context.Context, p policy.Plugin) ([]byte, error) {
	options, err := FetchOptions(o.Home, o.Environ)
	if err != nil {
		return nil, err
	}
	options.Name, options.Base, options.Digest, options.Offline = p.Name, filepath.Dir(filepath.FromSlash(p.At.File)), o.pinned.digests[p.Name], o.Offline
	m, err := fetch.Open(ctx, p.Source, options)
	if err != nil {
		return nil, unread(p, err)
	}
	if m.NotKept != nil {
		o.Notify(fmt.Sprintf("plugin %q: %v; it will be asked for again", p.Name, m.NotKept))
	}
	return m.Wasm, o.signed(ctx, p, m, options)
}

// unread says whose fault it is that a module cannot be had: the policy's, or that of a network or
// machine with which it may be had another time.
func unread(p policy.Plugin, err error) error {
	err = fmt.Errorf("plugin %q: %w", p.Name, err)
	ref, _ := fetch.Parse(p.Source)
	wrong := slices.ContainsFunc([]error{fetch.ErrDigest, fetch.ErrUnpinned}, func(kind error) bool { return errors.Is(err, kind) })
	if ref.Network() && !wrong || ofMachine(err) {
		return located(p.At, err)
	}
	return at(p.At, err)
}
