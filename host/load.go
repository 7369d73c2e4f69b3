package host

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/policies"
)

// A PolicyError says that nothing was run because the policy, its variables or
// what it asks of its plugins is wrong. Diagnostics point into the files; Err says it
// where there are none.
type PolicyError struct {
	Diagnostics hcl.Diagnostics
	Files       map[string]*hcl.File // sources of the diagnostics
	Err         error
}

// Error implements error.
func (p *PolicyError) Error() string {
	if p.Err != nil {
		return p.Err.Error()
	}
	return p.Diagnostics.Error()
}

// Unwrap returns the cause, if it is not a matter of diagnostics.
func (p *PolicyError) Unwrap() error { return p.Err }

// at makes a policy error that points at a place in the policy.
func at(pos policy.Pos, err error) error {
	return &PolicyError{Err: located(pos, err)}
}

func located(pos policy.Pos, err error) error {
	return fmt.Errorf("%s:%d,%d: %w", pos.File, pos.Line, pos.Column, err)
}

func loadPolicy(c Config) (*policy.Policy, map[string]*hcl.File, error) {
	p, set, err := loadSet(c)
	return p, set.Files(), err
}

// loadSet is loadPolicy for who has more to ask of the policy's files. The set is never nil.
func loadSet(c Config) (*policy.Policy, *load.Set, error) {
	if err := c.knownSources(c.Sources); err != nil { // only whether one is named twice
		return nil, &load.Set{}, err
	}
	env, names := environment(c.Environ)
	set, loaded := load.Load(load.Options{
		Path: c.Policy, Mode: c.Mode, Shipped: policies.FS, Vars: c.Vars, VarFiles: c.VarFiles, Env: env, EnvNames: names, Version: Version, Today: c.today(), Sources: c.Sources, Models: c.Models,
	})
	if loaded.HasErrors() {
		return nil, set, &PolicyError{Diagnostics: loaded, Files: set.Files()}
	}
	p, diags := set.Policy("")
	if diags.HasErrors() {
		return nil, set, &PolicyError{Diagnostics: diags, Files: set.Files()}
	}
	if err := c.knownSources(declaredNames(p.Sources)); err != nil {
		return nil, set, err
	}
	if len(c.Waive) > 0 {
		if p, diags = load.Waive(p, c.Waive, c.today()); diags.HasErrors() {
			return nil, set, &PolicyError{Diagnostics: diags, Files: set.Files()}
		}
	}
	for _, d := range append(loaded, diags...) {
		where := ""
		if d.Subject != nil {
			where = fmt.Sprintf("%s:%d,%d: ", d.Subject.Filename, d.Subject.Start.Line, d.Subject.Start.Column)
		}
		c.Notify(fmt.Sprintf("%swarning: %s; %s", where, d.Summary, d.Detail))
	}
	return p, set, nil
}

// today returns the date by which waivers expire.
func (c Config) today() string {
	now := c.Clock
	if now == nil {
		now = time.Now
	}
	return now().UTC().Format(time.DateOnly)
}

// secrets refuses a policy whose secrets the environment does not have. Offline those of sources are not needed: nobody
// is asked.
func (c Config) secrets(p *policy.Policy, files map[string]*hcl.File) error {
	if c.Offline {
		pluginsOnly := *p
		pluginsOnly.Sources = nil
		p = &pluginsOnly
	}
	diags := p.MissingSecrets()
	for _, d := range diags {
		findBytes(d.Subject, files)
	}
	if diags.HasErrors() {
		return &PolicyError{Diagnostics: diags, Files: files}
	}
	return nil
}

// findBytes completes a place that is known by line and column alone, so that its source line can be shown.
func findBytes(at *hcl.Range, files map[string]*hcl.File) {
	file := files[at.Filename]
	if file == nil {
		return
	}
	for line := range bytes.Lines(file.Bytes) {
		at.Start.Line--
		if at.Start.Line == 0 {
			break
		}
		at.Start.Byte += len(line)
	}
	at.Start.Line = at.End.Line
	at.Start.Byte += at.Start.Column - 1
	at.End = at.Start
}

// environment makes a list of NAME=VALUE readable by name.
func environment(list []string) (lookup func(string) (string, bool), names []string) {
	values := map[string]string{}
	for _, entry := range list {
		name, value, _ := strings.Cut(entry, "=")
		values[name] = value
		names = append(names, name)
	}
	return func(name string) (string, bool) { v, ok := values[name]; return v, ok }, names
}
