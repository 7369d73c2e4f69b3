package host

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/internal/bind"
	"github.com/sparkhost/sparkhost/host/internal/run"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// engine is the engine for a record: records of one batch share it.
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
	if err := r.learn(&t.Head, &material, reader); err != nil {
		return nil, err
	}
	parts := run.Parts{
		Policy: chosen.policy, Clock: r.config.Clock, Seed: t.Head.Seed, Year: t.Head.ReferenceYear, Version: Version,
		Prices: budget.DefaultPrices(), Plugins: map[string]bind.Plugin{}, Whole: r.config.Whole,
	}
	if parts.Cache, err = r.cache(); err != nil {
		return nil, err
	}
	for _, p := range chosen.policy.Plugins {
		if parts.Plugins[p.Name], err = r.standIn(ctx, p, chosen); err != nil {
			return nil, err
		}
	}
	if parts.Models, err = muteModels(chosen.policy); err != nil {
		return nil, err
	}
	parts.OwnPrices = recordedPrices(parts.Models, &t.Head)
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

// cache is where live searches and plugins keep results for the other replays.
func (r *Replayer) cache() (*cache.Cache, error) {
	if r.opening.parts.Cache != nil {
		return r.opening.parts.Cache, nil
	}
	c, err := cache.OpenMemory()
	if err == nil {
		r.opening.onClose(c.Close)
		r.opening.parts.Cache = c
	}
	return c, err
}

// learn takes the manifests of a record.
func (r *Replayer) learn(head *record.Run, m *record.Material, reader *record.Reader) error {
	for _, p := range head.Plugins {
		if r.manifests[p.Digest] != nil {
			continue
		}
		for _, n := range m.Manifests {
			if n.Name != p.Name {
				continue
			}
			data, err := reader.Blob(n.Digest)
			if err != nil {
				return fmt.Errorf("manifest of plugin %q: %w", p.Name, err)
			}
			manifest := &contract.Manifest{}
			if err := manifest.Unmarshal(data); err != nil {
				return fmt.Errorf("manifest of plugin %q: %w", p.Name, err)
			}
			r.manifests[p.Digest] = manifest
		}
	}
	return nil
}

// standIn answers for a plugin of the policy. A plugin that no record knows is loaded at once, since
// nothing is known of it.
func (r *Replayer) standIn(ctx context.Context, p policy.Plugin, chosen *loadedPolicy) (bind.Plugin, error) {
	digest, wasm := chosen.pinned[p.Name], []byte(nil)
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
		return r.load(ctx, p, plugin.Source{Name: p.Name, Wasm: wasm, Digest: digest, Deny: p.Deny})
	}
	if r.manifests[digest] == nil {
		return load(ctx)
	}
	return plugin.NewStandIn(plugin.Description{
		Name: p.Name, Digest: digest, Manifest: r.manifests[digest], Deny: p.Deny, Limits: pluginLimits(p.Limits),
	}, func(ctx context.Context) (*plugin.Plugin, error) {
		r.mu.Lock()
		defer r.mu.Unlock()
		return load(ctx)
	})
}

// load compiles a plugin; r.mu is held.
func (r *Replayer) load(ctx context.Context, p policy.Plugin, from plugin.Source) (*plugin.Plugin, error) {
	ctx = context.WithoutCancel(ctx) // others wait for it too
	key := fmt.Sprint(p.At, p.Name, from.Digest)
	if loaded := r.plugins[key]; loaded != nil {
		return loaded, nil
	}
	if r.sandbox == nil {
		made, err := plugin.NewSandbox(ctx, plugin.Options{CacheDir: filepath.Join(r.opening.Home, "wasm"), Memo: memo{r.opening.parts.Cache}})
		if err != nil {
			return nil, err
		}
		r.sandbox = made
		r.opening.onClose(func() error { return made.Close(context.Background()) })
	}
	loaded, err := r.sandbox.Load(ctx, from, pluginLimits(p.Limits))
	if err != nil {
		return nil, at(p.At, err)
	}
	r.plugins[key] = loaded
	return loaded, nil
}

// sources are what the policy searches: by what the record says of them, and live ones where asked for.
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
