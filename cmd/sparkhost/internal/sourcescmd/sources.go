// Package sourcescmd holds the commands `sources …`: list and check the sources of live literature.
package sourcescmd

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
)

// sourcesFlags are the flags of the sources commands.
type sourcesFlags struct {
	flags.LoadFlags
	policy, format, cache, credentials string
	sources                            []string
}

// New makes the command `sources`.
func New() *cobra.Command {
	c := &cobra.Command{
		Use:   "sources",
		Short: "List and check the sources of live literature",
		Long: "The rounds of a policy name the sources to search: sources = [local, arxiv, europepmc]. See docs/sources.md\n" +
			"for the fields and limits of each, and for how to get a key.",
		Example: "  sparkhost sources list\n  sparkhost sources check --source arxiv --source openalex\n  sparkhost sources check --policy mine.policy.hcl --format json",
	}
	c.AddCommand(newSourcesListCommand(), newSourcesCheckCommand())
	return c
}

func newSourcesListCommand() *cobra.Command {
	var f sourcesFlags
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the sources with their limits, keys and prices",
		Long:    "Lists the network sources as the policy sets them, without any request.",
		Example: "  sparkhost sources list\n  sparkhost sources list --policy mine.policy.hcl --format json",
		Args:    shell.None,
		RunE:    func(c *cobra.Command, _ []string) error { return f.list(c) },
	}
	f.register(c)
	return c
}

func newSourcesCheckCommand() *cobra.Command {
	var f sourcesFlags
	c := &cobra.Command{
		Use:   "check",
		Short: "Check reachability, key and remaining quota of each source of a policy",
		Long: "Requests one work from each live source of the policy, or of --source. It costs as much as a search, obeys the\n" +
			"provider's limits, and ignores earlier failures.\n\n" +
			"Exit codes: 0 all answer, 1 one does not or refuses the key, 2 the policy is wrong.",
		Example: "  sparkhost sources check --source arxiv --source openalex\n  sparkhost sources check --policy mine.policy.hcl --credentials keys.env",
		Args:    shell.None,
		RunE:    func(c *cobra.Command, _ []string) error { return f.try(c) },
	}
	f.register(c)
	return c
}

func (f *sourcesFlags) register(c *cobra.Command) {
	f.LoadFlags.Register(c)
	c.ValidArgsFunction = cobra.NoFileCompletions
	fs := c.Flags()
	fs.StringVar(&f.policy, "policy", "standard", "policy: a shipped name, a file, a folder, or path#name")
	fs.StringArrayVar(&f.sources, "source", nil, "this source instead of those of the policy, `NAME` (repeatable)")
	fs.StringVar(&f.credentials, "credentials", "", "`file` of keys and mail addresses of sources, NAME=VALUE per line")
	fs.StringVar(&f.cache, "cache", "", shell.HomeFlagText)
	fs.StringVar(&f.format, "format", "text", "output format: text or json")
	shell.CompleteWords(c, "source", host.SourceNames()...)
	shell.CompleteWords(c, "format", "text", "json")
}

// config returns the configuration with which the commands load their policy.
func (f *sourcesFlags) config(c *cobra.Command) (host.Config, error) {
	if f.format != "text" && f.format != "json" {
		return host.Config{}, shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json", f.format)
	}
	o, err := f.Options(f.policy)
	if err != nil {
		return host.Config{}, err
	}
	dir, err := shell.CacheDir(f.cache)
	if err != nil {
		return host.Config{}, err
	}
	return host.Config{
		Policy: f.policy, Vars: o.Vars, VarFiles: o.VarFiles, Environ: os.Environ(), Sources: f.sources, Credentials: f.credentials,
		Home: dir, Limits: shell.LimitsDir(dir), Notify: shell.NewProgress(c.ErrOrStderr()).Say,
	}, nil
}

func (f *sourcesFlags) list(c *cobra.Command) error {
	config, err := f.config(c)
	if err != nil {
		return err
	}
	all, err := host.Sources(config)
	if err != nil {
		return shell.Describe(c.ErrOrStderr(), err)
	}
	if f.format == "json" {
		return shell.Encoder(c.OutOrStdout()).Encode(all)
	}
	return writeSources(c.OutOrStdout(), all)
}

func writeSources(w io.Writer, all []host.SourceInfo) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "SOURCE\tSEARCHED\tKEY\tCREDENTIALS\tINTERVAL\tPARALLEL\tUSD\tCACHED\tADDRESS")
	for _, s := range all {
		address := s.Address
		if s.Needs != "" {
			address = "needs a source block, see docs/sources.md"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", s.Name, shell.Yes(s.Searched), s.Key, shell.OrDash(strings.Join(s.Credentials, ", ")),
			s.Interval, atOnce(s.InFlight), shell.Dollars(s.PriceMicroUSD), keptFor(s.Kept), shell.Plain(address))
	}
	return t.Flush()
}

// keptFor returns a duration in hours, minutes and seconds, those that are zero at its end left out: "24h", "10m".
func keptFor(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// atOnce prints the number of requests that may be under way; 0 is not a limit.
func atOnce(n int) string {
	if n == 0 {
		return "-"
	}
	return strconv.Itoa(n)
}

func (f *sourcesFlags) try(c *cobra.Command) error {
	config, err := f.config(c)
	if err != nil {
		return err
	}
	checks, err := host.CheckSources(c.Context(), config)
	switch {
	case c.Context().Err() != nil:
		return shell.Fail(shell.ExitInterrupted, "interrupted")
	case errors.Is(err, host.ErrNoLiveSource):
		return shell.Fail(shell.ExitFailed, "%w; name one with --source, such as --source arxiv", err)
	case err != nil:
		return shell.Describe(c.ErrOrStderr(), err)
	}
	if f.format == "json" {
		err = shell.Encoder(c.OutOrStdout()).Encode(checks)
	} else {
		err = writeChecks(c.OutOrStdout(), checks)
	}
	if err != nil {
		return err
	}
	var bad []string
	for _, check := range checks {
		if !check.OK() {
			bad = append(bad, check.Name)
		}
	}
	if len(bad) > 0 {
		return shell.Fail(shell.ExitFailed, "%d of %d sources are not usable: %s", len(bad), len(checks), strings.Join(bad, ", "))
	}
	return nil
}

func writeChecks(w io.Writer, checks []host.SourceCheck) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "SOURCE\tREACHABLE\tKEY\tQUOTA LEFT\tNOTE")
	for _, s := range checks {
		note := s.Problem
		if note == "" {
			note = s.Hint
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", s.Name, shell.Yes(s.Reachable), s.Key, shell.Quota(s.Left), shell.OrDash(shell.Plain(note)))
	}
	return t.Flush()
}
