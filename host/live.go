package host

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// live opens a source of the network. It keeps the provider's limits together with all processes that
// use the same folder, and its answers in the cache.
func (o *opening) live(s policy.Source, keys web.Credentials) (retrieval.Source, error) {
	return o.take(s, func() (retrieval.Source, error) {
		transport, err := o.transport(web.Options{
			Cache: bodies{o.parts.Cache}, RecordDir: o.RecordHTTP, Recordings: o.recordings(), Offline: o.Offline, Report: o.host.report,
		})
		if err != nil {
			return nil, err
		}
		source, err := liveSources()[s.Name].open(transport, stoodIn(s), keys)
		if err != nil {
			return nil, errors.Join(err, transport.Close())
		}
		if k, ok := source.(interface{ KeepCompiled(dir string) }); ok {
			k.KeepCompiled(filepath.Join(o.Home, "wasm"))
		}
		if hint := hintOf(source); hint != "" && !o.Offline {
			o.Notify(hint)
		}
		return &connected{source, transport}, nil
	})
}

// transport completes the options by what the config says for all sources.
func (c Config) transport(o web.Options) (*web.Transport, error) {
	governor, err := web.NewGovernor(web.GovernorOptions{Dir: c.limitsDir(), Clock: c.Clock, Notify: c.Notify})
	if err != nil {
		return nil, err
	}
	o.Governor, o.Prices, o.Seed, o.Clock, o.Dial = governor, sourcePrices(), c.Seed, c.Clock, c.Dial
	o.UserAgent = "sparkhost/" + Version + " (+https://github.com/sparkhost/sparkhost)"
	return web.New(o)
}

// limitsDir is where processes share what they know of providers.
func (c Config) limitsDir() string {
	if c.Limits != "" {
		return c.Limits
	}
	return filepath.Join(c.Home, "sources")
}

// recordings are the folders that an offline run reads.
func (c Config) recordings() []string {
	if c.Recordings == "" {
		return nil
	}
	return []string{c.Recordings}
}

// hintOf is what a source says that a user could do to get more out of it; empty: nothing.
func hintOf(s retrieval.Source) string {
	if h, ok := s.(interface{ Hint() string }); ok {
		return h.Hint()
	}
	return ""
}

// A connected source owns the transport that it asks through.
type connected struct {
	retrieval.Source
	transport *web.Transport
}

// Unwrap gives the source itself, which can do more than search; see retrieval.As.
func (c *connected) Unwrap() retrieval.Source { return c.Source }

// Close implements retrieval.Source.
func (c *connected) Close() error { return errors.Join(c.Source.Close(), c.transport.Close()) }

// bodies keeps good answers of the network in the cache.
type bodies struct{ cache *cache.Cache }

// bodyKind begins the kinds of cache entries that are answers of providers.
const bodyKind = "http."

func bodyKey(provider string, k web.Key) cache.Key {
	return cache.NewKey(cache.Kind(bodyKind + provider)).Bytes(k[:]).Sum()
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

// lifetimes are how long the cache serves answers of providers. Offline, where nothing newer can be had, for ever.
func (c Config) lifetimes() map[cache.Kind]time.Duration {
	if c.Offline {
		return nil
	}
	out := map[cache.Kind]time.Duration{}
	for name, s := range liveSources() {
		out[cache.Kind(bodyKind+name)] = s.keep
	}
	return out
}

// SourceReport says what was done with each live source since the host was opened. It may be called at any time.
func (h *Host) SourceReport() *web.Report { return h.report }
