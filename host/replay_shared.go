package host

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/internal/run"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// replayShared holds what does not depend on the policy of a replay: loaded plugins, their results, and documents. It is
// closed with the Replayer that made it.
type replayShared struct {
	opening *opening // of that Replayer

	mu        sync.Mutex
	kept      *cache.Cache
	documents *run.Shared
	plugins   map[string]*plugin.Plugin // loaded ones, by policy's file, name, digest and limits
	manifests map[string]*contract.Manifest
	sandbox   *plugin.Sandbox
}

func newReplayShared(o *opening) *replayShared {
	return &replayShared{opening: o, plugins: map[string]*plugin.Plugin{}, manifests: map[string]*contract.Manifest{}}
}

// stores opens what live searches and plugins keep results in for the other replays.
func (s *replayShared) stores() (*cache.Cache, *run.Shared, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept != nil {
		return s.kept, s.documents, nil
	}
	c, err := cache.OpenMemory()
	if err != nil {
		return nil, nil, err
	}
	s.opening.onClose(c.Close)
	if s.documents, err = run.NewShared(c); err != nil {
		return nil, nil, err
	}
	s.kept = c
	return s.kept, s.documents, nil
}

// learn takes the manifests of a record.
func (s *replayShared) learn(head *record.Run, m *record.Material, reader *record.Reader) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range head.Plugins {
		if s.manifests[p.Digest] != nil {
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
			s.manifests[p.Digest] = manifest
		}
	}
	return nil
}

// manifest returns the manifest that a record holds of the plugin with that digest; nil: none.
func (s *replayShared) manifest(digest string) *contract.Manifest {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.manifests[digest]
}

// load compiles a plugin, once for each digest and limits.
func (s *replayShared) load(ctx context.Context, p policy.Plugin, from plugin.Source) (*plugin.Plugin, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ctx = context.WithoutCancel(ctx) // others wait for it too
	key := fmt.Sprint(p.At, p.Name, from.Digest, p.Limits, p.Deny)
	if loaded := s.plugins[key]; loaded != nil {
		return loaded, nil
	}
	if s.sandbox == nil {
		made, err := plugin.NewSandbox(ctx, plugin.Options{CacheDir: filepath.Join(s.opening.Home, "wasm"), Memo: memo{s.kept}})
		if err != nil {
			return nil, err
		}
		s.sandbox = made
		s.opening.onClose(func() error { return made.Close(context.Background()) })
	}
	loaded, err := s.sandbox.Load(ctx, from, pluginLimits(p.Limits))
	if err != nil {
		return nil, at(p.At, err)
	}
	s.plugins[key] = loaded
	return loaded, nil
}
