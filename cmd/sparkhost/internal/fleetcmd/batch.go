// Package fleetcmd holds the commands that answer questions with several workers: `submit`, `worker` and `batch`.
package fleetcmd

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/queueflags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

func count(n int64) string { return strconv.FormatInt(n, 10) }

// A batchCommand holds what the commands below `batch` have in common.
type batchCommand struct {
	queueflags.Queue
	format string
}

// NewBatch makes the command `batch`.
func NewBatch() *cobra.Command {
	c := &cobra.Command{
		Use:     "batch",
		Short:   "List, show, plan, cancel and retry submitted batches, and write their results",
		Long:    "Looks after the batches of a queue: that of --nats, else the one in the cache folder. See docs/scale-out.md.",
		Example: "  sparkhost batch list\n  sparkhost batch show 0123456789abcdef\n  sparkhost batch results 0123456789abcdef --out results.jsonl",
	}
	c.AddCommand(newList(), newShow(), newResults(), newCancel(), newRetry(), newPlan())
	return c
}

// command makes a command below `batch` that works on the queue.
func (f *batchCommand) command(use, short, long, example string, formats bool, do func(c *cobra.Command, q *queue.Queue, id string) error) *cobra.Command {
	c := &cobra.Command{Use: use, Short: short, Long: long, Example: example, Args: shell.None}
	single := use != "list"
	if single {
		c.Args = shell.Needs("BATCH")
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		id := ""
		if single {
			id = args[0]
			if err := batch.CheckID(id); err != nil {
				return shell.Fail(shell.ExitFailed, "%w", err)
			}
		}
		if f.format != "text" && f.format != "json" {
			return shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json", f.format)
		}
		return f.with(c, func(q *queue.Queue) error { return do(c, q, id) })
	}
	f.Queue.Register(c.Flags())
	f.format = "text"
	if formats {
		c.Flags().StringVar(&f.format, "format", "text", "output format: text or json")
	}
	return c
}

// with opens the queue for one command.
func (f *batchCommand) with(c *cobra.Command, do func(*queue.Queue) error) error {
	broker, q, err := f.Open(c.Context(), "batch", sayTo(c.ErrOrStderr()))
	if err != nil {
		return err
	}
	return joined(queueflags.Ended(c.Context(), do(q)), broker.Close())
}
