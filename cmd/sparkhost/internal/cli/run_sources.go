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
	fs.StringArrayVar(&f.sources, "source", nil, "search this source in place of those of the policy, `NAME` (repeatable)")
	fs.StringVar(&f.credentials, "credentials", "", "`file` of keys and mail addresses of sources, NAME=VALUE a line, which only you may read; the environment speaks last")
	fs.StringVar(&f.prices, "prices", "", pricesFlagText)
	fs.StringVar(&f.recordHTTP, "record-http", "", "`folder` that gets each exchange with a source, without keys, cookies and mail addresses; with --offline they are read from it")
	fs.StringVar(&f.recordings, "recordings", "", "`folder` of such exchanges, which --offline answers from")
	fs.StringVar(&f.sourceReport, "source-report", "", "after the run, say what was done with each source: calls, waits, failures, money; to standard error, or to `FILE` as --source-report=FILE (JSON if it ends in .json)")
	fs.Lookup("source-report").NoOptDefVal = "-"
	completeWords(c, "source", host.SourceNames()...)
}

func (f *liveFlags) check(offline bool) error {
	if f.recordings != "" && !offline {
		return fail(ExitFailed, "--recordings is what --offline answers from; add --offline, or record with --record-http")
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
const pricesFlagText = "`file` of prices of models, which come before the built-in ones; part of a run's id where one decides (docs/models.md)"

// limitsFolder is where processes share the limits of sources, below the folder that [cacheDir] names.
const limitsFolder = "sources"
