package fleetcmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
)

func newResults() *cobra.Command {
	f := &batchCommand{}
	out, record, wait := "", "", false
	c := f.command("results BATCH", "Write the results of a batch in the order of its questions",
		"Writes the results that there are, in the order of the questions, as JSON lines. With --wait it follows the batch to its end.\n\n"+
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
	take := fetch.take(ctx, out.take)
	missing := 0
	if wait {
		var jobs []batch.Job
		if jobs, err = q.Jobs(ctx, id); err == nil {
			err = collect.Follow(ctx, q, m, func(n int) batch.Job { return jobs[n] }, take)
		}
	} else {
		missing, err = collect.Stored(ctx, q, m, take)
	}
	if err = joined(err, out.close()); err != nil {
		return err
	}
	fetch.tell(sayTo(c.ErrOrStderr()))
	if missing > 0 {
		return shell.Fail(shell.ExitFailed, "%d of %d questions have no result yet; wait for them with --wait", missing, m.Questions)
	}
	return finish(ctx, q, m, out)
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
