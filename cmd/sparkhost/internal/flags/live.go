package flags

import (
	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
)

// LiveFlags are the flags of `run` that concern sources of the network.
type LiveFlags struct {
	sources                []string
	Credentials            string
	recordHTTP, recordings string
	sourceReport           string
	prices                 string
}

// Register adds the flags to a command.
func (f *LiveFlags) Register(c *cobra.Command) {
	fs := c.Flags()
	fs.StringArrayVar(&f.sources, "source", nil, "search this source instead of those of the policy, `NAME` (repeatable)")
	fs.StringVar(&f.Credentials, "credentials", "", "`file` of keys and mail addresses of sources, NAME=VALUE per line, readable only by you; the environment wins")
	fs.StringVar(&f.prices, "prices", "", PricesFlagText)
	fs.StringVar(&f.recordHTTP, "record-http", "", "`folder` for recorded exchanges with sources, without keys, cookies and mail addresses; --offline reads them from there")
	fs.StringVar(&f.recordings, "recordings", "", "`folder` of recorded exchanges that --offline reads")
	fs.StringVar(&f.sourceReport, "source-report", "", "after the run, report the calls, waits, failures and cost of each source; to standard error, or to `FILE` with --source-report=FILE (JSON if it ends in .json)")
	fs.Lookup("source-report").NoOptDefVal = "-"
	shell.CompleteWords(c, "source", host.SourceNames()...)
}

// Check refuses flags that contradict each other.
func (f *LiveFlags) Check(offline bool) error {
	if f.recordings != "" && !offline {
		return shell.Fail(shell.ExitFailed, "--recordings needs --offline; to record exchanges, use --record-http")
	}
	return nil
}

// Apply puts the flags into a config. The limits of providers are kept even where a run leaves nothing else
// behind, and for all of the user's processes together: others must know when a provider was asked last.
func (f *LiveFlags) Apply(c *host.Config, cache string) {
	c.Sources, c.Credentials, c.Prices, c.RecordHTTP, c.Recordings = f.sources, f.Credentials, f.prices, f.recordHTTP, f.recordings
	if dir, err := shell.CacheDir(cache); err == nil { // else they are kept in the run's own folder
		c.Limits = shell.LimitsDir(dir)
	}
}

// PricesFlagText explains --prices, where models are asked.
const PricesFlagText = "`file` of model prices that override the built-in ones; part of the run's id if used (docs/models.md)"
