package shell

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"
)

// Needs demands one argument for each name, and takes more of the last one where that ends in "...". The error names
// what is missing or too much, and shows how the command is written.
func Needs(names ...string) cobra.PositionalArgs {
	open := strings.HasSuffix(names[len(names)-1], "...")
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < len(names):
			missing, verb := names[len(args):], "is"
			if len(missing) > 1 {
				verb = "are"
			}
			return Fail(ExitFailed, "%s %s missing; usage: %s%s", strings.TrimSuffix(strings.Join(missing, " and "), "..."), verb, c.UseLine(), HelpHint(c))
		case len(args) > len(names) && !open:
			return Fail(ExitFailed, "one argument too many, %q; usage: %s%s", args[len(names)], c.UseLine(), HelpHint(c))
		}
		return nil
	}
}

// None takes no argument. Where the command has a flag for a question, the error says how an argument is asked as one.
func None(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case c.Flags().Lookup("question") != nil:
		return Fail(ExitFailed, "%q belongs to no flag; a question is asked as --question %q%s", args[0], args[0], HelpHint(c))
	}
	return Fail(ExitFailed, "%s takes no argument, and %q belongs to no flag%s", c.CommandPath(), args[0], HelpHint(c))
}

// AtMostOne takes one argument or none.
func AtMostOne(c *cobra.Command, args []string) error {
	if len(args) > 1 {
		return Fail(ExitFailed, "one argument too many, %q; usage: %s%s", args[1], c.UseLine(), HelpHint(c))
	}
	return nil
}

// HelpHint points to the help of a command.
func HelpHint(c *cobra.Command) string { return fmt.Sprintf(" (see `%s --help`)", c.CommandPath()) }

// Group makes every command that only holds others refuse a name that none of them has, with names like it. Without
// one it shows its help.
func Group(c *cobra.Command) {
	for _, one := range c.Commands() {
		Group(one)
	}
	if !c.HasSubCommands() || !c.HasParent() || c.Runnable() {
		return
	}
	c.SuggestionsMinimumDistance = 2
	c.Args = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		next := HelpHint(c)
		if alike := c.SuggestionsFor(args[0]); len(alike) > 0 {
			next = fmt.Sprintf("; did you mean %s?", strings.Join(alike, " or "))
		}
		return Fail(ExitFailed, "unknown command %q for %q%s", args[0], c.CommandPath(), next)
	}
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
}

// Unopened says of a file that was named by a flag, or by an argument where flag is empty, why it cannot be read.
func Unopened(flag, path string, err error) error {
	if flag != "" {
		flag += ": "
	}
	if errors.Is(err, fs.ErrNotExist) {
		return Fail(ExitFailed, "%s%s: no such file or folder; relative paths start from the current folder", flag, path)
	}
	return Fail(ExitFailed, "%s%w; name a file that you can read", flag, err)
}
