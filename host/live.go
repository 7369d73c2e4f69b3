package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/declared"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// live opens a source of the network. It keeps the provider's limits together with all processes that
// use the same folder, and its answers in the cache.
func (o *opening) live(s policy.Source, keys outbound.Credentials) (retrieval.Source, error) {
	return o.take(s, func() (retrieval.Source, error) {
		transport, err := o.transport(web.Options{
			Cache: bodies{o.parts.Cache, o.keptAs(s)}, RecordDir: o.RecordHTTP, Recordings: o.recordings(), Offline: o.Offline, Report: o.host.report,
			Prices: pricesWith([]policy.Source{s}),
		})
		if err != nil {
			return nil, err
		}
		known, _ := sourceOf(s)
		source, err := known.open(transport, stoodIn(s), keys)
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

// keptAs returns the kind under which the cache has the answers of a source; empty: its name.
func (o *opening) keptAs(s policy.Source) string {
	if known, is := sourceOf(s); is && declared.Declared(s.Config) {
		return declaredFor(known.keep)
	}
	return ""
}

// transport completes the options by what the config says for all sources.
func (c Config) transport(o web.Options) (*web.Transport, error) {
	governor, err := outbound.NewGovernor(outbound.GovernorOptions{Dir: c.limitsDir(), Keeper: c.Keeper, Clock: c.Clock, Notify: c.Notify})
	if err != nil {
		return nil, err
	}
	o.Governor, o.Seed, o.Clock, o.Dial = governor, c.Seed, c.Clock, c.Dial
	o.UserAgent, err = c.userAgent()
	if err != nil {
		return nil, err
	}
	return web.New(o)
}

// ContactVariable names the credential with a mail address that providers are told with each request, so that they can write before they block.
const ContactVariable = "SPARKHOST_CONTACT"

// userAgent says who asks.
func (c Config) userAgent() (string, error) {
	keys, err := c.credentials()
	if err != nil {
		return "", err
	}
	agent := "sparkhost/" + Version + " (+https://github.com/sparkhost/sparkhost"
	if mail := keys.Value(ContactVariable); mail != "" {
		if err := web.CheckMail(mail, ContactVariable); err != nil || strings.ContainsAny(mail, "()\r\n;") {
			return "", fmt.Errorf("%s: a mail address such as you@example.org is wanted", ContactVariable)
		}
		agent += "; mailto:" + mail
	}
	return agent + ")", nil
}

// limitsDir returns the folder in which processes share what they know of providers.
func (c Config) limitsDir() string {
	if c.Limits != "" {
		return c.Limits
	}
	return filepath.Join(c.Home, "sources")
}

// recordings returns the folders that an offline run reads.
func (c Config) recordings() []string {
	if c.Recordings == "" {
		return nil
	}
	return []string{c.Recordings}
}

// hintOf returns a source's hint to the user on how to get more out of it; empty: nothing.
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

// declaredFor names the answers of declared sources that are kept for a time.
func declaredFor(keep time.Duration) string { return "declared." + keep.String() }

// bodies keeps good answers of the network in the cache.
type bodies struct {
	cache *cache.Cache
	kind  string // empty: the provider's name
}

// bodyKind begins the kinds of cache entries that are answers of providers.
const bodyKind = "http."

func bodyKey(provider string, k web.Key) cache.Key {
	return cache.NewKey(cache.Kind(bodyKind + provider)).Bytes(k[:]).Sum()
}

func (b bodies) key(provider string, k web.Key) cache.Key {
	return bodyKey(cmp.Or(b.kind, provider), k)
}

// Do implements web.Cache.
func (b bodies) Do(ctx context.Context, provider string, k web.Key, fn func(context.Context) ([]byte, error)) ([]byte, error) {
	body, _, err := b.cache.Do(ctx, b.key(provider, k), fn)
	return body, err
}

// Get implements web.Cache.
func (b bodies) Get(provider string, k web.Key) ([]byte, bool, error) {
	return b.cache.Get(b.key(provider, k))
}

// lifetimes says how long the cache serves answers of providers. Offline, where nothing newer can be had, for ever.
func (c Config) lifetimes() map[cache.Kind]time.Duration {
	if c.Offline {
		return nil
	}
	out := map[cache.Kind]time.Duration{}
	for name, s := range liveSources() {
		out[cache.Kind(bodyKind+name)] = s.keep
	}
	for _, keep := range declared.Lifetimes() {
		out[cache.Kind(bodyKind+declaredFor(keep))] = keep
	}
	return out
}

// SourceReport says what was done with each live source since the host was opened. It may be called at any time.
func (h *Host) SourceReport() *outbound.Report { return h.report }
