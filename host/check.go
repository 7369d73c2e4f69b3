package host

import (
	"context"
	"errors"

	"github.com/sparkhost/sparkhost/host/internal/run"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// CheckPins holds a policy against its lock, as [Open] does before it reads any plugin. The error
// is a *[PolicyError], or nil.
func CheckPins(c Config) error {
	c.Notify = func(string) {}
	p, files, err := loadPolicy(c)
	if err == nil {
		_, err = c.pins(p, files)
	}
	return err
}

// Check loads a policy's plugins and holds the policy against them: lock, digests, ABI, contract,
// columns, config of every stage, names of outputs. It needs no corpus, asks no source and
// records nothing; of c, what concerns sources and records is not read. Errors are those of [Open].
func Check(ctx context.Context, c Config) (err error) {
	if c.Notify == nil {
		c.Notify = func(string) {}
	}
	p, files, err := loadPolicy(c)
	if err != nil {
		return err
	}
	pinned, err := c.pins(p, files)
	if err != nil {
		return err
	}
	h := &Host{policy: p}
	defer func() { err = errors.Join(err, h.Close()) }()
	parts := run.Parts{Policy: p, Plugins: map[string]run.Plugin{}, Sources: map[string]retrieval.Source{}, Version: Version}
	for _, s := range p.Sources {
		parts.Sources[s.Name] = unopened(s.Name)
	}
	o := opening{Config: c, host: h, parts: &parts, pinned: pinned}
	if err := o.home(); err != nil {
		return err
	}
	if err := o.plugins(ctx); err != nil {
		return err
	}
	_, err = run.NewEngine(parts)
	var misfit *run.MisfitError
	if errors.As(err, &misfit) {
		return &PolicyError{Err: err}
	}
	return err
}

// unopened stands for a source of which only the name is needed.
type unopened string

func (u unopened) Name() string        { return string(u) }
func (u unopened) Fingerprint() string { return "" }
func (u unopened) Close() error        { return nil }

// Search finds nothing.
func (u unopened) Search(context.Context, retrieval.Query) ([]retrieval.Hit, error) { return nil, nil }
