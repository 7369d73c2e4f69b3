package evalcmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/runcmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

// Next steps for flags of `run` that `eval run` does not pass on.
const (
	giveBefore  = "give it before --"
	inThePack   = "write it into the pack, whose digests the manifest keeps"
	ownFiles    = "`eval run` names its own files; `eval report` writes reports of them"
	judgedAfter = "`eval run` ends with 0 whatever was answered; use `eval gate`"
)

// notPassed are flags of `run` that `eval run` sets itself, or whose effect it would lose.
var notPassed = map[string]string{
	"policy": giveBefore, "seed": giveBefore, "concurrency": giveBefore, "cache": giveBefore, "mode": giveBefore,
	"questions": inThePack, "question": inThePack, "type": inThePack, "option": inThePack, "corpus": inThePack, "source": inThePack,
	"out": ownFiles, "format": ownFiles, "record": ownFiles, "report": ownFiles, "cite": ownFiles, "resume": ownFiles,
	"expect": judgedAfter, "require-answer": judgedAfter,
}

// checkPassed parses the flags after --, so that a mistake in them ends the command before it writes anything.
func (f *evalRunFlags) checkPassed() error {
	run := runcmd.New()
	run.SilenceErrors, run.SilenceUsage = true, true
	if err := run.ParseFlags(f.passed); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			err = errors.New("--help: `sparkhost run --help` lists its flags")
		}
		return shell.Fail(shell.ExitFailed, "after --: %w", err)
	}
	if rest := run.Flags().Args(); len(rest) > 0 {
		return shell.Fail(shell.ExitFailed, "after --: %q is not a flag of `run`; see `sparkhost run --help`", rest[0])
	}
	if err := refused(run); err != nil {
		return err
	}
	if f.cache != "" && run.Flags().Changed("no-cache") {
		return shell.Fail(shell.ExitFailed, "after --: --no-cache contradicts --cache %s; leave one of them out", f.cache)
	}
	return nil
}

// refused names the first flag, by name, that is not passed on.
func refused(run *cobra.Command) (err error) {
	run.Flags().Visit(func(one *pflag.Flag) {
		if why := notPassed[one.Name]; why != "" && err == nil {
			err = shell.Fail(shell.ExitFailed, "%s", fmt.Sprintf("after --: --%s: %s", one.Name, why))
		}
	})
	return err
}
