package flags

import (
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/policy"
)

// modeEnv sets the mode where --mode does not.
const modeEnv = "SPARKHOST_MODE"

// ModeFlag is the flag --mode: how much effort questions are worth.
type ModeFlag struct{ Mode string }

// RegisterMode adds --mode to a command.
func (f *ModeFlag) RegisterMode(c *cobra.Command) {
	words := modeWords()
	c.Flags().StringVar(&f.Mode, "mode", os.Getenv(modeEnv), "`mode`: "+strings.Join(words, ", ")+" (default: the policy's own; env "+modeEnv+")")
	c.Flags().Lookup("mode").DefValue = "" // a value of the environment is not a default of the program
	shell.CompleteWords(c, "mode", words...)
}

func modeWords() []string {
	var out []string
	for _, m := range policy.Modes() {
		out = append(out, string(m))
	}
	return out
}

// ChosenMode returns the mode, "" for the policy's own.
func (f *ModeFlag) ChosenMode() (policy.Mode, error) {
	if f.Mode != "" && !slices.Contains(modeWords(), f.Mode) {
		return "", shell.Fail(shell.ExitFailed, "--mode (or %s) is %s, not %q", modeEnv, strings.Join(modeWords(), ", "), f.Mode)
	}
	return policy.Mode(f.Mode), nil
}
