package host

import (
	"context"
	"errors"
	"reflect"
	"sync"

	"github.com/sparkhost/sparkhost/host/internal/run"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// Shared holds what several policies of one process have in common: the home folder with its cache and records, and
// the sources, each of which is open once for all policies that set it equally. It may be used by many goroutines.
type Shared struct {
	config  Config        // as opened; its Home is never empty
	stores  *Host         // what is closed with it
	kept    run.Parts     // what every engine needs of it
	records *record.Store // of the home folder, or in memory where another process holds that

	mu      sync.Mutex      // guards sources and the users of generations
	opening sync.Mutex      // held while a source is opened
	sources []*sharedSource // open ones
}

// OpenShared opens home, cache and records. Of c, the policy and what belongs to it are ignored. Errors name
// what could not be opened.
func OpenShared(ctx context.Context, c Config) (*Shared, error) {
	c = c.withDefaults()
	s := &Shared{stores: &Host{report: outbound.NewReport()}}
	o := &opening{Config: c, host: s.stores, parts: newParts(c)}
	err := o.home()
	if err == nil {
		err = o.stores(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.stores.Close())
	}
	c.Home = o.Home
	s.config, s.kept, s.records = c, *o.parts, o.store
	return s, nil
}

// Records returns the store of the runs; it is closed with s.
func (s *Shared) Records() *record.Store { return s.records }

// Home returns the folder of cache, records, indexes and compiled plugins.
func (s *Shared) Home() string { return s.config.Home }

// SourceReport counts what was done with each live source since s was opened.
func (s *Shared) SourceReport() *outbound.Report { return s.stores.report }

// Close releases home, cache and records. The reloaders of s must be closed before. It is safe to call twice.
func (s *Shared) Close() error { return s.stores.Close() }

// A sharedSource is an open source of one or more generations.
type sharedSource struct {
	retrieval.Source
	config policy.Source
	files  literature
	close  func() error
	users  int // guarded by Shared.mu
}

// A literature holds what a source is opened with beside its settings in the policy.
type literature struct {
	corpus     []string
	skip       bool
	recordings string
	seed       uint64
	offline    bool
}

// source returns an open source with these settings, or a new one. The generation uses it until it is discarded.
func (s *Shared) source(g *generation, p policy.Source, files literature, open func() (retrieval.Source, error)) (retrieval.Source, error) {
	s.opening.Lock()
	defer s.opening.Unlock()
	if have := s.use(g, p, files); have != nil {
		return have.Source, nil
	}
	src, err := open()
	if err != nil {
		return nil, err
	}
	one := &sharedSource{Source: src, config: p, files: files, close: src.Close, users: 1}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sources = append(s.sources, one)
	g.sources = append(g.sources, one)
	return src, nil
}

// use finds an open source with these settings and counts the generation as a user of it.
func (s *Shared) use(g *generation, p policy.Source, files literature) *sharedSource {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, have := range s.sources {
		if have.config.Name == p.Name && reflect.DeepEqual(have.config.Config, p.Config) && reflect.DeepEqual(have.files, files) {
			have.users++
			g.sources = append(g.sources, have)
			return have
		}
	}
	return nil
}

// unuse ends the use of a source; the last user closes it.
func (s *Shared) unuse(one *sharedSource) error {
	s.mu.Lock()
	one.users--
	last := one.users == 0
	if last {
		for i, have := range s.sources {
			if have == one {
				s.sources = append(s.sources[:i], s.sources[i+1:]...)
				break
			}
		}
	}
	s.mu.Unlock()
	if last {
		return one.close()
	}
	return nil
}
