// Package cli is the command line: files that begin with their command's name, and files that commands share. Each command is a
// constructor that [newRoot] lists. Data goes to stdout, messages go to stderr; progress is drawn on a
// terminal only. No command exits by itself: codes travel as errors.
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

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/fold"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/servecmd"
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
	if msg := errorText(err); msg != "" {
		fmt.Fprintln(stderr, "sparkhost: "+msg)
	}
	return exitCode(err)
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// newRoot lists the commands; a new command adds its file and one line here.
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
		newRunCommand(),
		newExplainCommand(),
		newReplayCommand(),
		newCalibrateCommand(),
		newEvalCommand(),
		newRunsCommand(),
		newPolicyCommand(),
		newPluginCommand(),
		newLockCommand(),
		newCorpusCommand(),
		newSourcesCommand(),
		newModelCommand(),
		newCacheCommand(),
		servecmd.New(servecmd.Shell{Describe: describe, CacheDir: cacheDir}),
		servecmd.NewMCP(servecmd.Shell{Describe: describe, CacheDir: cacheDir}),
		newVersionCommand(),
	)
	root.Version = host.Version
	root.SetVersionTemplate(versionLine() + "\n")
	root.SetFlagErrorFunc(flagMistake)
	group(root)
	narrow(root)
	return root
}

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
