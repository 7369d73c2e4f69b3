package evalcmd

import (
	"context"
	"errors"
	"runtime/debug"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/record"
)

// decideTogether is the number of policies that decide a record while it is in memory. Their results are held in memory together.
const decideTogether = 8

// gcPercent lets the heap grow to five times what is in use before a collection; otherwise a third of the time goes to collecting.
const gcPercent = 200

// A decider decides records under one policy after another. Each record is read once for many policies, and plugins and
// documents that several policies need are loaded once.
type decider struct {
	c     *cobra.Command
	flags *flags.ReplayFlags
	set   *flags.RecordSet
	first *host.Replayer // the others are beside it; nil before the first decide
}

func newDecider(f *flags.ReplayFlags, c *cobra.Command, set *flags.RecordSet) *decider {
	return &decider{c: c, flags: f, set: set}
}

func (d *decider) close() error {
	if d.first == nil {
		return nil
	}
	return d.first.Close()
}

// Open loads a policy.
func (d *decider) open(policy string) (*host.Replayer, error) {
	if d.first != nil {
		return d.first.Beside(policy)
	}
	r, err := d.flags.Open(d.c, policy)
	d.first = r
	return r, err
}

// Decide decides every record under the first policy. What it returns lives as long as the decider.
func (d *decider) decide(policy string) (*replayedSide, error) {
	r, err := d.open(policy)
	if err != nil {
		return nil, shell.Describe(d.c.ErrOrStderr(), err)
	}
	side := newReplayedSide(policy, r, len(d.set.Refs))
	if err := d.records([]*replayedSide{side}); err != nil {
		return nil, err
	}
	if side.err != nil {
		return nil, shell.Describe(d.c.ErrOrStderr(), side.err)
	}
	return side, side.take(d.set)
}

// each decides every record under each of the other policies, and hands over one after another with its index or with what
// is wrong with it. An error of then ends it. A side is closed when then returns.
func (d *decider) each(policies []string, then func(int, *replayedSide, error) error) error {
	size := decideTogether
	if d.flags.Fetch {
		size = 1 // each opens its sources
	}
	for from := 0; from < len(policies); from += size {
		if err := d.batch(policies[from:min(from+size, len(policies))], from, then); err != nil {
			return err
		}
	}
	return nil
}

func (d *decider) batch(policies []string, from int, then func(int, *replayedSide, error) error) (err error) {
	var open []*replayedSide
	sides := make([]*replayedSide, len(policies))
	defer func() {
		for _, s := range open {
			err = errors.Join(err, s.replayer.Close())
		}
	}()
	for i, policy := range policies {
		r, err := d.open(policy)
		sides[i] = newReplayedSide(policy, r, len(d.set.Refs))
		if sides[i].err = err; err == nil {
			open = append(open, sides[i])
		}
	}
	if err := d.records(open); err != nil {
		return err
	}
	for i, s := range sides {
		err := s.err
		if err == nil {
			err = s.take(d.set)
		}
		if err := then(from+i, s, err); err != nil {
			return err
		}
	}
	return nil
}

// Records decides every record under each policy, some records side by side. What is wrong with a policy ends its own
// decisions alone, and is in its side.
func (d *decider) records(sides []*replayedSide) error {
	defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	group, ctx := errgroup.WithContext(d.c.Context())
	group.SetLimit(d.flags.Concurrency)
	for i, ref := range d.set.Refs {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			recorded, id, err := ref.Recorded()
			for _, s := range sides {
				if err != nil {
					s.decided[i] = decidedRun{id: id, why: err.Error()}
					continue
				}
				if err := s.decide(ctx, i, recorded, id); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return stopped(d.c.Context(), group.Wait())
}

func newReplayedSide(policy string, r *host.Replayer, records int) *replayedSide {
	return &replayedSide{
		evalSide: evalSide{sample: compare.Sample{Name: policy, Results: map[compare.Key]*record.Result{}}},
		replayer: r, refs: map[compare.Key]flags.RecordRef{}, needs: map[string]bool{}, broken: map[string]string{}, decided: make([]decidedRun, records),
	}
}

// A decidedRun is one record under a policy.
type decidedRun struct {
	id       string
	result   *record.Result // nil: not decided
	need     bool
	why      string // it cannot be decided
	withheld bool   // the question was asked with its upgrade withheld
	version  string // of the host that recorded it
}

// Decide decides record i, unless the policy turned out to be wrong by another. The error is that of the context; what is
// wrong with the record is told.
func (s *replayedSide) decide(ctx context.Context, i int, recorded *host.Recorded, id string) error {
	if s.failed() {
		return nil
	}
	after, err := s.replayer.Decide(ctx, recorded)
	var wrong *host.PolicyError
	switch {
	case err != nil && ctx.Err() != nil:
		return err
	case errors.As(err, &wrong) || errors.Is(err, host.ErrNoCorpus):
		s.fail(err)
	case err != nil:
		s.decided[i] = decidedRun{id: id, why: err.Error()}
	default:
		s.decided[i] = decidedRun{id: after.Old.ID, result: after.New, need: after.Need != nil, withheld: after.Run.UpgradeWithheld, version: after.Run.HostVersion}
	}
	return nil
}

func (s *replayedSide) failed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err != nil
}

func (s *replayedSide) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = err
}
