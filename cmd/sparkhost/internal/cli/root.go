// Package cli is the root of the command line. Each group of commands has a package of its own beside this one, such as runcmd
// or evalcmd, whose constructor [newRoot] lists; shell and flags hold what they share. Data goes to stdout, messages go to stderr;
// progress is drawn on a terminal only. No command exits by itself: codes travel as errors.
package cli

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/cachecmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/completion"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/corpuscmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/evalcmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/fold"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/lockcmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/modelcmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/plugincmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/policycmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/runcmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/runscmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/sourcescmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/watchcmd"
	"github.com/sparkhost/sparkhost/host"
)

// Main runs one command line and returns its exit code.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	log.SetOutput(io.Discard)    // net/http tells of servers that talk unasked; what matters is in errors
	return run(ctx, args, stdin, stdout, stderr)
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if msg := shell.ErrorText(err); msg != "" {
		fmt.Fprintln(stderr, "sparkhost: "+msg)
	}
	return shell.ExitCode(err)
}

// newRoot lists the commands; a new group of commands adds its package and one line here, or in
// whole.go if nobody needs it to answer a first question.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "sparkhost",
		Short: "Answer hard questions from literature, and show the work",
		Long: "sparkhost answers scientific questions from literature and shows the evidence. An HCL policy file\n" +
			"sets rounds, weights and thresholds; scoring and calibration run as sandboxed WebAssembly plugins.",
		Example: "  sparkhost run --corpus papers.jsonl --question \"Does drug X lower blood pressure?\" --option yes --option no\n" +
			"  sparkhost explain RUN\n" +
			"  sparkhost policy validate mine.policy.hcl",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(
		runcmd.New(),
		runscmd.NewExplain(),
		runscmd.NewReplay(),
		watchcmd.New(),
		evalcmd.New(),
		runscmd.New(),
		policycmd.New(),
		plugincmd.New(),
		lockcmd.New(),
		corpuscmd.New(),
		sourcescmd.New(),
		modelcmd.New(),
		cachecmd.New(),
		newVersionCommand(),
	)
	root.AddCommand(rest()...)
	for _, add := range extra {
		root.AddCommand(add())
	}
	root.Version = host.Version
	root.SetVersionTemplate(versionLine() + "\n")
	root.SetFlagErrorFunc(shell.FlagMistake)
	shell.Group(root)
	completion.Add(root)
	narrow(root)
	return root
}

// extra are the commands that build tags add.
var extra []func() *cobra.Command

// helpWidth is the longest line of a help text.
const helpWidth = 99

// narrow makes the help of a command and of those below it fit a terminal.
func narrow(c *cobra.Command) {
	if !c.HasParent() {
		wrapped := fmt.Sprintf(".FlagUsagesWrapped %d", helpWidth)
		c.SetUsageTemplate(strings.ReplaceAll(c.UsageTemplate(), ".FlagUsages", wrapped))
	}
	c.Long = fold.Text(c.Long, helpWidth)
	c.Example = fold.Examples(c.Example, helpWidth)
	for _, below := range c.Commands() {
		narrow(below)
	}
}
