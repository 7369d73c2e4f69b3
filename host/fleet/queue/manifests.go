package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/cas"
)

// ErrUnknown is matched when no batch has the id.
var ErrUnknown = errors.New("no such batch")

// Register keeps a manifest, unless the batch was submitted before: then it returns the manifest that is kept, opened again if it was
// cancelled, and with the deadline and the budget that m gives. A manifest of another client changes nothing. One that is damaged is written
// anew. known says which.
func (q *Queue) Register(ctx context.Context, m batch.Manifest) (kept batch.Manifest, known bool, err error) {
	data, err := batch.Seal(m)
	if err != nil {
		return m, false, err
	}
	err = q.broker.Do(ctx, func() error { _, err := q.manifests.Create(ctx, m.ID, data); return err })
	if err == nil {
		return m, false, nil
	}
	if !cas.Conflict(err) {
		return m, false, fmt.Errorf("queue: manifest of batch %s: %w", m.ID, err)
	}
	kept, err = q.replace(ctx, m.ID, func(data []byte) (batch.Manifest, error) {
		old, err := batch.ReadManifest(m.ID, data)
		if errors.Is(err, batch.ErrDamaged) {
			return m, nil // equal ids have equal jobs, so that only terms are lost
		}
		again(&old, m)
		return old, err
	})
	return kept, true, err
}

// again changes the manifest of a batch that is submitted once more, as m.
func again(old *batch.Manifest, m batch.Manifest) {
	if m.By != "" && m.By != old.By {
		return
	}
	old.Cancelled = false
	if !m.Deadline.IsZero() {
		old.Deadline = m.Deadline
	}
	if m.BudgetMicroUSD > 0 {
		old.BudgetMicroUSD, old.WorstMicroUSD = m.BudgetMicroUSD, m.WorstMicroUSD
	}
	old.Setup.Records = old.Setup.Records || m.Setup.Records
}

// Change changes a manifest by compare-and-set. A change may be made twice. The error may match [ErrUnknown] or [batch.ErrDamaged].
func (q *Queue) Change(ctx context.Context, id string, change func(*batch.Manifest)) (batch.Manifest, error) {
	return q.replace(ctx, id, func(data []byte) (batch.Manifest, error) {
		m, err := batch.ReadManifest(id, data)
		if err == nil {
			change(&m)
		}
		return m, err
	})
}

// replace writes what next makes of a stored manifest, by compare-and-set.
func (q *Queue) replace(ctx context.Context, id string, next func(data []byte) (batch.Manifest, error)) (m batch.Manifest, err error) {
	once := func(old []byte) ([]byte, error) {
		if old == nil {
			return nil, unknown(id)
		}
		var err error
		if m, err = next(old); err != nil {
			return nil, err
		}
		return batch.Seal(m)
	}
	err = q.broker.Do(ctx, func() error { return cas.Update(ctx, q.manifests, id, once) })
	if err != nil && !errors.Is(err, ErrUnknown) {
		err = fmt.Errorf("queue: manifest of batch %s: %w", id, err)
	}
	return m, err
}

func unknown(id string) error {
	return fmt.Errorf("%w as %s; `sparkhost batch list` shows those that there are", ErrUnknown, id)
}

func (q *Queue) manifest(ctx context.Context, id string) (jetstream.KeyValueEntry, error) {
	var entry jetstream.KeyValueEntry
	err := q.broker.Do(ctx, func() (err error) {
		entry, err = q.manifests.Get(ctx, id)
		return err
	})
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, unknown(id)
	}
	if err != nil {
		return nil, fmt.Errorf("queue: manifest of batch %s: %w", id, err)
	}
	return entry, nil
}

// Manifest reads the manifest of a batch. The error may match [ErrUnknown] or [batch.ErrDamaged].
func (q *Queue) Manifest(ctx context.Context, id string) (batch.Manifest, error) {
	m, _, err := q.Revised(ctx, id)
	return m, err
}

// Revised is [Queue.Manifest] with the revision, which grows with each change.
func (q *Queue) Revised(ctx context.Context, id string) (m batch.Manifest, revision uint64, err error) {
	entry, err := q.manifest(ctx, id)
	if err != nil {
		return m, 0, err
	}
	if m, err = batch.ReadManifest(id, entry.Value()); err != nil {
		return m, 0, fmt.Errorf("batch %s: %w", id, err)
	}
	return m, entry.Revision(), nil
}

// Manifests reads all manifests, the oldest first. Of those that are damaged it returns the ids.
func (q *Queue) Manifests(ctx context.Context) (out []batch.Manifest, damaged []string, err error) {
	var ids []string
	err = q.broker.Do(ctx, func() (err error) { ids, err = q.manifests.Keys(ctx); return err })
	if err != nil && !errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, nil, fmt.Errorf("queue: %w", err)
	}
	for _, id := range ids {
		m, err := q.Manifest(ctx, id)
		switch {
		case errors.Is(err, ErrUnknown): // removed meanwhile
		case errors.Is(err, batch.ErrDamaged):
			damaged = append(damaged, id)
		case err != nil:
			return nil, nil, err
		default:
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b batch.Manifest) int { return a.Submitted.Compare(b.Submitted) })
	return out, damaged, nil
}
