package replay

import (
	"context"
	"errors"
	"sync"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/record"
)

// PolicyOf names the policy of a replayer; nil: it has none of its own, and decides each record under the record's.
func PolicyOf(r *host.Replayer) *record.Named {
	if r == nil || r.Policy() == nil {
		return nil
	}
	return &record.Named{Name: r.Policy().Name, Digest: r.Policy().Digest}
}

// Decide compares one record under two policies. The old side is the record's own, unless old is given and has another policy. The error
// is not nil where it concerns all records: a mistake in the policy, a missing corpus, or the end of ctx. What is wrong with this record,
// or cannot be known from it, is in the change.
func Decide(ctx context.Context, reader *record.Reader, old, now *host.Replayer) (Change, error) {
	return Keep(reader).Decide(ctx, old, now)
}

// A Kept is a record that is decided anew again and again, and parsed once. It may be used by many goroutines, which wait for one another.
type Kept struct {
	reader *record.Reader

	mu       sync.Mutex
	recorded *host.Recorded   // nil: not parsed
	decision *record.Decision // nil: not parsed
}

// Keep makes a Kept of a record.
func Keep(reader *record.Reader) *Kept { return &Kept{reader: reader} }

// Decide is [Decide] of the record.
func (k *Kept) Decide(ctx context.Context, old, now *host.Replayer) (Change, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	c, err := k.decide(ctx, old, now)
	var wrong *host.PolicyError
	if err != nil && (ctx.Err() != nil || errors.As(err, &wrong) || errors.Is(err, host.ErrNoCorpus)) {
		return c, err
	}
	if err != nil {
		c.Error = err.Error()
	}
	return c, nil
}

func (k *Kept) decide(ctx context.Context, old, now *host.Replayer) (Change, error) {
	c := Change{Run: k.reader.Name}
	if err := ctx.Err(); err != nil {
		return c, err
	}
	after, err := k.replay(ctx, now)
	if err != nil {
		if s, serr := k.reader.Summary(); serr == nil {
			c.Run, c.ID, c.Question = s.ID, s.QuestionID, s.Question
		}
		return c, err
	}
	c = Change{Run: after.Run.ID, ID: after.Old.ID, Question: after.Old.Question, Need: after.Need, Fetched: after.Fetched}
	side := SideOf(after.Old)
	c.Old = &side
	if after.Need != nil {
		return c, nil
	}
	if named := PolicyOf(old); named == nil || named.Digest == after.Run.Policy.Digest {
		c, err := k.compareRecorded(after)
		chosen := PolicyOf(now)
		c.Own = chosen == nil || chosen.Digest == after.Run.Policy.Digest
		return c, err
	}
	before, err := k.replay(ctx, old)
	if err != nil || before.Need != nil {
		if err == nil {
			c.Need = before.Need
		}
		c.Old = nil
		return c, err
	}
	return Compare(before.Decision, after.Decision), nil
}

// Replay decides the record under one policy. Errors are those of [host.Replayer.Replay].
func (k *Kept) Replay(ctx context.Context, r *host.Replayer) (*host.Replay, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.replay(ctx, r)
}

// replay decides the record under one policy. Where that took more than the record's checkpoint, what was parsed is let go of: all that
// the plugins answered is in it.
func (k *Kept) replay(ctx context.Context, r *host.Replayer) (out *host.Replay, err error) {
	if k.recorded == nil {
		if k.recorded, err = host.ReadRecorded(k.reader); err != nil {
			return nil, err
		}
	}
	out, err = r.Decide(ctx, k.recorded)
	if err != nil || !out.Resumed {
		k.recorded = nil
	}
	return out, err
}

// compareRecorded compares with the record itself, of which it reads more only if something changed.
func (k *Kept) compareRecorded(after *host.Replay) (_ Change, err error) {
	before := &record.Decision{Result: after.Old}
	if SideOf(after.Old) != SideOf(after.New) {
		if k.decision == nil {
			k.decision, err = k.reader.Decision()
		}
		if before = k.decision; err != nil {
			return Change{Run: after.Run.ID}, err
		}
	}
	c := Compare(before, after.Decision)
	c.Fetched = after.Fetched
	return c, nil
}
