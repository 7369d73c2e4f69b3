package fleetcmd

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/fleet/lease"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/fleet/supply"
)

// A capacity says how long the rest of a batch takes, by the results that there are.
type capacity struct {
	Pilot     int           `json:"pilot"` // results that this is calculated from
	Remaining int           `json:"remaining"`
	Slots     int           `json:"slots"` // questions answered at once
	Elapsed   float64       `json:"mean_elapsed_ms"`
	USD       float64       `json:"mean_cost_usd"`
	Searches  float64       `json:"mean_searches"`
	Work      time.Duration `json:"work_ns"`            // what the slots need
	Limits    []sourceTime  `json:"limits"`             // what sources need, whatever the number of workers
	RestUSD   float64       `json:"remaining_cost_usd"` // what the rest costs
}

// A sourceTime is the least time in which a source can be asked so often.
type sourceTime struct {
	Source string        `json:"source"`
	Least  time.Duration `json:"least_ns"`
}

func newPlan() *cobra.Command {
	f := &batchCommand{}
	slots := 1
	c := f.command("plan BATCH", "Estimate how long the rest of a batch takes, from its first results",
		"Estimates time and cost of the questions that have no result yet, from those that have one: submit the batch, let a worker\n"+
			"answer some of it as a pilot, and ask. Sources with limits set the least time, whatever the number of workers: searches are counted as\n"+
			"spread evenly over the sources of the policy.",
		"  sparkhost batch plan 0123456789abcdef --slots 16", true,
		func(c *cobra.Command, q *queue.Queue, id string) error { return f.plan(c, q, id, slots) })
	c.Flags().IntVar(&slots, "slots", 1, "questions answered at once: the --slots of all workers together")
	return c
}

func (f *batchCommand) plan(c *cobra.Command, q *queue.Queue, id string, slots int) error {
	if slots < 1 {
		return shell.Fail(shell.ExitFailed, "--slots %d: must be at least 1", slots)
	}
	m, err := q.Manifest(c.Context(), id)
	if err != nil {
		return err
	}
	p := capacity{Slots: slots, Limits: []sourceTime{}}
	p.Remaining, err = collect.Stored(c.Context(), q, m, p.count)
	if err != nil {
		return err
	}
	if p.Pilot == 0 {
		return shell.Fail(shell.ExitFailed, "batch %s has no result yet; let a worker answer some questions first", id)
	}
	sources, err := f.sources(c, q, m)
	if err != nil {
		return err
	}
	p.estimate(sources)
	if f.format == "json" {
		return write(c.OutOrStdout(), p)
	}
	return p.text(c.OutOrStdout())
}

// count takes one result into the sums.
func (p *capacity) count(i collect.Item) error {
	if i.Result == nil {
		return nil
	}
	total := i.Result.Budget.Total()
	p.Pilot++
	p.Elapsed += total.ElapsedMS
	p.USD += total.CostUSD
	p.Searches += float64(total.Searches)
	return nil
}

// estimate turns sums into means, and these into what is to come.
func (p *capacity) estimate(sources []host.SourceInfo) {
	n, rest := float64(p.Pilot), float64(p.Remaining)
	p.Elapsed, p.USD, p.Searches = p.Elapsed/n, p.USD/n, p.Searches/n
	p.Work = time.Duration(rest * p.Elapsed / float64(p.Slots) * float64(time.Millisecond))
	p.RestUSD = rest * p.USD
	searched := 1.0 // the corpus, or the only source
	for _, s := range sources {
		if s.Searched {
			searched++
		}
	}
	for _, s := range sources {
		if s.Searched && s.Interval > 0 {
			p.Limits = append(p.Limits, sourceTime{s.Name, time.Duration(rest * p.Searches / searched * float64(s.Interval))})
		}
	}
}

// sources returns those of the batch's policy, with their limits.
func (f *batchCommand) sources(c *cobra.Command, q *queue.Queue, m batch.Manifest) ([]host.SourceInfo, error) {
	dir, err := os.MkdirTemp("", "sparkhost-plan-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := supply.Unpack(c.Context(), q, m.Setup.Files, dir); err != nil {
		return nil, err
	}
	setup := lease.Below(m.Setup, dir)
	all, err := host.Sources(setup.Config(host.Config{Environ: os.Environ(), Home: dir}, nil))
	if err != nil {
		return nil, shell.Describe(c.ErrOrStderr(), err)
	}
	return all, nil
}

// text writes the estimate for people.
func (p capacity) text(w io.Writer) error {
	fmt.Fprintf(w, "from %d results: %.0f ms, %.4f USD and %.1f searches a question\n", p.Pilot, p.Elapsed, p.USD, p.Searches)
	fmt.Fprintf(w, "remaining: %d questions, %s with %d at once, %.2f USD\n", p.Remaining, p.Work.Round(time.Second), p.Slots, p.RestUSD)
	for _, l := range p.Limits {
		fmt.Fprintf(w, "limits of %s: at least %s, whatever the number of workers\n", l.Source, l.Least.Round(time.Second))
	}
	return nil
}
