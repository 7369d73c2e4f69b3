package host

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/arxiv"
	"github.com/sparkhost/sparkhost/host/retrieval/brave"
	"github.com/sparkhost/sparkhost/host/retrieval/crossref"
	"github.com/sparkhost/sparkhost/host/retrieval/europepmc"
	"github.com/sparkhost/sparkhost/host/retrieval/local"
	"github.com/sparkhost/sparkhost/host/retrieval/openalex"
	"github.com/sparkhost/sparkhost/host/retrieval/semanticscholar"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// errUnknownSource is the refusal of a source that this version does not have.
var errUnknownSource = errors.New("no such source")

// A liveSource is a source of the network: how its settings are read, and how it is opened with them.
type liveSource struct {
	check func(config map[string]any, keys web.Credentials) error
	open  func(t *web.Transport, config map[string]any, keys web.Credentials) (retrieval.Source, error)
}

// liveSources are the sources of the network by the names that policies call them. A new one gets a line.
func liveSources() map[string]liveSource {
	return map[string]liveSource{
		arxiv.Name:           live(keyless(arxiv.ParseSettings), arxiv.New),
		brave.Name:           live(brave.ParseSettings, brave.New),
		crossref.Name:        live(crossref.ParseSettings, crossref.New),
		europepmc.Name:       live(keyless(europepmc.ParseSettings), europepmc.New),
		openalex.Name:        live(openalex.ParseSettings, openalex.New),
		semanticscholar.Name: live(semanticscholar.ParseSettings, semanticscholar.New),
	}
}

func live[S any, T retrieval.Source](parse func(map[string]any, web.Credentials) (S, error), open func(*web.Transport, S) (T, error)) liveSource {
	return liveSource{
		check: func(config map[string]any, keys web.Credentials) error {
			_, err := parse(config, keys)
			return err
		},
		open: func(t *web.Transport, config map[string]any, keys web.Credentials) (retrieval.Source, error) {
			settings, err := parse(config, keys)
			if err != nil {
				return nil, err
			}
			return open(t, settings)
		},
	}
}

// keyless reads the settings of a source that knows no key.
func keyless[S any](parse func(map[string]any) (S, error)) func(map[string]any, web.Credentials) (S, error) {
	return func(config map[string]any, _ web.Credentials) (S, error) { return parse(config) }
}

// checkSources holds what the policy searches against the sources that there are and what they can be
// told. It opens none. The error is a *[PolicyError], or that of the credentials.
func (c Config) checkSources(p *policy.Policy) error {
	keys, err := web.ReadCredentials("", c.Environ)
	if err != nil {
		return err
	}
	var errs []error
	for _, s := range p.Sources {
		if err := checkSource(s, keys); err != nil {
			errs = append(errs, located(s.At, fmt.Errorf("source %q: %w", s.Name, err)))
		}
	}
	if len(errs) == 0 {
		return nil
	}
	return &PolicyError{Err: errors.Join(errs...)}
}

func checkSource(s policy.Source, keys web.Credentials) error {
	if s.Name == localSource {
		_, err := local.ParseSettings(s.Config)
		return err
	}
	all := liveSources()
	if one, ok := all[s.Name]; ok {
		return one.check(s.Config, keys)
	}
	return fmt.Errorf("%w: there are %s, %s", errUnknownSource, localSource, strings.Join(slices.Sorted(maps.Keys(all)), ", "))
}

// live opens a source of the network. It keeps the provider's limits together with all processes that
// use the same home, and its answers in the cache.
func (o *opening) live(s policy.Source, keys web.Credentials) (retrieval.Source, error) {
	return o.take(s, func() (retrieval.Source, error) {
		governor, err := web.NewGovernor(web.GovernorOptions{Dir: filepath.Join(o.Home, "sources"), Clock: o.Clock, Notify: o.Notify})
		if err != nil {
			return nil, err
		}
		transport, err := web.New(web.Options{
			Governor: governor, Cache: bodies{o.parts.Cache}, Offline: o.Offline, Seed: o.Seed, Clock: o.Clock,
		})
		if err != nil {
			return nil, err
		}
		source, err := liveSources()[s.Name].open(transport, s.Config, keys)
		if err != nil {
			return nil, errors.Join(err, transport.Close())
		}
		return &connected{source, transport}, nil
	})
}

// A connected source owns the transport that it asks through.
type connected struct {
	retrieval.Source
	transport *web.Transport
}

// Close implements retrieval.Source.
func (c *connected) Close() error { return errors.Join(c.Source.Close(), c.transport.Close()) }

// bodies keeps good answers of the network in the cache.
type bodies struct{ cache *cache.Cache }

func bodyKey(provider string, k web.Key) cache.Key {
	return cache.NewKey(cache.Kind("http." + provider)).Bytes(k[:]).Sum()
}

// Do implements web.Cache.
func (b bodies) Do(ctx context.Context, provider string, k web.Key, fn func(context.Context) ([]byte, error)) ([]byte, error) {
	body, _, err := b.cache.Do(ctx, bodyKey(provider, k), fn)
	return body, err
}

// Get implements web.Cache.
func (b bodies) Get(provider string, k web.Key) ([]byte, bool, error) {
	return b.cache.Get(bodyKey(provider, k))
}
