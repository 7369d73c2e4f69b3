package host

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/declared"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// sourceOf returns the live source that a policy's block describes: one of the sources that there are, or one that the block declares.
func sourceOf(s policy.Source) (liveSource, bool) {
	if known, is := liveSources()[s.Name]; is || !declared.Declared(s.Config) {
		return known, is
	}
	read := func(config map[string]any) (declared.Spec, error) {
		spec, problems := declared.Parse(s.Name, config, s.Secret)
		var errs []error
		for _, p := range problems {
			errs = append(errs, p.Err)
		}
		return spec, errors.Join(errs...)
	}
	spec, _ := read(s.Config)
	return liveSource{
		keep: spec.Keep, names: spec.Credentials(), price: spec.PriceMicroUSD,
		about: func(config map[string]any, _ outbound.Credentials) (web.Settings, error) {
			spec, err := read(config)
			return spec.Settings, err
		},
		check: func(config map[string]any, _ outbound.Credentials) error {
			_, err := read(config)
			return err
		},
		open: func(t *web.Transport, config map[string]any, keys outbound.Credentials) (retrieval.Source, error) {
			spec, err := read(config)
			if err != nil {
				return nil, err
			}
			return declared.New(t, spec, keys)
		},
	}, true
}

// checkDeclared finds the mistakes in a source that its block declares, each at its place.
func checkDeclared(s policy.Source) []error {
	if _, is := liveSources()[s.Name]; is || s.Name == localSource {
		return []error{located(s.At, fmt.Errorf("source %q: the host has a source of that name; give the declared one another", s.Name))}
	}
	_, problems := declared.Parse(s.Name, stoodIn(s), s.Secret)
	var errs []error
	for _, p := range problems {
		errs = append(errs, located(placeOf(s, p.Setting), fmt.Errorf("source %q: %s: %w", s.Name, p.Setting, p.Err)))
	}
	return errs
}

// placeOf returns the place of a setting, or else that of the block around it.
func placeOf(s policy.Source, setting string) policy.Pos {
	for name := setting; name != ""; {
		if at, known := s.Places[name]; known {
			return at
		}
		cut := strings.LastIndexByte(name, '.')
		name = name[:max(cut, 0)]
	}
	return s.At
}

// pricesWith returns the prices of searches, those of declared sources among them.
func pricesWith(sources []policy.Source) budget.Prices {
	out := maps.Clone(budget.DefaultPrices())
	for _, s := range sources {
		if l, is := sourceOf(s); is && declared.Declared(s.Config) {
			out[s.Name] = l.price
		}
	}
	return out
}

// sourcesFor returns the live sources that there are and those that blocks declare, by name.
func sourcesFor(sources []policy.Source) map[string]liveSource {
	out := liveSources()
	for _, s := range sources {
		if l, is := sourceOf(s); is {
			out[s.Name] = l
		}
	}
	return out
}

// declaredNames returns the names of the sources that blocks declare, sorted.
func declaredNames(sources []policy.Source) []string {
	var out []string
	for _, s := range sources {
		if declared.Declared(s.Config) {
			out = append(out, s.Name)
		}
	}
	slices.Sort(out)
	return out
}
