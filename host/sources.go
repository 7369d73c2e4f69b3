package host

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/arxiv"
	"github.com/sparkhost/sparkhost/host/retrieval/brave"
	"github.com/sparkhost/sparkhost/host/retrieval/crossref"
	"github.com/sparkhost/sparkhost/host/retrieval/declared"
	"github.com/sparkhost/sparkhost/host/retrieval/europepmc"
	"github.com/sparkhost/sparkhost/host/retrieval/local"
	"github.com/sparkhost/sparkhost/host/retrieval/openalex"
	"github.com/sparkhost/sparkhost/host/retrieval/opensearch"
	"github.com/sparkhost/sparkhost/host/retrieval/semanticscholar"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// errUnknownSource is the refusal of a source that this version does not have.
var errUnknownSource = errors.New("no such source")

// A liveSource is a source of the network: how its settings are read, how it is opened with them, and how long its
// answers are kept.
type liveSource struct {
	keep  time.Duration
	names []string // of credentials that it can use
	price int64    // of a request in micro-USD, where its block says it
	about func(config map[string]any, keys outbound.Credentials) (web.Settings, error)
	check func(config map[string]any, keys outbound.Credentials) error
	open  func(t *web.Transport, config map[string]any, keys outbound.Credentials) (retrieval.Source, error)
}

// How long answers are kept: a day where new works appear daily, a week where a search costs money or patience.
const (
	day  = 24 * time.Hour
	week = 7 * day
)

// liveSources returns the sources of the network by the names that policies call them. A new one gets a line, with how
// long its answers are kept, and a price in host/budget/prices.json.
func liveSources() map[string]liveSource {
	return map[string]liveSource{
		arxiv.Name:           live(day, nil, keyless(arxiv.ParseSettings), arxiv.New),
		brave.Name:           live(day, []string{brave.KeyVariable}, brave.ParseSettings, brave.New),
		crossref.Name:        live(week, []string{crossref.MailVariable, crossref.KeyVariable}, crossref.ParseSettings, crossref.New),
		europepmc.Name:       live(day, nil, keyless(europepmc.ParseSettings), europepmc.New),
		openalex.Name:        live(week, []string{openalex.KeyVariable, openalex.MailVariable}, openalex.ParseSettings, openalex.New),
		opensearch.Name:      live(10*time.Minute, []string{opensearch.KeyVariable, opensearch.TokenVariable, opensearch.UserVariable, opensearch.PasswordVariable}, opensearch.ParseSettings, opensearch.New),
		semanticscholar.Name: live(week, []string{semanticscholar.KeyVariable}, semanticscholar.ParseSettings, semanticscholar.New),
	}
}

func live[S interface{ Shared() web.Settings }, T retrieval.Source](keep time.Duration, names []string, parse func(map[string]any, outbound.Credentials) (S, error), open func(*web.Transport, S) (T, error)) liveSource {
	parse = ownKeysOnly(parse)
	return liveSource{
		keep: keep, names: names,
		about: func(config map[string]any, keys outbound.Credentials) (web.Settings, error) {
			s, err := parse(config, keys)
			return s.Shared(), err
		},
		check: func(config map[string]any, keys outbound.Credentials) error {
			_, err := parse(config, keys)
			return err
		},
		open: func(t *web.Transport, config map[string]any, keys outbound.Credentials) (retrieval.Source, error) {
			settings, err := parse(config, keys)
			if err != nil {
				return nil, err
			}
			return open(t, settings)
		},
	}
}

// ownKeysOnly keeps the keys that the environment and the credentials have for a provider from any other address that a
// policy may name: such an address, unless it is this machine, gets what the policy gives it by secret() and nothing else.
func ownKeysOnly[S interface{ Shared() web.Settings }](parse func(map[string]any, outbound.Credentials) (S, error)) func(map[string]any, outbound.Credentials) (S, error) {
	return func(config map[string]any, keys outbound.Credentials) (S, error) {
		s, err := parse(config, keys)
		if config["base_url"] == nil || err == nil && s.Shared().OnThisMachine() {
			return s, err
		}
		own := maps.Clone(config)
		delete(own, "base_url")
		if provider, err := parse(own, keys); err == nil && provider.Shared().BaseURL == s.Shared().BaseURL {
			return s, nil
		}
		return parse(config, outbound.Credentials{})
	}
}

// keyless reads the settings of a source that knows no key.
func keyless[S any](parse func(map[string]any) (S, error)) func(map[string]any, outbound.Credentials) (S, error) {
	return func(config map[string]any, _ outbound.Credentials) (S, error) { return parse(config) }
}

// checkSources holds what the policy searches against the sources that there are and what they can be
// told. It opens none. The error is a *[PolicyError], or that of the credentials.
func (c Config) checkSources(p *policy.Policy) error {
	keys, err := c.credentials()
	if err != nil {
		return err
	}
	if err := c.knownSources(declaredNames(p.Sources)); err != nil {
		return err
	}
	var errs []error
	for _, s := range p.Sources {
		if declared.Declared(s.Config) {
			for _, err := range checkDeclared(s) {
				errs = append(errs, ofSource{err})
			}
			continue
		}
		if err := checkSource(s, keys); err != nil {
			errs = append(errs, ofSource{located(s.At, fmt.Errorf("source %q: %w", s.Name, err))})
		}
	}
	prices := pricesWith(p.Sources)
	for _, s := range p.Sources {
		if _, known := prices[s.Name]; !known && len(errs) == 0 {
			return fmt.Errorf("source %q has no price: host/budget/prices.json lists what a search of each source costs, 0 among them", s.Name)
		}
	}
	if len(errs) == 0 {
		return nil
	}
	return &PolicyError{Err: errors.Join(errs...)}
}

// ErrSource is matched by what is wrong with a policy's settings of a source, or with what they need.
var ErrSource = errors.New("settings of a source")

// ofSource makes an error match [ErrSource].
type ofSource struct{ error }

func (o ofSource) Unwrap() error        { return o.error }
func (o ofSource) Is(target error) bool { return target == ErrSource }

// SourceNames returns the sources that there are, in alphabetical order.
func SourceNames() []string {
	names := append(slices.Collect(maps.Keys(liveSources())), localSource)
	slices.Sort(names)
	return names
}

// knownSources refuses names in Sources that no source has, or that stand there twice.
func (c Config) knownSources(declared []string) error {
	var errs []error
	known := slices.Concat(SourceNames(), declared)
	for i, name := range c.Sources {
		switch {
		case !slices.Contains(known, name):
			errs = append(errs, fmt.Errorf("source %q: %w. %s", name, errUnknownSource, diag.DidYouMean(name, known)))
		case slices.Contains(c.Sources[:i], name):
			errs = append(errs, fmt.Errorf("source %q is named twice", name))
		}
	}
	if len(errs) == 0 {
		return nil
	}
	return &PolicyError{Err: errors.Join(errs...)}
}

// credentials returns the keys that sources may use.
func (c Config) credentials() (outbound.Credentials, error) {
	return outbound.ReadCredentials(c.Credentials, c.Environ)
}

// unset stands for a secret that the environment does not have, where no source is asked.
const unset = "unset@sparkhost.invalid"

// stoodIn returns a source's settings, whole, so that they can be checked, and recordings be read, without its secrets.
func stoodIn(s policy.Source) map[string]any {
	out := map[string]any{}
	maps.Copy(out, s.Config)
	for setting := range s.Secrets {
		if out[setting] == nil {
			out[setting] = unset
		}
	}
	return out
}

// writtenKeys refuses keys that stand in the text of a policy, which each record has.
func writtenKeys(s policy.Source) error {
	var errs []error
	for _, setting := range []string{"key", "token", "password"} {
		if s.Config[setting] != nil && !slices.Contains(s.Secret, setting) {
			errs = append(errs, fmt.Errorf("%s is written down, and records hold the text of policies: write %s = secret(\"NAME\"), the name of an environment variable", setting, setting))
		}
	}
	return errors.Join(errs...)
}

func checkSource(s policy.Source, keys outbound.Credentials) error {
	if s.Name == localSource {
		_, err := local.ParseSettings(s.Config)
		return err
	}
	all := liveSources()
	if one, ok := all[s.Name]; ok {
		return errors.Join(writtenKeys(s), one.check(stoodIn(s), keys))
	}
	return fmt.Errorf("%w: there are %s, %s", errUnknownSource, localSource, strings.Join(slices.Sorted(maps.Keys(all)), ", "))
}
