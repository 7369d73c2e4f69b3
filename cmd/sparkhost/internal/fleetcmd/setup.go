package fleetcmd

import (
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
)

// setupFlags are the flags that decide what a batch is answered with; they are those of `run`.
type setupFlags struct {
	policy, lock            string
	vars                    map[string]string
	varFiles, waive         []string
	corpus, sources         []string
	skipBadLines, offline   bool
	frozen                  bool
	credentials, recordings string
	prices                  string
	seed                    uint64
	year                    int
	flags.ModeFlag
	flags.ModelsFlag
}

func (f *setupFlags) register(c *cobra.Command) {
	fs := c.Flags()
	fs.StringVar(&f.policy, "policy", "standard", "policy: a shipped name, a file, a folder, or path#name")
	fs.StringToStringVar(&f.vars, "var", nil, "value of a policy variable, NAME=VALUE (repeatable)")
	fs.StringArrayVar(&f.varFiles, "var-file", nil, "file of variable values, *.policyvars.hcl (repeatable)")
	fs.StringArrayVar(&f.waive, "waive", nil, "waive a soft gate: GATE=REASON (repeatable)")
	fs.StringArrayVar(&f.corpus, "corpus", nil, shell.CorpusFlagText)
	fs.BoolVar(&f.skipBadLines, "skip-bad-lines", false, "skip invalid corpus lines instead of failing")
	fs.StringArrayVar(&f.sources, "source", nil, "search this source instead of those of the policy, `NAME` (repeatable)")
	fs.StringVar(&f.credentials, "credentials", "", "`file` of keys of sources, NAME=VALUE per line; it stays on this machine")
	fs.StringVar(&f.prices, "prices", "", flags.PricesFlagText)
	fs.StringVar(&f.recordings, "recordings", "", "`folder` of recorded exchanges that --offline reads")
	fs.BoolVar(&f.offline, "offline", false, "make no network requests to sources and models")
	fs.StringVar(&f.lock, "lock", "", "lock `file` that pins the plugins")
	fs.BoolVar(&f.frozen, "frozen", false, "refuse plugins that are missing from the lock, if there is one")
	fs.Uint64Var(&f.seed, "seed", 0, "seed; part of every run's identity")
	fs.IntVar(&f.year, "year", 0, "year that recency is measured against (default: the newest found)")
	f.RegisterMode(c)
	f.RegisterModels(c)
	shell.CompleteWords(c, "source", host.SourceNames()...)
}

func (f *setupFlags) check() error {
	if f.recordings != "" && !f.offline {
		return shell.Fail(shell.ExitFailed, "--recordings needs --offline")
	}
	return nil
}

// config returns the configuration of the host of the submission.
func (f *setupFlags) config(cache string, say func(string)) (host.Config, error) {
	mode, err := f.ChosenMode()
	if err != nil {
		return host.Config{}, err
	}
	home, err := shell.CacheDir(cache)
	return host.Config{
		Policy: f.policy, Mode: mode, Vars: f.vars, VarFiles: f.varFiles, Waive: f.waive, Environ: os.Environ(),
		Lock: f.lock, Frozen: f.frozen, Offline: f.offline, Sources: f.sources, Models: f.Models,
		Limits: shell.LimitsDir(home), Credentials: f.credentials, Prices: f.prices, Recordings: f.recordings,
		Corpus: f.corpus, SkipBadLines: f.skipBadLines, Home: home, Wait: 5 * time.Second, Seed: f.seed, Year: f.year, Notify: say,
	}, err
}
