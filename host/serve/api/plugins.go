package api

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"sync"

	"github.com/sparkhost/sparkhost/host/record"
)

// A tally counts what plugins did in the runs of this process.
type tally struct {
	mu   sync.Mutex
	byID map[record.Named]*counted
}

type counted struct {
	calls, cached, faults int64
	policies              map[string]bool
}

// mostPlugins bounds the table; more modules than that are not counted.
const mostPlugins = 1000

// Count takes a result in.
func (a *API) Count(r *record.Result) {
	a.tally.mu.Lock()
	defer a.tally.mu.Unlock()
	if a.tally.byID == nil {
		a.tally.byID = map[record.Named]*counted{}
	}
	for _, p := range r.Plugins {
		id := record.Named{Name: p.Name, Digest: p.Digest}
		one := a.tally.byID[id]
		if one == nil {
			if len(a.tally.byID) >= mostPlugins {
				continue
			}
			one = &counted{policies: map[string]bool{}}
			a.tally.byID[id] = one
		}
		one.calls += int64(p.Calls)
		one.cached += int64(p.Cached)
		one.policies[r.Policy.Name] = true
		if r.Verdict == record.VerdictFault {
			one.faults++
		}
	}
}

func (a *API) plugins(w http.ResponseWriter, _ *request) error {
	return write(w, http.StatusOK, a.Plugins())
}

// Plugins tells what plugins did in the runs of this process.
func (a *API) Plugins() Plugins {
	a.tally.mu.Lock()
	out := Plugins{Plugins: []Plugin{}}
	for id, one := range a.tally.byID {
		out.Plugins = append(out.Plugins, Plugin{id.Name, id.Digest, one.calls, one.cached, one.faults, slices.Sorted(maps.Keys(one.policies))})
	}
	a.tally.mu.Unlock()
	slices.SortFunc(out.Plugins, func(a, b Plugin) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Digest, b.Digest))
	})
	return out
}
