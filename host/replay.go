package host

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/sparkhost/sparkhost/host/internal/run"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A ReplayConfig says under which policy to decide recorded runs anew.
type ReplayConfig struct {
	// Config is as for [Open], but that an empty Policy means each record's own, which it carries. Seed
	// and Year are the record's; Corpus is looked at with Fetch only; nothing is recorded.
	Config
	Fetch bool // ask the policy's sources for what a record does not hold
	Whole bool // decide everything anew, even what the record's checkpoint answers; slower, with the same results

	// Tap is told every request that a stage, as "verify.stance", makes of its plugin; with Whole that is all of a run. It is called by
	// replays side by side, and must not change the request.
	Tap func(question, stage string, req *contract.Request)
}

// A Replayer decides recorded runs anew. It is safe for concurrent use.
type Replayer struct {
	config  ReplayConfig
	host    Host // what it has opened
	opening opening
	chosen  *loadedPolicy // nil: each record's own

	mu       sync.Mutex
	policies map[string]*loadedPolicy // records' own, by the digest of their material
	engines  map[string]*run.Engine
	shared   *replayShared
}

// A Need is a search that a replay would have to make and no record holds.
type Need struct {
	Round  string `json:"round"`
	Source string `json:"source"`
	Query  string `json:"query"`
}

// A Replay is a recorded run and what became of it. Of New and Need one is set.
type Replay struct {
	Run      record.Run       // as recorded
	Old      *record.Result   // as recorded
	New      *record.Result   // as a real run over the same evidence would give it; the elapsed time is zero
	Need     *Need            // the run would need evidence that was never fetched, and stops there
	Decision *record.Decision // what decided New; if Resumed without what comes before the checkpoint
	Resumed  bool             // the record's checkpoint answered for everything before the final confidence
	Fetched  int              // searches that live sources answered
}

// ErrNoPolicy is matched when a record does not carry its policy and none is given.
var ErrNoPolicy = errors.New("the record does not carry its policy")

// OpenReplay loads the policy. Plugins and sources are opened when something needs them. Errors are
// those of [Open].
func OpenReplay(ctx context.Context, c ReplayConfig) (r *Replayer, err error) {
	if c.Notify == nil {
		c.Notify = func(string) {}
	}
	c.Clock = func() time.Time { return time.Unix(0, 0) } // in a replay no time passes
	r = newReplayer(c)
	r.shared = newReplayShared(&r.opening)
	defer func() {
		if err != nil {
			err = errors.Join(err, r.Close())
			r = nil
		}
	}()
	if err := r.opening.home(); err != nil {
		return r, err
	}
	return r, r.choose()
}

func newReplayer(c ReplayConfig) *Replayer {
	r := &Replayer{config: c, policies: map[string]*loadedPolicy{}, engines: map[string]*run.Engine{}}
	r.opening = opening{Config: c.Config, host: &r.host, parts: &run.Parts{}}
	return r
}

// choose loads the policy that was given, if one was.
func (r *Replayer) choose() error {
	c := &r.config
	if c.Policy == "" {
		return nil
	}
	p, files, err := loadPolicy(c.Config)
	if err != nil {
		return err
	}
	pinned, err := c.pins(p, files)
	if err == nil {
		r.chosen = &loadedPolicy{policy: p, pinned: pinned}
	}
	return err
}

// Policy returns the policy that was given; nil if each record is replayed under its own.
func (r *Replayer) Policy() *policy.Policy {
	if r.chosen == nil {
		return nil
	}
	return r.chosen.policy
}

// Beside makes a Replayer of the same settings for another policy. Both load each plugin and analyse each document once
// between them. Close it before r. Errors are those of [Open].
func (r *Replayer) Beside(policy string) (*Replayer, error) {
	c := r.config
	c.Policy, c.Home = policy, r.opening.Home
	next := newReplayer(c)
	next.shared = r.shared
	return next, next.choose()
}

// Close releases what the replays have opened. It is safe to call twice.
func (r *Replayer) Close() error { return r.host.Close() }

// Replay decides one recorded run anew. A record that cannot be decided is an error that says why;
// *[PolicyError] if it is the policy's fault.
func (r *Replayer) Replay(ctx context.Context, reader *record.Reader) (*Replay, error) {
	kept, err := ReadRecorded(reader)
	if err != nil {
		return nil, err
	}
	return r.Decide(ctx, kept)
}

// A Recorded is a recorded run that is made ready to be decided anew, under one policy after another: it serves one
// call of [Replayer.Decide] at a time.
type Recorded struct {
	tape   *tape.Tape
	reader *record.Reader
}

// ReadRecorded makes a record ready. A run that was cut off, and a damaged record, is an error.
func ReadRecorded(reader *record.Reader) (*Recorded, error) {
	kept, err := tape.New(reader)
	if err != nil {
		return nil, err
	}
	return &Recorded{kept, reader}, nil
}

// Decide is [Replayer.Replay] of a record that is read already.
func (r *Replayer) Decide(ctx context.Context, recorded *Recorded) (*Replay, error) {
	kept := recorded.tape
	engine, err := r.engine(ctx, kept, recorded.reader)
	if err != nil {
		return nil, err
	}
	out := &Replay{Run: kept.Head, Old: kept.Result}
	replayed, err := engine.Replay(ctx, kept)
	var need *tape.NeedError
	if errors.As(err, &need) {
		out.Need = &Need{need.Round, need.Source, need.Query}
		return out, nil
	}
	if err != nil {
		return nil, fmt.Errorf("it cannot be decided anew: %w", err)
	}
	out.New, out.Decision, out.Resumed, out.Fetched = replayed.Result, replayed.Decision, replayed.Resumed, replayed.Fetched
	return out, nil
}
