// Package collect hands out the answers of a batch in the order of its questions, as they come in. It deals out the upgrades of a batch
// whose policy caps them (S3-19), which depends on the first answers in their order alone: whoever collects, deals the same.
package collect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/record"
)

// An Item is the end of one question.
type Item struct {
	Number int
	Line   []byte         // the result in its canonical form; nil: there is none
	Result *record.Result // what the line says
	Poison *queue.Poison  // says why a result is missing
}

// window is the number of answers kept in memory that came before their turn; others are read again when it is their turn.
const window = 1024

// A collector is the state of one [Follow].
type collector struct {
	q        *queue.Queue
	m        batch.Manifest
	jobs     func(number int) batch.Job
	upgrades *host.Upgrades
	each     func(Item) error

	early  map[string]queue.Answer
	ended  map[bool][]bool // by turn, then by number: there is an answer
	poison map[string]queue.Poison
	first  map[int]*record.Result // of questions that were asked again
	dealt  int                    // questions whose upgrade is decided
	told   int                    // questions that were handed out
}

// Follow hands out all items of a batch, waiting for those that are not there yet, and returns after the last or when ctx ends. jobs gives
// the batch's jobs, for second turns.
func Follow(ctx context.Context, q *queue.Queue, m batch.Manifest, jobs func(number int) batch.Job, each func(Item) error) error {
	m, err := reread(ctx, q, m)
	if err != nil {
		return err
	}
	c := &collector{
		q: q, m: m, jobs: jobs, upgrades: host.NewUpgrades(m.Upgrades), each: each, early: map[string]queue.Answer{},
		ended: map[bool][]bool{false: make([]bool, m.Questions), true: make([]bool, m.Questions)}, poison: map[string]queue.Poison{}, first: map[int]*record.Result{},
	}
	news, err := q.Follow(ctx, m.ID)
	if err != nil {
		return err
	}
	defer news.Close()
	for c.told < m.Questions {
		select {
		case n, open := <-news.C:
			if !open {
				return news.Err()
			}
			c.take(n)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if err := c.advance(ctx); err != nil {
			return err
		}
	}
	return MarkDealt(ctx, q, m)
}

// take notes what came in.
func (c *collector) take(n queue.News) {
	if n.Poison != nil {
		c.poison[n.Name] = *n.Poison
		return
	}
	number, again, err := batch.ParseName(n.Name)
	if err != nil || number >= c.m.Questions || c.ended[again][number] {
		return
	}
	c.ended[again][number] = true
	if len(c.early) < window || number == c.told {
		c.early[n.Name] = n.Answer
	}
}

// advance hands out what is in its turn.
func (c *collector) advance(ctx context.Context) error {
	if err := c.deal(ctx); err != nil {
		return err
	}
	for c.told < c.dealt {
		item, ready, err := c.item(ctx, c.told)
		if err != nil || !ready {
			return err
		}
		if err := c.each(item); err != nil {
			return err
		}
		delete(c.first, c.told)
		c.told++
	}
	return nil
}

// deal decides, in order, which questions are asked again.
func (c *collector) deal(ctx context.Context) error {
	if !c.upgrades.Capped() {
		c.dealt = c.m.Questions
	}
	for ; c.dealt < c.m.Questions; c.dealt++ {
		name := batch.Name(c.dealt, false)
		if _, bad := c.poison[name]; !c.ended[false][c.dealt] {
			if bad {
				continue
			}
			return nil
		}
		a, result, err := c.answer(ctx, name)
		if err != nil {
			return err
		}
		if !c.upgrades.Grant(result) {
			c.early[name] = a
			continue
		}
		if err := c.again(ctx, c.dealt, result); err != nil {
			return err
		}
	}
	return nil
}

// again asks a question for the second time, unless somebody who collected before has done so.
func (c *collector) again(ctx context.Context, number int, first *record.Result) error {
	c.first[number] = first
	if c.ended[true][number] {
		return nil
	}
	if _, err := c.q.Answer(ctx, c.m.ID, batch.Name(number, true)); !errors.Is(err, queue.ErrNoAnswer) {
		return err
	}
	_, err := c.q.Push(ctx, c.m.ID, []batch.Job{c.jobs(number).Next()})
	return err
}

// item returns the end of a question, if it has ended.
func (c *collector) item(ctx context.Context, number int) (Item, bool, error) {
	first := c.first[number]
	name := batch.Name(number, first != nil)
	if !c.ended[first != nil][number] {
		p, bad := c.poison[name]
		return Item{Number: number, Poison: &p}, bad, nil
	}
	a, result, err := c.answer(ctx, name)
	if err != nil {
		return Item{}, false, err
	}
	if first != nil {
		result.Budget.FirstPass = &first.Budget
		a.Line, err = record.Canonical(result)
	}
	return Item{Number: number, Line: a.Line, Result: result}, true, err
}

// answer returns an answer that came before its turn, or that is read again.
func (c *collector) answer(ctx context.Context, name string) (queue.Answer, *record.Result, error) {
	a, kept := c.early[name]
	delete(c.early, name)
	if !kept {
		var err error
		if a, err = c.q.Answer(ctx, c.m.ID, name); err != nil {
			return a, nil, err
		}
	}
	var result record.Result
	if err := json.Unmarshal(a.Line, &result); err != nil {
		return a, nil, fmt.Errorf("answer %s of batch %s is damaged: %w", name, c.m.ID, err)
	}
	return a, &result, nil
}
