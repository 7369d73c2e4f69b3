package shell

import (
	"fmt"
	"strings"

	"github.com/agext/levenshtein"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// FlagMistake adds to the error of an unknown flag which one may have been meant.
func FlagMistake(c *cobra.Command, err error) error {
	name, unknown := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !unknown {
		return err
	}
	if meant := likeliestFlag(c, name); meant != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, meant)
	}
	return fmt.Errorf("%w; see `%s --help`", err, c.CommandPath())
}

// likeliestFlag returns the flag of a command that begins as the name does, or the name as it, or that differs by few letters; "": none.
func likeliestFlag(c *cobra.Command, name string) string {
	best, least := "", 1+max(2, len(name)/3)
	c.Flags().VisitAll(func(f *pflag.Flag) { // by name
		if f.Hidden || len(name) > 40 {
			return
		}
		d := levenshtein.Distance(name, f.Name, nil)
		if len(name) > 2 && len(f.Name) > 2 && (strings.HasPrefix(f.Name, name) || strings.HasPrefix(name, f.Name)) {
			d = min(d, 1)
		}
		if d < least {
			best, least = f.Name, d
		}
	})
	return best
}
