package host

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// A KeyState says what is known of a source's credentials.
type KeyState string

// The states of keys.
const (
	KeyNone    KeyState = "not needed" // the source knows no key
	KeyMissing KeyState = "missing"    // one would help; see Hint
	KeyGiven   KeyState = "given"
	KeyValid   KeyState = "valid"   // the provider answered to it
	KeyRefused KeyState = "refused" // the provider did not want it
	KeyUnknown KeyState = "unknown" // the provider did not answer
)

// A SourceInfo describes a live source without asking it.
type SourceInfo struct {
	Name          string        `json:"name"`
	Searched      bool          `json:"searched"` // by the policy
	Address       string        `json:"address,omitempty"`
	Interval      time.Duration `json:"interval_ns"` // least time between two requests
	InFlight      int           `json:"in_flight"`   // most requests at once
	Key           KeyState      `json:"key"`
	Credentials   []string      `json:"credentials"`     // names of the environment variables that it reads
	PriceMicroUSD int64         `json:"price_micro_usd"` // of a request
	Kept          time.Duration `json:"kept_ns"`         // how long its answers are cached
	Hint          string        `json:"hint,omitempty"`  // what would make it better
	Needs         string        `json:"needs,omitempty"` // what its source block has to say first
}

// Sources lists the live sources that there are, in alphabetical order, as the policy of c sets them. It asks nobody. The
// error is one of those of [Open].
func Sources(c Config) ([]SourceInfo, error) {
	p, keys, err := c.sourcesOf()
	if err != nil {
		return nil, err
	}
	blocks := map[string]policy.Source{}
	for _, s := range p.Sources {
		blocks[s.Name] = s
	}
	out := []SourceInfo{}
	all := sourcesFor(p.Sources)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		s, searched := blocks[name]
		s.Name = name
		out = append(out, c.about(all[name], s, searched, keys))
	}
	return out, nil
}

// sourcesOf loads the policy with what its sources need.
func (c Config) sourcesOf() (*policy.Policy, outbound.Credentials, error) {
	c = c.withDefaults()
	p, files, err := loadPolicy(c)
	if err == nil {
		err = c.secrets(p, files)
	}
	if err == nil {
		err = c.checkSources(p)
	}
	if err != nil {
		return nil, outbound.Credentials{}, err
	}
	keys, err := c.credentials()
	return p, keys, err
}

// about describes one source. What its settings lack is said, and no error: the policy may not search it.
func (c Config) about(l liveSource, s policy.Source, searched bool, keys outbound.Credentials) SourceInfo {
	info := SourceInfo{Name: s.Name, Searched: searched, Credentials: slices.Clone(l.names), Kept: l.keep, PriceMicroUSD: pricesWith([]policy.Source{s})[s.Name], Key: KeyNone}
	if info.Credentials == nil {
		info.Credentials = []string{}
	}
	settings, err := l.about(s.Config, keys)
	if err != nil {
		info.Needs = err.Error()
		return info
	}
	info.Address, info.Interval, info.InFlight = settings.BaseURL, settings.Interval, settings.InFlight
	if t, err := web.New(web.Options{Governor: unasked(), Offline: true}); err == nil {
		if source, err := l.open(t, s.Config, keys); err == nil {
			info.Hint = hintOf(source)
		}
	}
	switch {
	case len(l.names) == 0:
	case info.Hint != "":
		info.Key = KeyMissing
	default:
		info.Key = KeyGiven
	}
	return info
}

// unasked returns a governor of nobody.
func unasked() *outbound.Governor {
	g, _ := outbound.NewGovernor(outbound.GovernorOptions{}) // without a folder it cannot fail
	return g
}

// A SourceCheck reports what one request to a source found out.
type SourceCheck struct {
	Name      string            `json:"name"`
	Reachable bool              `json:"reachable"`
	Key       KeyState          `json:"key"`
	Left      *float64          `json:"quota_left"` // in the provider's unit; null: it does not say
	Problem   string            `json:"problem,omitempty"`
	Hint      string            `json:"hint,omitempty"`
	Asked     outbound.Counters `json:"asked"`
}

// OK says that the source would answer a run as it is meant to.
func (s SourceCheck) OK() bool { return s.Reachable && s.Key != KeyRefused }

// ErrNoLiveSource is matched when there is nothing to check.
var ErrNoLiveSource = errors.New("the policy searches no live source")

// checkTimeout is the time that a source may take to answer a check.
const checkTimeout = 45 * time.Second

// CheckSources asks each live source of the policy for one work, past the cache and past what is known of earlier
// failures, which it forgets; limits are kept. It costs what a search costs. The checks are in the policy's order.
func CheckSources(ctx context.Context, c Config) ([]SourceCheck, error) {
	p, keys, err := c.sourcesOf()
	if err != nil {
		return nil, err
	}
	c = c.withDefaults()
	all := sourcesFor(p.Sources)
	live := slices.DeleteFunc(slices.Clone(p.Sources), func(s policy.Source) bool { _, is := all[s.Name]; return !is })
	if len(live) == 0 {
		return nil, ErrNoLiveSource
	}
	out := make([]SourceCheck, len(live))
	errs := make([]error, len(live))
	var wg sync.WaitGroup
	for i, s := range live {
		wg.Go(func() { out[i], errs[i] = c.checkOne(ctx, all[s.Name], s, keys) })
	}
	wg.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return out, errors.Join(errs...)
}

// checkOne asks one source. The error is that of opening it.
func (c Config) checkOne(ctx context.Context, l liveSource, s policy.Source, keys outbound.Credentials) (check SourceCheck, err error) {
	t, err := c.transport(web.Options{AskAnew: true, Tries: 1, Prices: pricesWith([]policy.Source{s})})
	if err != nil {
		return check, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	source, err := l.open(t, s.Config, keys)
	if err != nil {
		return check, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	before := hintOf(source)
	_, failed := source.Search(ctx, retrieval.Query{Text: "water", Intent: "primary", Limit: 1})
	n := t.Report().Provider(s.Name)
	check = SourceCheck{Name: s.Name, Reachable: failed == nil, Key: keyState(l, before, n, failed), Left: n.Left, Hint: hintOf(source), Asked: n}
	if failed != nil {
		check.Problem = failed.Error()
	}
	return check, nil
}

// keyState tells a refused key, after which a source may have been answered without one, from others.
func keyState(l liveSource, hint string, n outbound.Counters, failed error) KeyState {
	switch {
	case len(l.names) == 0:
		return KeyNone
	case n.Last == outbound.Blocked && hint == "":
		return KeyRefused
	case hint != "":
		return KeyMissing
	case failed != nil:
		return KeyUnknown
	}
	return KeyValid
}
