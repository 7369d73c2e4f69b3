package run

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/bind"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/internal/testwasm"
	"github.com/sparkhost/sparkhost/plugins"
	"github.com/sparkhost/sparkhost/policies"
)

// world holds what all tests share: the shipped plugins, each compiled when first asked for.
var world struct {
	host   *plugin.Sandbox
	mu     sync.Mutex
	loaded map[string]*plugin.Plugin
}

func TestMain(m *testing.M) {
	code, err := runTests(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func runTests(m *testing.M) (code int, err error) {
	dir, err := os.MkdirTemp("", "sparkhost-run")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(dir)
	world.loaded = map[string]*plugin.Plugin{}
	if compiled := testwasm.Folder(); compiled != "" { // compiling takes minutes under the race detector
		dir = compiled
	}
	if world.host, err = plugin.NewSandbox(context.Background(), plugin.Options{CacheDir: dir}); err != nil {
		return 1, err
	}
	code = m.Run()
	if err := world.host.Close(context.Background()); err != nil {
		return 1, err
	}
	if code == 0 {
		return 0, goleak.Find()
	}
	return code, nil
}

func shippedPlugin(t *testing.T, name string) *plugin.Plugin {
	t.Helper()
	world.mu.Lock()
	defer world.mu.Unlock()
	if world.loaded[name] == nil {
		wasm, err := plugins.Open(name)
		require.NoError(t, err)
		world.loaded[name], err = world.host.Load(context.Background(), plugin.Source{Name: name, Wasm: wasm}, plugin.Limits{})
		require.NoError(t, err)
	}
	return world.loaded[name]
}

// policyOf loads a policy that extends the shipped baseline by the body.
func policyOf(t *testing.T, body string) *policy.Policy {
	t.Helper()
	return policyText(t, "source \"second\" {}\nplugin \"disagreement\" { source = \"builtin\" }\npolicy \"test\" {\n  extends = [as_written]\n"+body+"\n}\n")
}

// policyText loads the policy "test" of a file.
func policyText(t *testing.T, text string) *policy.Policy {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.policy.hcl")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	set, diags := load.Load(load.Options{Path: path, Shipped: policies.FS})
	require.False(t, diags.HasErrors(), "%v", diags)
	p, diags := set.Policy("test")
	require.False(t, diags.HasErrors(), "%v", diags)
	return p
}

// partsOf puts an engine's parts together: real plugins, cache and record store, a
// clock that stands still, and the sources in the order of the policy.
func partsOf(t *testing.T, body string, sources ...retrieval.Source) Parts {
	t.Helper()
	return partsUnder(t, policyOf(t, body), nil, sources...)
}

// partsUnder is partsOf for a policy some of whose plugins are not shipped.
func partsUnder(t *testing.T, under *policy.Policy, own map[string]*plugin.Plugin, sources ...retrieval.Source) Parts {
	t.Helper()
	p := Parts{
		Policy: under, Sources: map[string]retrieval.Source{}, Plugins: map[string]bind.Plugin{},
		Clock: func() time.Time { return time.Unix(0, 0) }, Version: "test",
	}
	for _, s := range sources {
		p.Sources[s.Name()] = s
	}
	for _, named := range p.Policy.Plugins {
		if p.Plugins[named.Name] = own[named.Name]; own[named.Name] == nil {
			p.Plugins[named.Name] = shippedPlugin(t, named.Name)
		}
	}
	memory, err := cache.OpenMemory()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, memory.Close()) })
	p.Cache, p.Records = memory, recordsOf(t)
	return p
}

func recordsOf(t *testing.T) *record.Store {
	t.Helper()
	store, err := record.OpenMemory()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, store.Close()) })
	return store
}

// begun is a run of the question that has not taken its first step.
func begun(t *testing.T, p Parts, q evidence.Question) *run {
	t.Helper()
	e, err := NewEngine(p)
	require.NoError(t, err)
	r, err := e.begin(q, Asking{})
	require.NoError(t, err)
	return r
}

// answered is a run of the question that has ended.
func answered(t *testing.T, p Parts, q evidence.Question) *run {
	t.Helper()
	r := begun(t, p, q)
	_, err := r.finish(context.Background())
	require.NoError(t, err)
	return r
}

// recorded decodes the run's events of one kind.
func recorded[T any](t *testing.T, r *run, kind record.Kind) []T {
	t.Helper()
	reader, err := r.Records.(*record.Store).Read(r.Result.Run)
	require.NoError(t, err)
	events, err := record.Each[T](reader, kind)
	require.NoError(t, err)
	return events
}

// roundNamed is the result of the first round with that name.
func (r *run) roundNamed(t *testing.T, name string) record.RoundResult {
	t.Helper()
	i := slices.IndexFunc(r.Result.Rounds, func(rd record.RoundResult) bool { return rd.Name == name })
	require.GreaterOrEqual(t, i, 0, "no round %q", name)
	return r.Result.Rounds[i]
}

func options(texts ...string) []evidence.Option {
	out := make([]evidence.Option, len(texts))
	for i, t := range texts {
		out[i] = evidence.Option{Label: string(rune('A' + i)), Text: t}
	}
	return out
}
