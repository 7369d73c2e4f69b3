package cli

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/host"
)

// liveFlags are the flags of `run` that concern sources of the network.
type liveFlags struct {
	sources                []string
	credentials            string
	recordHTTP, recordings string
	sourceReport           string
	prices                 string
}

func (f *liveFlags) register(c *cobra.Command) {
	fs := c.Flags()
	fs.StringArrayVar(&f.sources, "source", nil, "search this source instead of those of the policy, `NAME` (repeatable)")
	fs.StringVar(&f.credentials, "credentials", "", "`file` of keys and mail addresses of sources, NAME=VALUE per line, readable only by you; the environment wins")
	fs.StringVar(&f.prices, "prices", "", pricesFlagText)
	fs.StringVar(&f.recordHTTP, "record-http", "", "`folder` for recorded exchanges with sources, without keys, cookies and mail addresses; --offline reads them from there")
	fs.StringVar(&f.recordings, "recordings", "", "`folder` of recorded exchanges that --offline reads")
	fs.StringVar(&f.sourceReport, "source-report", "", "after the run, report the calls, waits, failures and cost of each source; to standard error, or to `FILE` with --source-report=FILE (JSON if it ends in .json)")
	fs.Lookup("source-report").NoOptDefVal = "-"
	completeWords(c, "source", host.SourceNames()...)
}

func (f *liveFlags) check(offline bool) error {
	if f.recordings != "" && !offline {
		return fail(ExitFailed, "--recordings needs --offline; to record exchanges, use --record-http")
	}
	return nil
}

// apply puts the flags into a config. The limits of providers are kept in the folder of the cache even where a run
// leaves nothing else behind: other processes must know when a provider was asked last.
func (f *liveFlags) apply(c *host.Config, cache string) {
	c.Sources, c.Credentials, c.Prices, c.RecordHTTP, c.Recordings = f.sources, f.credentials, f.prices, f.recordHTTP, f.recordings
	if dir, err := cacheDir(cache); err == nil { // else they are kept in the run's own folder
		c.Limits = filepath.Join(dir, limitsFolder)
	}
}

// pricesFlagText is what --prices means, where models are asked.
const pricesFlagText = "`file` of model prices that override the built-in ones; part of the run's id if used (docs/models.md)"

// limitsFolder is where processes share the limits of sources, below the folder that [cacheDir] names.
const limitsFolder = "sources"
