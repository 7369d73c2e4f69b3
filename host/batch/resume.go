package batch

import (
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
)

// Kept is a result that an earlier run of the batch has left.
type Kept struct {
	ID, Run  string // of the result
	Policy   string // its name
	Withheld bool   // the result says that its upgrade was withheld
}

// Resume leaves out what an earlier run has answered. It refuses to mix results of different runs: each kept result must be
// the one that its question would get now. Where upgrades are dealt out (S3-19), they must be those of the first
// questions, in order, and be dealt as this batch would.
func (b *Batch) Resume(kept []Kept) error {
	open := map[string]evidence.Question{}
	for _, q := range b.left {
		open[q.ID] = q
	}
	for i, k := range kept {
		q, asked := open[k.ID]
		if !asked {
			return fmt.Errorf("answers question %q, which is not in the batch, or was answered before", k.ID)
		}
		again, err := b.same(q, k)
		if err == nil {
			err = b.deal(i, k, again)
		}
		if err != nil {
			return err
		}
		delete(open, k.ID)
	}
	b.left = slices.DeleteFunc(b.left, func(q evidence.Question) bool { _, asked := open[q.ID]; return !asked })
	return nil
}

// same refuses a result of another run; again says that it is of the question's second turn.
func (b *Batch) same(q evidence.Question, k Kept) (again bool, err error) {
	id, err := b.asker.RunIDWith(q, host.AskOptions{WithholdUpgrade: true})
	if err != nil || id == k.Run {
		return false, err
	}
	if id, err = b.asker.RunIDWith(q, host.AskOptions{}); err != nil || id == k.Run && b.upgrades.Capped() {
		return true, err
	}
	return false, fmt.Errorf("answers question %q under another policy (%s), corpus, plugin, seed or version", k.ID, k.Policy)
}

// deal counts the upgrade of a kept result, the number i of them, as the earlier run dealt it.
func (b *Batch) deal(i int, k Kept, again bool) error {
	if !b.upgrades.Capped() {
		return nil
	}
	if due := b.questions[i].ID; due != k.ID {
		return fmt.Errorf("answers question %q where the batch has %q; the policy limits the upgrades of a batch to the first questions that need one", k.ID, due)
	}
	if err := b.upgrades.Resume(k.Withheld, again); err != nil {
		return fmt.Errorf("deals upgrades unlike this batch, question %q: %w", k.ID, err)
	}
	return nil
}
