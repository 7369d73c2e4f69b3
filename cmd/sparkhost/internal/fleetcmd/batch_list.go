package fleetcmd

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

func newList() *cobra.Command {
	f := &batchCommand{}
	return f.command("list", "List the batches of the queue",
		"Lists the batches of the queue, the oldest first. States: submitting, open (questions wait or are being answered), done, failed (some\n"+
			"questions failed too often), cancelled, lost (the servers lost some; submit the batch again), fault (two different answers), damaged\n"+
			"(its manifest is; submit the batch again).",
		"  sparkhost batch list\n  sparkhost batch list --nats nats://queue:4222 --format json", true, f.list)
}

func (f *batchCommand) list(c *cobra.Command, q *queue.Queue, _ string) error {
	all, damaged, err := q.Manifests(c.Context())
	if err != nil {
		return err
	}
	states := []collect.State{}
	for _, m := range all {
		s, err := collect.StateOf(c.Context(), q, m)
		if err != nil {
			return err
		}
		states = append(states, s)
	}
	for _, id := range damaged {
		states = append(states, collect.Damaged(id))
	}
	if f.format == "json" {
		return write(c.OutOrStdout(), states)
	}
	t := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "BATCH\tSTATE\tQUESTIONS\tANSWERED\tWAITING\tFAILED\tPOLICY\tSUBMITTED")
	for _, s := range states {
		if s.Questions == 0 { // damaged
			fmt.Fprintf(t, "%s\t%s\t-\t-\t-\t-\t-\t-\n", s.ID, s.State)
			continue
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%d\t%s\t%s\n", s.ID, s.State, s.Questions, s.Answered, s.Waiting, s.Failed, s.Setup.Policy, s.Submitted.Format(time.RFC3339))
	}
	return t.Flush()
}

func write(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

func newShow() *cobra.Command {
	f := &batchCommand{}
	return f.command("show BATCH", "Show a batch: progress, failed questions, differing answers, workers",
		"Shows how far a batch is, the questions that failed too often with their errors, questions that got two different answers, and\n"+
			"the workers that are alive, with what they lack for this batch. A worker that was killed is listed for 30 seconds more.",
		"  sparkhost batch show 0123456789abcdef\n  sparkhost batch show 0123456789abcdef --format json", true, f.show)
}

// A view holds the output of `batch show`.
type view struct {
	Batch    collect.State    `json:"batch"`
	Poisoned []queue.Poison   `json:"failed_questions"`
	Faults   []queue.Fault    `json:"determinism_faults"`
	Workers  []queue.Presence `json:"workers"`
}

func (f *batchCommand) show(c *cobra.Command, q *queue.Queue, id string) error {
	ctx := c.Context()
	m, err := q.Manifest(ctx, id)
	if err != nil {
		return err
	}
	v := view{Poisoned: []queue.Poison{}, Faults: []queue.Fault{}, Workers: []queue.Presence{}}
	if v.Batch, err = collect.StateOf(ctx, q, m); err != nil {
		return err
	}
	poisoned, err := q.Poisoned(ctx, id)
	if err != nil {
		return err
	}
	for _, p := range poisoned {
		v.Poisoned = append(v.Poisoned, p)
	}
	slices.SortFunc(v.Poisoned, func(a, b queue.Poison) int { return a.Number - b.Number })
	faults, err := q.Faults(ctx, id)
	if err != nil {
		return err
	}
	v.Faults = append(v.Faults, faults...)
	workers, err := q.Workers(ctx)
	if err != nil {
		return err
	}
	v.Workers = append(v.Workers, workers...)
	if f.format == "json" {
		return write(c.OutOrStdout(), v)
	}
	return v.text(c.OutOrStdout())
}

// text writes the view for people.
func (v view) text(w io.Writer) error {
	s := v.Batch
	fmt.Fprintf(w, "batch %s: %s\n  %d questions: %d answered, %d wait or are being answered, %d failed, %d lost\n", s.ID, s.State, s.Questions, s.Answered, s.Waiting, s.Failed, s.Missing)
	fmt.Fprintf(w, "  policy %s, submitted %s by sparkhost %s\n", s.Setup.Policy, s.Submitted.Format(time.RFC3339), s.Host)
	for _, p := range v.Poisoned {
		fmt.Fprintln(w, p)
		for _, e := range p.Errors {
			fmt.Fprintf(w, "  %s\n", strings.ReplaceAll(e, "\n", " "))
		}
	}
	for _, d := range v.Faults {
		fmt.Fprintf(w, "determinism fault: question %s has answer %.12s of %s and %.12s of %s\n", d.Name, d.First.Digest, d.First.Worker, d.Second.Digest, d.Second.Worker)
	}
	for _, p := range v.Workers {
		text := fmt.Sprintf("worker %s: %d of %d slots busy, %d answered", p.Name, p.AtWork, p.Slots, p.Answered)
		if len(p.Labels) > 0 {
			text += " (" + strings.Join(p.Labels, ", ") + ")"
		}
		if why := p.Lacks[s.ID]; why != "" {
			text += "; takes no question of this batch: " + strings.ReplaceAll(why, "\n", " ")
		}
		fmt.Fprintln(w, text)
	}
	return nil
}
