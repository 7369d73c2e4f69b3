package replay

import (
	"context"
	"errors"

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
	c, err := decide(ctx, reader, old, now)
	var wrong *host.PolicyError
	if err != nil && (ctx.Err() != nil || errors.As(err, &wrong) || errors.Is(err, host.ErrNoCorpus)) {
		return c, err
	}
	if err != nil {
		c.Error = err.Error()
	}
	return c, nil
}

func decide(ctx context.Context, reader *record.Reader, old, now *host.Replayer) (Change, error) {
	c := Change{Run: reader.Name}
	if err := ctx.Err(); err != nil {
		return c, err
	}
	after, err := now.Replay(ctx, reader)
	if err != nil {
		if s, serr := reader.Summary(); serr == nil {
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
		c, err := compareRecorded(reader, after)
		chosen := PolicyOf(now)
		c.Own = chosen == nil || chosen.Digest == after.Run.Policy.Digest
		return c, err
	}
	before, err := old.Replay(ctx, reader)
	if err != nil || before.Need != nil {
		if err == nil {
			c.Need = before.Need
		}
		c.Old = nil
		return c, err
	}
	return Compare(before.Decision, after.Decision), nil
}

// compareRecorded compares with the record itself, of which it reads more only if something changed.
func compareRecorded(reader *record.Reader, after *host.Replay) (Change, error) {
	before := &record.Decision{Result: after.Old}
	if SideOf(after.Old) != SideOf(after.New) {
		var err error
		if before, err = reader.Decision(); err != nil {
			return Change{Run: after.Run.ID}, err
		}
	}
	c := Compare(before, after.Decision)
	c.Fetched = after.Fetched
	return c, nil
}
