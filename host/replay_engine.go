package host

import (
	"context"
	"errors"
	"fmt"

	"github.com/sparkhost/sparkhost/host/internal/bind"
	"github.com/sparkhost/sparkhost/host/internal/run"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// engine returns the engine for a record: records of one batch share it.
func (r *Replayer) engine(ctx context.Context, t *tape.Tape, reader *record.Reader) (*run.Engine, error) {
	event := materialOf(reader)
	key := identity(&t.Head, string(event.Data), r.chosen == nil)
	r.mu.Lock()
	defer r.mu.Unlock()
	if e := r.engines[key]; e != nil {
		return e, nil
	}
	return r.newEngine(ctx, t, event, reader)
}

// newEngine makes the engine for a record; r.mu is held.
func (r *Replayer) newEngine(ctx context.Context, t *tape.Tape, event record.Event, reader *record.Reader) (_ *run.Engine, err error) {
	var material record.Material
	if event.Data != nil {
		if err := event.Decode(&material); err != nil {
			return nil, err
		}
	}
	chosen := r.chosen
	if chosen == nil {
		if chosen, err = r.ownPolicy(&t.Head, &material, reader); err != nil {
			return nil, err
		}
	}
	if err := r.shared.learn(&t.Head, &material, reader); err != nil {
		return nil, err
	}
	parts := run.Parts{
		Policy: chosen.policy, Clock: r.config.Clock, Seed: t.Head.Seed, Year: t.Head.ReferenceYear, Version: Version,
		Prices: pricesWith(chosen.policy.Sources), Plugins: map[string]bind.Plugin{}, Whole: r.config.Whole, Tap: r.config.Tap,
	}
	if parts.Cache, parts.Shared, err = r.shared.stores(); err != nil {
		return nil, err
	}
	r.opening.parts.Cache = parts.Cache // for live sources
	for _, p := range chosen.policy.Plugins {
		if parts.Plugins[p.Name], err = r.standIn(ctx, p, chosen); err != nil {
			return nil, err
		}
	}
	if err := muteModels(chosen.policy, &t.Head, &parts); err != nil {
		return nil, err
	}
	if parts.Sources, parts.Live, err = r.sources(ctx, &t.Head, chosen.policy); err != nil {
		return nil, err
	}
	e, err := run.NewEngine(parts)
	var misfit *bind.MisfitError
	if errors.As(err, &misfit) {
		return nil, &PolicyError{Err: err}
	}
	if err == nil {
		r.engines[identity(&t.Head, string(event.Data), r.chosen == nil)] = e
	}
	return e, err
}

// standIn answers for a plugin of the policy. A plugin that no record knows is loaded at once, since
// nothing is known of it.
func (r *Replayer) standIn(ctx context.Context, p policy.Plugin, chosen *loadedPolicy) (bind.Plugin, error) {
	digest, wasm := chosen.pinned.digests[p.Name], []byte(nil)
	module := func(ctx context.Context) (err error) {
		o := opening{Config: r.opening.Config, pinned: chosen.pinned}
		wasm, err = o.module(ctx, p)
		return err
	}
	if !chosen.own || digest == "" {
		if err := module(ctx); err != nil {
			return nil, err
		}
		digest = record.Digest(wasm)
	}
	load := func(ctx context.Context) (*plugin.Plugin, error) {
		if wasm == nil {
			if err := module(ctx); err != nil {
				return nil, err
			}
		}
		return r.shared.load(ctx, p, plugin.Source{Name: p.Name, Wasm: wasm, Digest: digest, Deny: p.Deny})
	}
	manifest := r.shared.manifest(digest)
	if manifest == nil {
		return load(ctx)
	}
	return plugin.NewStandIn(plugin.Description{
		Name: p.Name, Digest: digest, Manifest: manifest, Deny: p.Deny, Limits: pluginLimits(p.Limits),
	}, load)
}

// sources returns the sources that the policy searches: by what the record says of them, and live ones where asked for.
func (r *Replayer) sources(ctx context.Context, head *record.Run, p *policy.Policy) (recorded, live map[string]retrieval.Source, err error) {
	if r.config.Fetch {
		if live, err = r.live(ctx, p); err != nil {
			return nil, nil, err
		}
	}
	recorded = map[string]retrieval.Source{}
	for _, s := range p.Sources {
		print, known := "", false
		for _, was := range head.Sources {
			if was.Name == s.Name {
				print, known = was.Fingerprint, true
			}
		}
		if source := live[s.Name]; source != nil {
			now := source.Fingerprint()
			if known && now != print {
				return nil, nil, fmt.Errorf("source %q is not what it was when the run was recorded; give the literature of then, or run the question anew", s.Name)
			}
			print = now
		}
		recorded[s.Name] = tape.Memoir{Source: s.Name, Print: print}
	}
	return recorded, live, nil
}

// live opens the policy's sources, once.
func (r *Replayer) live(ctx context.Context, p *policy.Policy) (map[string]retrieval.Source, error) {
	if r.opening.parts.Sources == nil {
		r.opening.parts.Sources = map[string]retrieval.Source{}
		r.host.policy = p
		if err := r.opening.sources(ctx); err != nil {
			r.opening.parts.Sources = nil
			return nil, err
		}
	}
	return r.opening.parts.Sources, nil
}
