package fleetcmd

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

func count(n int64) string { return strconv.FormatInt(n, 10) }

// A batchCommand holds what the commands below `batch` have in common.
type batchCommand struct {
	queueFlags
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
	c := &cobra.Command{Use: use, Short: short, Long: long, Example: example, Args: cobra.NoArgs}
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
	f.queueFlags.register(c.Flags())
	f.format = "text"
	if formats {
		c.Flags().StringVar(&f.format, "format", "text", "output format: text or json")
	}
	return c
}

// with opens the queue for one command.
func (f *batchCommand) with(c *cobra.Command, do func(*queue.Queue) error) error {
	broker, q, err := f.open(c.Context(), "batch", sayTo(c.ErrOrStderr()))
	if err != nil {
		return err
	}
	return joined(ended(c.Context(), do(q)), broker.Close())
}

// A state holds what `batch list` and `batch show` print of a batch.
type state struct {
	batch.Manifest
	State    string `json:"state"`
	Answered int    `json:"answered"`
	Waiting  int    `json:"waiting"`
	Failed   int    `json:"failed"` // questions that failed too often
	Faults   int    `json:"faults"` // questions with two different answers
	Missing  int    `json:"missing"`
}

// stateOf counts what became of a batch's questions.
func stateOf(ctx context.Context, q *queue.Queue, m batch.Manifest) (state, error) {
	s := state{Manifest: m}
	waiting, err := q.Waiting(ctx, m.ID)
	if err != nil {
		return s, err
	}
	answered, err := q.Answered(ctx, m.ID)
	if err != nil {
		return s, err
	}
	poisoned, err := q.Poisoned(ctx, m.ID)
	if err != nil {
		return s, err
	}
	faults, err := q.Faults(ctx, m.ID)
	if err != nil {
		return s, err
	}
	s.Waiting, s.Failed, s.Faults = len(waiting), len(poisoned), len(faults)
	for n := range m.Questions {
		name := batch.Name(n, false)
		_, bad := poisoned[name]
		switch {
		case answered[name]:
			s.Answered++
		case !waiting[name] && !bad && !m.Cancelled:
			s.Missing++
		}
	}
	s.State = s.word()
	return s, nil
}

// word is the state in a word.
func (s state) word() string {
	switch {
	case s.Faults > 0:
		return "fault"
	case s.Answered == s.Questions && s.Waiting == 0:
		return "done"
	case s.Cancelled:
		return "cancelled"
	case s.Missing > 0 && !s.Pushed:
		return "submitting"
	case s.Missing > 0:
		return "lost"
	case s.Waiting == 0:
		return "failed"
	}
	return "open"
}
