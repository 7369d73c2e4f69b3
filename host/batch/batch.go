// Package batch answers many questions in this process: some side by side, the results in the order of the questions.
// Equal questions give equal results, whatever the concurrency and wherever an earlier run of the batch stopped.
// Batches that several machines share are in host/fleet.
package batch

import (
	"context"
	"errors"
	"slices"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// ErrInterrupted says that the context ended before the last question was begun.
var ErrInterrupted = errors.New("interrupted")

// An Asker answers questions; a [host.Host] is one.
type Asker interface {
	AskWith(ctx context.Context, q evidence.Question, o host.AskOptions) (*record.Result, error)
	RunIDWith(q evidence.Question, o host.AskOptions) (string, error)
	Upgrades() *host.Upgrades
}

// A Batch answers questions once. It belongs to one goroutine.
type Batch struct {
	asker     Asker
	questions []evidence.Question
	left      []evidence.Question // what no earlier run has answered
	upgrades  *host.Upgrades      // only settle uses it while the batch runs
}

// New makes a batch of questions, of which none is answered yet. Their ids must differ.
func New(a Asker, questions []evidence.Question) *Batch {
	return &Batch{asker: a, questions: questions, left: slices.Clone(questions), upgrades: a.Upgrades()}
}

// Left counts the questions that Run asks.
func (b *Batch) Left() int { return len(b.left) }

// Upgrades tells what the batch dealt out of the upgrades that the policy allows it.
func (b *Batch) Upgrades() *host.Upgrades { return b.upgrades }

// Run answers the questions that are left, up to concurrency of them at the same time, and hands each result to take, in the
// order of the questions. The first error of a question or of take ends the batch and is returned. When ctx ends, Run
// finishes the questions at work, begins no others, and returns [ErrInterrupted] if any are left.
func (b *Batch) Run(ctx context.Context, concurrency int, take func(*record.Result) error) error {
	taken := 0
	err := b.start(ctx, concurrency).collect(func(r *record.Result) error {
		taken++
		return take(r)
	})
	if err == nil && ctx.Err() != nil && taken < len(b.left) {
		err = ErrInterrupted
	}
	return err
}
