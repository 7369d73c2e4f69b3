package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/internal/bind"
	"github.com/sparkhost/sparkhost/host/internal/run"
	"github.com/sparkhost/sparkhost/host/library"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/local"
)

// opening is the opening of one host: what is open so far is closed with it.
type opening struct {
	Config
	host   *Host
	parts  *run.Parts
	pinned pins // what plugins must be, by name
	// share, if set, decides whether a source is opened, and owns it then; nil: each is, for the host.
	share func(s policy.Source, open func() (retrieval.Source, error)) (retrieval.Source, error)
	store *record.Store // of home, once opened
	mu    sync.Mutex    // guards host.closers and the maps of parts
}

func (o *opening) onClose(fn func() error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.host.closers = append(o.host.closers, fn)
}

// all opens a host: the policy first, which costs nothing and may be wrong, then the home
// folder, then the rest.
func (o *opening) all(ctx context.Context) error {
	if err := o.resolve(); err != nil {
		return err
	}
	if err := o.home(); err != nil {
		return err
	}
	if err := o.stores(ctx); err != nil {
		return err
	}
	return o.engine(ctx)
}

// resolve loads the policy and holds it against secrets and lock.
func (o *opening) resolve() error {
	p, files, err := loadPolicy(o.Config)
	if err == nil {
		err = o.secrets(p, files)
	}
	if err != nil {
		return err
	}
	o.host.policy, o.parts.Policy = p, p
	tell(o.parts, o.Config, files)
	o.pinned, err = o.pins(p, files)
	return err
}

// engine opens plugins and sources side by side, because compiling and indexing take
// time, and holds the policy against them.
func (o *opening) engine(ctx context.Context) error {
	group, gctx := errgroup.WithContext(ctx)
	group.Go(func() error { return o.plugins(gctx) })
	group.Go(func() error { return o.sources(gctx) })
	group.Go(o.models)
	if err := group.Wait(); err != nil {
		return err
	}
	var err error
	o.host.engine, err = run.NewEngine(*o.parts)
	var misfit *bind.MisfitError
	if errors.As(err, &misfit) {
		return &PolicyError{Err: err}
	}
	return err
}

// home makes sure that there is a folder to work in.
func (o *opening) home() error {
	if o.Home != "" {
		return nil
	}
	dir, err := os.MkdirTemp("", "sparkhost-")
	if err != nil {
		return fmt.Errorf("temporary home: %w", err)
	}
	o.Home = dir
	o.onClose(func() error { return os.RemoveAll(dir) })
	return nil
}

// stores opens cache and records. A folder that another process holds does not stop a run
// from answering: it goes on in memory and says so, unless Sole is set.
func (o *opening) stores(ctx context.Context) error {
	c, err := cache.Open(ctx, cache.Options{Dir: filepath.Join(o.Home, "cache"), Wait: o.Wait, Notify: o.Notify, Command: cmp.Or(o.Command, "run"), TTL: o.lifetimes(), Clock: o.Clock})
	if errors.Is(err, cache.ErrLocked) && !o.Sole {
		o.Notify(fmt.Sprintf("%v; going on without a cache on disk", err))
		c, err = cache.OpenMemory()
	}
	if err != nil {
		return err
	}
	o.onClose(c.Close)
	o.parts.Cache = c
	return o.records(ctx)
}

func (o *opening) records(ctx context.Context) error {
	store, err := record.Open(ctx, record.Options{Dir: filepath.Join(o.Home, "records"), Wait: o.Wait, Notify: o.Notify, Command: cmp.Or(o.Command, "run")})
	if errors.Is(err, record.ErrLocked) && !o.Sole {
		o.Notify(fmt.Sprintf("%v; records of this process are kept only with a record folder", err))
		store, err = record.OpenMemory()
	}
	if err != nil {
		return err
	}
	o.onClose(store.Close)
	o.store, o.parts.Records = store, store
	if o.RecordDir != "" {
		folder, err := record.OpenFolder(o.RecordDir)
		if err != nil {
			return err
		}
		o.parts.Records = record.Multi(store, folder)
	}
	if o.Observe != nil {
		o.parts.Records = record.Observed(o.parts.Records, o.Observe)
	}
	if o.Watch != nil {
		o.parts.Records = record.Watched(o.parts.Records, o.Watch)
	}
	o.parts.Prices = budget.DefaultPrices()
	return nil
}

// plugins loads what the policy's stages name, side by side.
func (o *opening) plugins(ctx context.Context) error {
	host, err := plugin.NewSandbox(ctx, plugin.Options{CacheDir: filepath.Join(o.Home, "wasm"), Memo: memo{o.parts.Cache}})
	if err != nil {
		return err
	}
	o.onClose(func() error { return host.Close(context.WithoutCancel(ctx)) })
	group, ctx := errgroup.WithContext(ctx)
	for _, p := range o.host.policy.Plugins {
		group.Go(func() error {
			loaded, err := o.load(ctx, host, p)
			if err != nil {
				return err
			}
			o.mu.Lock()
			defer o.mu.Unlock()
			o.parts.Plugins[p.Name] = loaded
			return nil
		})
	}
	return group.Wait()
}

func (o *opening) load(ctx context.Context, host *plugin.Sandbox, p policy.Plugin) (*plugin.Plugin, error) {
	wasm, err := o.module(ctx, p)
	if err != nil {
		return nil, err
	}
	loaded, err := host.Load(ctx, plugin.Source{Name: p.Name, Wasm: wasm, Digest: o.pinned.digests[p.Name], Deny: p.Deny}, pluginLimits(p.Limits))
	if err != nil && ctx.Err() == nil {
		return nil, refusal(p, err)
	}
	return loaded, err
}

// refusal says whose fault it is that a module cannot be loaded: the policy's, or the machine's.
func refusal(p policy.Plugin, err error) error {
	if ofMachine(err) {
		return located(p.At, err)
	}
	return at(p.At, err)
}

// pluginLimits returns a policy's limits as the sandbox takes them.
func pluginLimits(l policy.Limits) plugin.Limits {
	return plugin.Limits{
		MemoryBytes: l.Memory, Fuel: l.Call.Fuel, FuelPerItem: l.Call.FuelPerItem, Wall: l.Call.Wall,
		OutputBytes: int(l.Output), LogBytes: int(l.Log), Instances: l.Instances,
	}
}

// localSource is the name that policies give to the literature in files.
const localSource = "local"

// sources opens what the policy searches.
func (o *opening) sources(ctx context.Context) error {
	if err := o.checkSources(o.host.policy); err != nil {
		return err
	}
	keys, err := o.credentials()
	if err != nil {
		return err
	}
	o.parts.Prices = pricesWith(o.host.policy.Sources)
	for _, s := range o.host.policy.Sources {
		if s.Name == localSource {
			err = o.local(ctx, s)
		} else {
			err = o.add(s, func() (retrieval.Source, error) { return o.live(s, keys) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// add opens a source for the runs.
func (o *opening) add(s policy.Source, open func() (retrieval.Source, error)) error {
	source, err := open()
	if err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.parts.Sources[s.Name] = source
	return nil
}

// ErrNoCorpus is matched when a policy searches local literature and none is given.
var ErrNoCorpus = errors.New("no corpus: the policy searches local literature")

func (o *opening) local(ctx context.Context, s policy.Source) error {
	if len(o.Corpus) == 0 {
		return ErrNoCorpus
	}
	settings, err := local.ParseSettings(s.Config)
	if err != nil {
		return at(s.At, fmt.Errorf("source local: %w", err))
	}
	return o.add(s, func() (retrieval.Source, error) {
		return o.take(s, func() (retrieval.Source, error) {
			files, err := o.literature(ctx)
			if err != nil {
				return nil, err
			}
			corpus, err := local.Open(ctx, local.Options{
				Files: files, Dir: filepath.Join(o.Home, "corpora"), SkipBadLines: o.SkipBadLines, Settings: settings, Progress: o.Progress,
			})
			if err != nil {
				return nil, err
			}
			o.tellOf(corpus.Stats())
			return corpus, nil
		})
	})
}

// tellOf says what of a corpus is not read: lines that are left out, and keys that may be misspelt.
func (o *opening) tellOf(s local.Stats) {
	if text := s.SkippedText(); text != "" {
		o.Notify("warning: " + text)
	}
	for _, key := range s.Unread {
		if strings.Contains(key, "did you mean") { // others are the author's own
			o.Notify("corpus: a key that is not read: " + key)
		}
	}
}

// literature returns the corpus as files of corpus lines: anything else is imported, once for each content.
func (o *opening) literature(ctx context.Context) ([]string, error) {
	files, report, err := library.Resolve(ctx, library.Options{
		Paths: o.Corpus, Dir: filepath.Join(o.Home, "imports"), Progress: o.Progress,
	})
	if report != nil && !report.Kept {
		var b strings.Builder
		if werr := report.Write(&b, mostProblems); werr != nil {
			return nil, werr
		}
		o.Notify("corpus: " + strings.TrimSpace(b.String()))
	}
	return files, err
}

// mostProblems limits how many files that could not be imported are listed; corpus import lists all.
const mostProblems = 20

// take opens a source, or gets one that is open already.
func (o *opening) take(s policy.Source, open func() (retrieval.Source, error)) (retrieval.Source, error) {
	if o.share != nil {
		return o.share(s, open)
	}
	src, err := open()
	if err == nil {
		o.onClose(src.Close)
	}
	return src, err
}

// memo keeps results of plugins in the cache: a result is a function of the key alone.
type memo struct{ cache *cache.Cache }

// Do implements plugin.Memo.
func (m memo) Do(ctx context.Context, key [32]byte, compute func(context.Context) ([]byte, error)) ([]byte, bool, error) {
	return m.cache.Do(ctx, cache.NewKey(cache.KindStage).Bytes(key[:]).Sum(), compute)
}
