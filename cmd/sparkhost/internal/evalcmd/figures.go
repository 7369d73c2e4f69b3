package evalcmd

import (
	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

// figureFlags are the flags of commands that print the figures of one file.
type figureFlags struct {
	questions, format string
	seed              uint64
}

// register adds the flags; questions is the help of --questions.
func (f *figureFlags) register(c *cobra.Command, questions string) {
	fs := c.Flags()
	fs.StringVar(&f.questions, "questions", "", questions)
	fs.StringVar(&f.format, "format", "text", "output format: text or json")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the bootstrap")
	shell.CompleteWords(c, "format", "text", "json")
}

func (f *figureFlags) checkFormat() error { return checkFormat(f.format) }

// checkFormat accepts the formats that most commands write.
func checkFormat(format string) error {
	if format != "text" && format != "json" {
		return shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json", format)
	}
	return nil
}
