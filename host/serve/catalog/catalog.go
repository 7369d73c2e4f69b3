// Package catalog keeps the policies that a service offers: the shipped ones and those of a folder. A policy is opened when it is first
// asked for. When the folder changes, open policies are reloaded; a folder that is wrong changes nothing, and the catalog says so.
package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/policy/diag"
)

// ErrUnknown is matched by the error of a name that no policy has.
var ErrUnknown = errors.New("no such policy")

// A Catalog may be used by many goroutines.
type Catalog struct {
	shared *host.Shared
	base   host.Config // of every policy
	folder string      // of the operator's policies; empty: none
	notify func(string)
	first  string // the folder's content before it was first read, from which [Catalog.Watch] goes on

	loading sync.Mutex // held by whoever opens or reloads policies
	mu      sync.Mutex // guards what follows
	entries []*entry   // by name
	problem *Problem   // of the folder; nil: it is right
	closed  bool

	leaving sync.WaitGroup // policies that are gone and still in use
}

type entry struct {
	Info
	config   host.Config
	file     string         // that the policy stands in
	reloader *host.Reloader // nil: it was not asked for
}

// Info describes a policy of the catalog.
type Info struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Digest      string `json:"digest"` // of the version in force
	From        string `json:"from"`   // "shipped" or "folder"
	Open        bool   `json:"open"`   // its plugins and sources are loaded
}

// A Problem says why the folder's present content is not in force.
type Problem struct {
	Error       string        `json:"error"`
	Diagnostics []diag.Report `json:"diagnostics,omitempty"`
}

// Open reads the policies. It opens each with base, whose Policy is left out; notify is told what a reload did. A folder
// that is wrong is an error, a *[host.PolicyError] if its policies are.
func Open(shared *host.Shared, base host.Config, folder string, notify func(string)) (*Catalog, error) {
	c := &Catalog{shared: shared, base: base, folder: folder, notify: notify}
	c.first = c.content()
	entries, err := c.read()
	c.entries = entries
	return c, err
}

// List describes the policies, by name.
func (c *Catalog) List() []Info {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]Info, len(c.entries))
	for i, e := range c.entries {
		out[i] = e.Info
		out[i].Open = e.reloader != nil
		if e.reloader != nil {
			out[i].Digest = e.reloader.Policy().Digest
		}
	}
	return out
}

// Problem says what is wrong with the folder since its last change; nil: nothing.
func (c *Catalog) Problem() *Problem {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.problem
}

// Config returns the configuration to open the named policy.
func (c *Catalog) Config(name string) (host.Config, error) {
	e, err := c.find(name)
	if err != nil {
		return host.Config{}, err
	}
	return e.config, nil
}

func (c *Catalog) find(name string) (*entry, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := slices.IndexFunc(c.entries, func(e *entry) bool { return e.Name == name })
	if at < 0 || c.closed {
		return nil, fmt.Errorf("%w %q; there are %s", ErrUnknown, name, names(c.entries))
	}
	return c.entries[at], nil
}

// Acquire takes the version in force of a policy into use, and opens the policy if nobody has yet. Errors match [ErrUnknown] or are
// those of [host.Open].
func (c *Catalog) Acquire(ctx context.Context, name string) (*host.Lease, error) {
	r, err := c.open(ctx, name)
	if err != nil {
		return nil, err
	}
	return r.Acquire()
}

func (c *Catalog) open(ctx context.Context, name string) (*host.Reloader, error) {
	e, err := c.find(name)
	if err != nil {
		return nil, err
	}
	if r := c.opened(e); r != nil {
		return r, nil
	}
	c.loading.Lock()
	defer c.loading.Unlock()
	if e, err = c.find(name); err != nil {
		return nil, err
	}
	if r := c.opened(e); r != nil {
		return r, nil
	}
	r, err := c.shared.Reloader(ctx, e.config)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	e.reloader = r
	return r, nil
}

func (c *Catalog) opened(e *entry) *host.Reloader {
	c.mu.Lock()
	defer c.mu.Unlock()
	return e.reloader
}

// Close waits for the leases of all policies and releases them.
func (c *Catalog) Close() error {
	c.loading.Lock()
	defer c.loading.Unlock()
	c.mu.Lock()
	c.closed = true
	entries := c.entries
	c.mu.Unlock()
	defer c.leaving.Wait()
	var errs []error
	for _, e := range entries {
		if e.reloader != nil {
			errs = append(errs, e.reloader.Close())
		}
	}
	return errors.Join(errs...)
}
