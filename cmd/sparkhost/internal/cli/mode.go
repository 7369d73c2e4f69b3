package cli

import (
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/host/policy"
)

// modeEnv sets the mode where --mode does not.
const modeEnv = "SPARKHOST_MODE"

// modeFlag is the flag --mode: how much effort questions are worth.
type modeFlag struct{ mode string }

func (f *modeFlag) registerMode(c *cobra.Command) {
	words := modeWords()
	c.Flags().StringVar(&f.mode, "mode", os.Getenv(modeEnv), "`mode`: "+strings.Join(words, ", ")+" (default: the policy's own; env "+modeEnv+")")
	c.Flags().Lookup("mode").DefValue = "" // what the environment says is no default of the program
	completeWords(c, "mode", words...)
}

func modeWords() []string {
	var out []string
	for _, m := range policy.Modes() {
		out = append(out, string(m))
	}
	return out
}

// chosenMode is the mode, "" for the policy's own.
func (f *modeFlag) chosenMode() (policy.Mode, error) {
	if f.mode != "" && !slices.Contains(modeWords(), f.mode) {
		return "", fail(ExitFailed, "--mode (or %s) is %s, not %q", modeEnv, strings.Join(modeWords(), ", "), f.mode)
	}
	return policy.Mode(f.mode), nil
}
