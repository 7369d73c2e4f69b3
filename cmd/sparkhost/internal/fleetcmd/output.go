package fleetcmd

import (
	"errors"
	"io"
	"os"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/internal/visible"
)

// writeLine writes a result as `run` does, so that nothing in it acts on a terminal.
func writeLine(w io.Writer, canonical []byte) error {
	_, err := visible.JSON(w).Write(append(canonical, '\n'))
	return err
}

func joined(errs ...error) error { return errors.Join(errs...) }

// An output gets the results of a batch, in order, and counts them into an exit code.
type output struct {
	path string // empty: w is standard output
	w    io.Writer
	file *os.File

	progress func() // after each question; nil: nobody looks

	answered, poisoned, abstained int
	worst                         shell.Worst
}

// open begins to write. A file appears under its name when it is complete, or as far as it got when the command is interrupted.
func (o *output) open(stdout io.Writer) error {
	o.w = stdout
	if o.path == "" {
		return nil
	}
	file, err := os.OpenFile(o.path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o644)
	if err != nil {
		return shell.Fail(shell.ExitFailed, "--out: %w", err)
	}
	o.file, o.w = file, file
	return nil
}

// show draws how far it is, unless the results themselves appear on the terminal.
func (o *output) show(ui *shell.Progress, stdout io.Writer, questions int) {
	if o.path == "" {
		ui.YieldTo(stdout)
	}
	o.progress = ui.Questions(questions)
}

// take writes one item.
func (o *output) take(i collect.Item) error {
	if o.progress != nil {
		defer o.progress()
	}
	if i.Poison != nil {
		o.poisoned++
		code := shell.ExitFailed
		if i.Poison.Budget {
			code = shell.ExitBudget
		}
		o.worst.Add(code, i.Poison.String())
		return nil
	}
	o.answered++
	if i.Result.Abstained {
		o.abstained++
	}
	if i.Result.ExitCode != 0 {
		o.worst.Add(i.Result.ExitCode, shell.ExplainCode(i.Result))
	}
	if err := writeLine(o.w, i.Line); err != nil {
		return shell.Fail(shell.ExitFailed, "writing results: %w", err)
	}
	return nil
}

func (o *output) close() error {
	if o.file == nil {
		return nil
	}
	file := o.file
	o.file = nil
	if err := file.Close(); err != nil {
		return shell.Fail(shell.ExitFailed, "writing results: %w", err)
	}
	return nil
}

// verdict returns the end of the command by what was counted.
func (o *output) verdict(id string) error {
	switch {
	case o.worst.Code == 0:
		return nil
	case o.poisoned > 0:
		return shell.Fail(o.worst.Code, "%s; `sparkhost batch show %s` lists the errors of %d such questions, `sparkhost batch retry %s` asks them again", o.worst.Why, id, o.poisoned, id)
	}
	return shell.Fail(o.worst.Code, "%s", o.worst.Why)
}
