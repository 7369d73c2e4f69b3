package queue

import (
	"context"
	"encoding/json"
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
// cancelled, and with the deadline and the budget that m gives. A manifest of another client changes nothing. known says which.
func (q *Queue) Register(ctx context.Context, m batch.Manifest) (kept batch.Manifest, known bool, err error) {
	data, err := json.Marshal(m)
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
	kept, err = q.Change(ctx, m.ID, func(old *batch.Manifest) {
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
	})
	return kept, true, err
}

// Change changes a manifest by compare-and-set. A change may be made twice.
func (q *Queue) Change(ctx context.Context, id string, change func(*batch.Manifest)) (m batch.Manifest, err error) {
	once := func(old []byte) ([]byte, error) {
		if old == nil {
			return nil, unknown(id)
		}
		m = batch.Manifest{}
		if err := json.Unmarshal(old, &m); err != nil {
			return nil, err
		}
		change(&m)
		return json.Marshal(m)
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

// Manifest reads the manifest of a batch. The error may match [ErrUnknown].
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
	if err := json.Unmarshal(entry.Value(), &m); err != nil {
		return m, 0, fmt.Errorf("queue: manifest of batch %s: %w", id, err)
	}
	return m, entry.Revision(), nil
}

// Manifests reads all manifests, the oldest first.
func (q *Queue) Manifests(ctx context.Context) ([]batch.Manifest, error) {
	var ids []string
	err := q.broker.Do(ctx, func() (err error) { ids, err = q.manifests.Keys(ctx); return err })
	if err != nil && !errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, fmt.Errorf("queue: %w", err)
	}
	out := make([]batch.Manifest, 0, len(ids))
	for _, id := range ids {
		m, err := q.Manifest(ctx, id)
		if errors.Is(err, ErrUnknown) {
			continue // removed meanwhile
		}
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	slices.SortFunc(out, func(a, b batch.Manifest) int { return a.Submitted.Compare(b.Submitted) })
	return out, nil
}
