package outbound

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"
)

// Counters say what was done with one provider.
type Counters struct {
	Calls        int           `json:"calls"`      // requests sent, retries and redirects among them
	CacheHits    int           `json:"cache_hits"` // answers from cache, recordings or another caller's request
	Waits        int           `json:"waits"`      // requests that the governor held back
	Waited       time.Duration `json:"waited_ns"`  // by it, in all; a time, not part of what must be equal
	Retries      int           `json:"retries"`
	Failures     int           `json:"failures"` // requests that have no answer in the end
	Last         Class         `json:"last_failure,omitempty"`
	Raw          string        `json:"last_failure_raw,omitempty"` // of the last failure; see [Error].Raw
	CostMicroUSD int64         `json:"cost_micro_usd"`
	Left         *float64      `json:"quota_left,omitempty"` // in the provider's unit, as its latest answer said; nil: it did not
}

// A Report counts per provider. It is safe for concurrent use.
type Report struct {
	mu  sync.Mutex
	per map[string]Counters
}

// NewReport returns an empty report.
func NewReport() *Report { return &Report{per: map[string]Counters{}} }

// Provider returns the counters of one provider.
func (r *Report) Provider(name string) Counters {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.per[name]
}

// Providers lists the providers that were asked, in alphabetical order.
func (r *Report) Providers() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Sorted(maps.Keys(r.per))
}

// Add changes the counters of a provider.
func (r *Report) Add(name string, change func(*Counters)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := r.per[name]
	change(&n)
	r.per[name] = n
}

type reportKey struct{}

// WithReport makes the requests of ctx count in r as well as in the transport's report: one
// for each question. A request that several callers share counts as a call for the first of
// them and as a cache hit for the others.
func WithReport(ctx context.Context, r *Report) context.Context {
	return context.WithValue(ctx, reportKey{}, r)
}

// ReportOf returns the report of [WithReport]; nil: there is none.
func ReportOf(ctx context.Context) *Report {
	r, _ := ctx.Value(reportKey{}).(*Report)
	return r
}
