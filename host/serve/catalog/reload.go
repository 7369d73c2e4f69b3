package catalog

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// Reload reads the policies anew and puts them in force. Questions in flight go on under the version that they began with. Where
// a file is wrong, every version in force stays; where one policy cannot be opened, that one does. [Catalog.Problem] says why.
func (c *Catalog) Reload(ctx context.Context) error {
	c.loading.Lock()
	defer c.loading.Unlock()
	err := c.reload(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.problem = problemOf(err)
	return err
}

func problemOf(err error) *Problem {
	if err == nil {
		return nil
	}
	p := &Problem{Error: err.Error()}
	var wrong *host.PolicyError
	if errors.As(err, &wrong) {
		p.Diagnostics = Reports(wrong.Diagnostics)
	}
	return p
}

func (c *Catalog) reload(ctx context.Context) error {
	fresh, err := c.read()
	if err != nil {
		return err
	}
	c.mu.Lock()
	before := c.entries
	c.mu.Unlock()
	var errs []error
	for _, now := range fresh {
		at := slices.IndexFunc(before, func(e *entry) bool { return e.Name == now.Name })
		if at < 0 || before[at].reloader == nil {
			continue
		}
		now.reloader = before[at].reloader
		if now.config.Policy == before[at].config.Policy && now.Digest == now.reloader.Policy().Digest {
			continue
		}
		if _, err := now.reloader.Reload(ctx, now.config); err != nil {
			errs = append(errs, err)
			now.Digest, now.Description = before[at].Digest, before[at].Description
			continue
		}
		c.notify(fmt.Sprintf("policy %s: version %.12s is in force", now.Name, now.Digest))
	}
	c.replace(fresh)
	return errors.Join(errs...)
}

// replace puts entries in force and closes the policies that are gone, once nobody uses them.
func (c *Catalog) replace(fresh []*entry) {
	c.mu.Lock()
	before := c.entries
	c.entries = fresh
	c.mu.Unlock()
	for _, e := range before {
		kept := slices.ContainsFunc(fresh, func(f *entry) bool { return f.reloader == e.reloader })
		if e.reloader == nil || kept {
			continue
		}
		c.leaving.Go(func() { // it waits for the questions in flight
			if err := e.reloader.Close(); err != nil {
				c.notify(fmt.Sprintf("policy %s: %v", e.Name, err))
			}
		})
	}
}

// Watch reloads the policies when a file of the folder has changed since [Open], until ctx ends. The content is compared, so a
// change is noticed whatever the file times say; it is taken once it was the same twice.
func (c *Catalog) Watch(ctx context.Context, every time.Duration) {
	if c.folder == "" {
		return
	}
	inForce, last := c.first, ""
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := c.content()
		if now != inForce && now == last {
			inForce = now
			if err := c.Reload(ctx); err != nil && ctx.Err() == nil {
				c.notify("the policies stay as they were: " + err.Error())
			}
		}
		last = now
	}
}

// mostWatched bounds what of one file is compared.
const mostWatched = 4 << 20

// content returns a digest of the folder's files, or of why it cannot be read.
func (c *Catalog) content() string {
	if c.folder == "" {
		return ""
	}
	h := sha256.New()
	entries, err := os.ReadDir(c.folder)
	fmt.Fprintln(h, err)
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		data, err := bounded.ReadRegular(filepath.Join(c.folder, e.Name()), mostWatched)
		fmt.Fprintf(h, "%q %v %d\n", e.Name(), err, len(data))
		h.Write(data)
	}
	return string(h.Sum(nil))
}
