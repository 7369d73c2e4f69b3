package host

import (
	"context"
	"errors"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/internal/bind"
	"github.com/sparkhost/sparkhost/host/internal/run"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// CheckPins holds a policy against its lock and against the sources that there are, as [Open] does before it reads
// any plugin. The error is a *[PolicyError], or nil.
func CheckPins(c Config) error {
	c.Notify = func(string) {}
	p, set, err := loadSet(c)
	if err != nil {
		return err
	}
	return c.checkPins(p, set)
}

// CheckPinsOf is [CheckPins] for a policy by its name in a set, which was loaded as c says: of many policies the files are
// then read once.
func CheckPinsOf(c Config, set *load.Set, name string) error {
	p, err := policyOf(set, name)
	if err != nil {
		return err
	}
	return c.checkPins(p, set)
}

func (c Config) checkPins(p *policy.Policy, set *load.Set) error {
	if err := c.checkSources(p); err != nil {
		return err
	}
	_, err := c.pins(p, set.Files())
	return err
}

// policyOf returns a policy of a set, or a *[PolicyError].
func policyOf(set *load.Set, name string) (*policy.Policy, error) {
	p, diags := set.Policy(name)
	if diags.HasErrors() {
		return nil, &PolicyError{Diagnostics: diags, Files: set.Files()}
	}
	return p, nil
}

// Check loads a policy's plugins and holds the policy against them: lock, digests, ABI, contract,
// columns, config of every stage, names and ranges of outputs, memory and fuel to start with. It
// needs no corpus, asks no source and records nothing; of c, what concerns sources and records is
// not read. The diagnostics report problems that a run would survive; the error, one of those of [Open], one that it
// would not.
func Check(ctx context.Context, c Config) (warnings hcl.Diagnostics, err error) {
	if c.Notify == nil {
		c.Notify = func(string) {}
	}
	p, set, err := loadSet(c)
	if err != nil {
		return nil, err
	}
	return c.check(ctx, p, set)
}

// CheckOf is [Check] for a policy by its name in a set, as [CheckPinsOf] is CheckPins.
func CheckOf(ctx context.Context, c Config, set *load.Set, name string) (hcl.Diagnostics, error) {
	if c.Notify == nil {
		c.Notify = func(string) {}
	}
	p, err := policyOf(set, name)
	if err != nil {
		return nil, err
	}
	return c.check(ctx, p, set)
}

func (c Config) check(ctx context.Context, p *policy.Policy, set *load.Set) (warnings hcl.Diagnostics, err error) {
	if err := c.checkSources(p); err != nil {
		return nil, err
	}
	h := &Host{policy: p}
	defer func() { err = errors.Join(err, h.Close()) }()
	parts := run.Parts{Policy: p, Plugins: map[string]bind.Plugin{}, Sources: map[string]retrieval.Source{}, Version: Version}
	for _, s := range p.Sources {
		parts.Sources[s.Name] = unopened(s.Name)
	}
	o := opening{Config: c, host: h, parts: &parts}
	if o.pinned, err = c.pins(p, set.Files()); err != nil {
		return nil, err
	}
	if err := o.home(); err != nil {
		return nil, err
	}
	if err := o.plugins(ctx); err != nil {
		return nil, starved(set, err)
	}
	return fits(parts, set)
}

// fits holds a policy against its loaded plugins.
func fits(parts run.Parts, set *load.Set) (hcl.Diagnostics, error) {
	engine, err := run.NewEngine(parts)
	var misfit *bind.MisfitError
	if errors.As(err, &misfit) {
		return nil, &PolicyError{Err: err}
	}
	if err != nil {
		return nil, err
	}
	declared := engine.Declared()
	declared.Start = map[string]int64{}
	for name, p := range parts.Plugins {
		if loaded, ok := p.(*plugin.Plugin); ok {
			declared.Start[name] = loaded.Stats().StartFuel
		}
	}
	diags := set.Fit(parts.Policy.Name, declared)
	if diags.HasErrors() {
		return nil, &PolicyError{Diagnostics: diags, Files: set.Files()}
	}
	return diags, nil
}

// starved points at the limit of memory or fuel that kept a plugin from starting, if one did.
func starved(set *load.Set, err error) error {
	var e *plugin.Error
	if !errors.As(err, &e) || e.Kind != plugin.KindMemory && e.Kind != plugin.KindFuel {
		return err
	}
	short := load.Shortage{Plugin: e.Plugin, Memory: e.Kind == plugin.KindMemory, Detail: e.Detail}
	if e.Stage == "load" && short.Memory {
		short.Need = e.Used
	}
	return &PolicyError{Diagnostics: hcl.Diagnostics{set.Short(short)}, Files: set.Files()}
}

// unopened stands for a source of which only the name is needed.
type unopened string

func (u unopened) Name() string        { return string(u) }
func (u unopened) Fingerprint() string { return "" }
func (u unopened) Close() error        { return nil }

// Search finds nothing.
func (u unopened) Search(context.Context, retrieval.Query) ([]retrieval.Hit, error) { return nil, nil }
