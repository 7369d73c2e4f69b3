// Package host is the embedding API of sparkhost: open a policy over sources, ask
// questions, get results.
//
//	h, err := host.Open(ctx, host.Config{Policy: "standard", Corpus: []string{"corpus.jsonl"}})
//	if err != nil { … }
//	defer h.Close()
//	result, err := h.Ask(ctx, evidence.Question{ID: "q1", Question: "Does X inhibit Y?", Type: evidence.TypeClaim})
//
// A Host is safe for concurrent use. Results are functions of question, corpus, policy,
// plugins and seed: asking twice gives the same bytes, apart from elapsed time.
package host

import (
	"context"
	"errors"
	"net"
	"time"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/bind"
	"github.com/sparkhost/sparkhost/host/internal/run"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// Version is the host's version; it is part of every record.
const Version = "0.1.0"

// Config says what to open. Policy is required; the zero value of the rest works.
type Config struct {
	Mode     policy.Mode       // of the run; empty: the policy's own
	Policy   string            // shipped name, file, folder or path#name
	Vars     map[string]string // values of the policy's variables
	VarFiles []string          // *.policyvars.hcl
	Environ  []string          // NAME=VALUE, for SPARKHOST_VAR_* and variables' env; nil: none

	Waive []string // soft and advisory gates to waive: GATE=REASON or GATE=REASON,until=YEAR-MONTH-DAY

	Lock    string // lock file; empty: found from the policy's folder upwards, see package lock
	Frozen  bool   // a lock, if there is one, has every plugin; for CI
	Offline bool   // no network: plugins come from this binary, files and what Home keeps, answers of sources from Home and recordings

	Sources     []string        // what is searched in place of what the policy says, in this order; empty: what it says
	Models      []string        // what roles are bound to in place of what the policy says, as package binding reads it; part of a run's id
	Credentials string          // file of keys and mail addresses of sources, NAME=VALUE; the environment speaks last; empty: none
	Prices      string          // file of prices of models, before the built-in ones; part of a run's id where it decides; empty: none
	RecordHTTP  string          // folder that gets each exchange with a live source, without secrets; with Offline, where they are looked for
	Recordings  string          // folder of such exchanges, for Offline; empty: RecordHTTP alone
	Limits      string          // folder where processes share the limits of sources; empty: in Home
	Keeper      outbound.Keeper // shares the limits of sources and endpoints among machines, in place of Limits; nil: none

	// Dial makes the connections of sources; nil: the network's own. For tests and tunnels.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	Corpus       []string // JSONL files, plain or gzip, for source "local"
	SkipBadLines bool     // leave bad corpus lines out instead of failing

	Home      string        // folder of cache, index, compiled plugins and records; empty: a temporary one
	RecordDir string        // also write each record to <dir>/<run>.jsonl
	Wait      time.Duration // how long to wait for another process that uses Home's cache
	Sole      bool          // where that goes on using it, opening fails with a *[record.LockedError]; false: this one works in memory
	Command   string        // what this process runs, for others that find Home in use; empty: run

	Seed  uint64
	Year  int              // reference year of recency; 0: newest year of what was found
	Clock func() time.Time // for budgets and timings; nil: time.Now

	Notify   func(message string)        // told what takes long or goes another way; nil: none
	Warn     func(question, text string) // told each run's warnings as they happen; nil: none
	Progress func(done, total int)       // while indexing; nil: none

	// Observe is told each event of each run as it is recorded, timings left out; see [record.Observed]. nil: nobody.
	Observe func(run string, e record.Event)
	// Watch is told each run's record, timings among them, such as a telemetry.Telemetry; see [record.Watched]. nil: nobody.
	Watch record.Watcher
}

// A Host answers questions under one policy.
type Host struct {
	policy  *policy.Policy
	engine  *run.Engine
	report  *outbound.Report
	closers []func() error
}

// Policy returns the resolved policy; it must not be changed.
func (h *Host) Policy() *policy.Policy { return h.policy }

// AskOptions say on what terms a question is asked. They are inputs of its run: part of the id and of the record.
type AskOptions struct {
	// WithholdUpgrade has the question answered in the policy's own mode. The result says in quality_gates.upgrade_withheld
	// whether it would have been upgraded. Without effect under a policy that names no cap for a batch: see [Host.Upgrades].
	WithholdUpgrade bool
}

// Ask answers one question. It returns an error only if it has no result:
// ctx ended, the record could not be written, or q is larger than [evidence.Question.CheckSize] allows. What else goes wrong is in the result's
// verdict, error and exit code.
func (h *Host) Ask(ctx context.Context, q evidence.Question) (*record.Result, error) {
	return h.AskWith(ctx, q, AskOptions{})
}

// AskWith is Ask on other terms.
func (h *Host) AskWith(ctx context.Context, q evidence.Question, o AskOptions) (*record.Result, error) {
	return h.engine.Ask(ctx, q, run.Asking(o))
}

// RunID returns the id of the run that answers q: a digest of question, policy, sources,
// plugins, seed, reference year and host version. Equal ids have equal results.
func (h *Host) RunID(q evidence.Question) (string, error) { return h.RunIDWith(q, AskOptions{}) }

// RunIDWith returns the id of the run that answers q on other terms.
func (h *Host) RunIDWith(q evidence.Question, o AskOptions) (string, error) {
	return h.engine.RunID(q, run.Asking(o))
}

// Close releases everything, in reverse order of opening. It must not be called
// while questions are being asked; it is safe to call twice.
func (h *Host) Close() error {
	var errs []error
	for i := len(h.closers) - 1; i >= 0; i-- {
		errs = append(errs, h.closers[i]())
	}
	h.closers = nil
	return errors.Join(errs...)
}

// Open loads policy, plugins and sources. Errors: *[PolicyError] for mistakes in the
// policy, its variables or what it needs of its plugins; otherwise what could not be opened,
// by name. Nothing stays open after an error.
func Open(ctx context.Context, c Config) (h *Host, err error) {
	c = c.withDefaults()
	h = &Host{report: outbound.NewReport()}
	defer func() {
		if err != nil {
			err = errors.Join(err, h.Close())
			h = nil
		}
	}()
	o := &opening{Config: c, host: h, parts: newParts(c)}
	err = o.all(ctx)
	return h, err
}

// withDefaults fills in what a zero value stands for.
func (c Config) withDefaults() Config {
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Notify == nil {
		c.Notify = func(string) {}
	}
	return c
}

// newParts returns the parts of an engine as far as the config alone says them.
func newParts(c Config) *run.Parts {
	return &run.Parts{
		Clock: c.Clock, Seed: c.Seed, Year: c.Year, Version: Version, Warn: c.Warn,
		Plugins: map[string]bind.Plugin{}, Sources: map[string]retrieval.Source{},
	}
}
