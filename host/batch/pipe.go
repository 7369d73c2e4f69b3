package batch

import (
	"context"
	"sync"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

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

// A pipe takes tickets from feed to the workers, and in the order of the questions through settle to collect.
type pipe struct {
	*Batch
	tickets          chan ticket // to the workers
	ordered, settled chan ticket
	stop             func() // ends feed
	ended            sync.WaitGroup
}

// start begins to answer what is left.
func (b *Batch) start(ctx context.Context, concurrency int) *pipe {
	concurrency = max(concurrency, 1)
	feeding, stop := context.WithCancel(ctx)
	p := &pipe{
		Batch: b, stop: stop,
		tickets: make(chan ticket), ordered: make(chan ticket, concurrency), settled: make(chan ticket, concurrency),
	}
	for range concurrency {
		p.ended.Go(func() { p.work(context.WithoutCancel(ctx)) })
	}
	p.ended.Go(func() { p.feed(feeding) })
	p.ended.Go(p.settle)
	return p
}

// work answers questions until none are left.
func (p *pipe) work(ctx context.Context) {
	for t := range p.tickets {
		result, err := p.asker.AskWith(ctx, t.question, host.AskOptions{WithholdUpgrade: t.withheld})
		if err == nil && t.first != nil {
			result.Budget.FirstPass = &t.first.Budget
		}
		t.result <- outcome{result, err}
	}
}

// feed hands the questions out, to a worker and in order to settle, until ctx ends.
func (p *pipe) feed(ctx context.Context) {
	defer close(p.ordered)
	for _, q := range p.left {
		t := ticket{question: q, withheld: p.upgrades.Capped(), result: make(chan outcome, 1)}
		if ctx.Err() != nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case p.tickets <- t:
			p.ordered <- t
		}
	}
}

// collect takes the results in order until all workers have ended. After a failure it lets them finish.
func (p *pipe) collect(take func(*record.Result) error) error {
	defer p.ended.Wait()
	defer p.stop()
	var first error
	for t := range p.settled {
		out := <-t.result
		if first != nil {
			continue
		}
		if first = out.err; first == nil {
			first = take(out.result)
		}
		if first != nil {
			p.stop()
		}
	}
	return first
}
