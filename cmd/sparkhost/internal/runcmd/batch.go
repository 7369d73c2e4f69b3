package runcmd

import (
	"context"
	"errors"
	"sync"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// errInterrupted says that the user ended the batch; what was begun is finished and written.
var errInterrupted = errors.New("interrupted")

// A batch answers questions side by side and writes the results in the order of
// the questions, whatever order they are done in.
type batch struct {
	host        *host.Host
	sink        *sink
	concurrency int
	progress    func()
	upgrades    *host.Upgrades // of this batch; only settle uses it, once the batch runs

	tally                 tally
	done, abstained, code int
	gravest               string // why the code is not 0
}

// A ticket carries one question to a worker and its result back.
type ticket struct {
	question evidence.Question
	withheld bool           // the question is asked with its upgrade withheld
	first    *record.Result // of the question when it was asked so; nil: it was not asked before
	result   chan outcome
}

type outcome struct {
	result *record.Result
	err    error
}

// run answers what the sink still lacks; what it has from an earlier run counts in the verdict. When ctx ends, questions in work are
// finished, later ones are not begun.
func (b *batch) run(ctx context.Context) error {
	for _, k := range b.sink.kept {
		b.count(k.abstained, k.code, k.why)
	}
	feeding, stop := context.WithCancel(ctx)
	defer stop()
	tickets, ordered, settled := make(chan ticket), make(chan ticket, b.concurrency), make(chan ticket, b.concurrency)
	var workers sync.WaitGroup
	for range b.concurrency {
		workers.Go(func() { b.work(context.WithoutCancel(ctx), tickets) })
	}
	workers.Go(func() { b.feed(feeding, tickets, ordered) })
	workers.Go(func() { b.settle(tickets, ordered, settled) })
	err := b.collect(settled, stop)
	workers.Wait()
	if err == nil && ctx.Err() != nil && b.done < len(b.sink.todo) {
		err = errInterrupted
	}
	return err
}

// work answers questions until none are left.
func (b *batch) work(ctx context.Context, tickets <-chan ticket) {
	for t := range tickets {
		result, err := b.host.AskWith(ctx, t.question, host.AskOptions{WithholdUpgrade: t.withheld})
		if err == nil && t.first != nil {
			result.Budget.FirstPass = &t.first.Budget
		}
		t.result <- outcome{result, err}
	}
}

// feed hands the questions out, to a worker and in order to settle, until
// ctx ends.
func (b *batch) feed(ctx context.Context, tickets, ordered chan<- ticket) {
	defer close(ordered)
	for _, q := range b.sink.todo {
		t := ticket{question: q, withheld: b.upgrades.Capped(), result: make(chan outcome, 1)}
		if ctx.Err() != nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case tickets <- t:
			ordered <- t
		}
	}
}

// collect writes results in order. After a failure it lets the workers finish.
func (b *batch) collect(settled <-chan ticket, stop func()) error {
	var first error
	for t := range settled {
		out := <-t.result
		if first != nil {
			continue
		}
		if first = b.take(out); first != nil {
			stop()
		}
	}
	return first
}

func (b *batch) take(out outcome) error {
	if out.err != nil {
		return out.err
	}
	b.done++
	b.count(out.result.Abstained, out.result.ExitCode, shell.ExplainCode(out.result))
	b.tally.add(out.result)
	b.progress()
	return b.sink.write(out.result)
}

// count takes one result into the verdict.
func (b *batch) count(abstained bool, code int, why string) {
	if abstained {
		b.abstained++
	}
	if shell.Graver(code, b.code) {
		b.code, b.gravest = code, why
	}
}
