// Package completion completes what only the program knows: shipped policies, recorded runs and built-in plugins. It goes by how a
// command is declared, so that a new command has it without a line of its own.
package completion

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/plugins"
)

// Add completes the arguments of a command and of those below it: a flag --policy by shipped policies, an argument RUN by
// recorded runs, an argument builtin:NAME by built-in plugins. What a command completes itself stays.
func Add(c *cobra.Command) {
	if c.Flags().Lookup("policy") != nil {
		// The error can only be that the command has a completion of its own.
		_ = c.RegisterFlagCompletionFunc("policy", func(c *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
			return flags.CompletePolicies(c, nil, toComplete)
		})
	}
	switch {
	case c.ValidArgsFunction != nil:
	case strings.Contains(c.Use, "RUN|RECORD"):
		c.ValidArgsFunction = runs
	case strings.Contains(c.Use, "builtin:NAME"):
		c.ValidArgsFunction = builtin
	}
	for _, below := range c.Commands() {
		Add(below)
	}
}

func builtin(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var out []string
	for _, name := range plugins.Names() {
		out = append(out, "builtin:"+name)
	}
	return out, cobra.ShellCompDirectiveDefault
}

// runs lists recorded runs, each with its question. A folder that another process holds, or that is not there, offers none: a
// completion neither waits nor makes folders.
func runs(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	home, err := shell.CacheDir(flagged(c))
	if err != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	dir := filepath.Join(home, shell.RecordsFolder)
	if _, err := os.Stat(dir); err != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	s, err := record.Open(context.Background(), record.Options{Dir: dir, Wait: time.Millisecond})
	if err != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	defer s.Close()
	all, err := s.List()
	if err != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var out []string
	for _, one := range all {
		out = append(out, cobra.CompletionWithDesc(one.ID, shell.Shorten(one.Question, 50)))
	}
	return out, cobra.ShellCompDirectiveDefault
}

func flagged(c *cobra.Command) string {
	if f := c.Flags().Lookup("cache"); f != nil {
		return f.Value.String()
	}
	return ""
}
