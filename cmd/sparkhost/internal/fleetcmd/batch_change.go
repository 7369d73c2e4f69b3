package fleetcmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/fleet/attend"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
)

func newResults() *cobra.Command {
	f := &batchCommand{}
	out, record, wait := "", "", false
	c := f.command("results BATCH", "Write the results of a batch in the order of its questions",
		"Writes the results that there are, in the order of the questions, as JSON lines. With --wait it follows the batch to its end;\n"+
			"without --nats nobody can answer the rest meanwhile, and it waits for none.\n\n"+
			"Exit codes: 0 done, 1 failed or some questions have no result, 8 two workers gave different answers, 130 interrupted; also\n"+
			"those of the results, as for run.",
		"  sparkhost batch results 0123456789abcdef --wait --out results.jsonl", false,
		func(c *cobra.Command, q *queue.Queue, id string) error { return f.results(c, q, id, out, record, wait) })
	c.Flags().StringVarP(&out, "out", "o", "", "file for the results (default: standard output)")
	c.Flags().StringVar(&record, "record", "", "folder for the record of each run, of a batch that was submitted with --record or --keep-records")
	c.Flags().BoolVar(&wait, "wait", false, "wait for all results")
	return c
}

func (f *batchCommand) results(c *cobra.Command, q *queue.Queue, id, path, records string, wait bool) error {
	ctx := c.Context()
	m, err := q.Manifest(ctx, id)
	if err != nil {
		return err
	}
	out := &output{path: path}
	if err := out.open(c.OutOrStdout()); err != nil {
		return err
	}
	fetch, err := newFetching(q, id, records)
	if err != nil {
		return joined(err, out.close())
	}
	ui := shell.NewProgress(c.ErrOrStderr())
	defer ui.Close()
	out.show(ui, c.OutOrStdout(), m.Questions)
	missing, take := 0, fetch.take(ctx, out.take)
	if wait && f.URL != "" {
		var jobs []batch.Job
		if jobs, err = q.Jobs(ctx, id); err == nil {
			err = attend.Follow(ctx, q, submit.Batch{Manifest: m, Jobs: jobs}, telling(ui.Say), take)
		}
	} else { // nobody else can work on the queue of this process
		missing, err = collect.Stored(ctx, q, m, take)
	}
	ui.Close()
	err = joined(err, out.close())
	fetch.tell(ui.Say)
	switch {
	case errors.Is(err, attend.ErrCancelled):
		return cancelled(m, out)
	case err != nil:
		return err
	case missing > 0:
		return f.unfinished(ctx, q, m, missing)
	}
	return finish(ctx, q, m, out)
}

// unfinished says how the questions of a batch get a result that have none.
func (f *batchCommand) unfinished(ctx context.Context, q *queue.Queue, m batch.Manifest, missing int) error {
	s, err := collect.StateOf(ctx, q, m)
	if err != nil {
		return err
	}
	next := " yet; wait for them with --wait"
	switch {
	case s.Cancelled:
		next = ", as the batch was cancelled; `sparkhost batch retry " + m.ID + "` continues it"
	case s.Missing > 0:
		next = ", and do not wait on the queue; `sparkhost batch retry " + m.ID + "` or the same submission asks them again"
	case f.URL == "":
		next = " yet; `sparkhost worker --until-empty` answers them, or the same submission with --wait and --workers"
	}
	return shell.Fail(shell.ExitFailed, "%d of %d questions have no result%s", missing, m.Questions, next)
}

func newCancel() *cobra.Command {
	f := &batchCommand{}
	return f.command("cancel BATCH", "Cancel a batch: questions that wait are not asked",
		"Takes the questions that wait from the queue. Questions that are being answered are finished, and results stay. Submitting the\n"+
			"same again continues the batch.",
		"  sparkhost batch cancel 0123456789abcdef", false, f.cancel)
}

func (f *batchCommand) cancel(c *cobra.Command, q *queue.Queue, id string) error {
	ctx := c.Context()
	m, err := submit.Cancel(ctx, q, id)
	if err != nil {
		return err
	}
	s, err := collect.StateOf(ctx, q, m)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.ErrOrStderr(), "sparkhost: batch %s is cancelled; %d of %d questions have a result\n", id, s.Answered, s.Questions)
	return nil
}

func newRetry() *cobra.Command {
	f := &batchCommand{}
	return f.command("retry BATCH", "Ask the failed questions of a batch again",
		"Asks those questions again that failed too often, whose result has the verdict \"failed\", or that the servers lost. Results\n"+
			"of other questions stay. A cancelled batch is opened again.",
		"  sparkhost batch retry 0123456789abcdef", false, f.retry)
}

func (f *batchCommand) retry(c *cobra.Command, q *queue.Queue, id string) error {
	r, err := submit.Retry(c.Context(), q, id)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.ErrOrStderr(), "sparkhost: batch %s: %d questions are asked again\n", id, r.Added)
	return nil
}
