package fleetcmd

import (
	"context"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/fleet/supply"
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
	fs.StringArrayVar(&f.corpus, "corpus", nil, "local literature as JSON lines, or files that `corpus import` reads (repeatable)")
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

// setup returns the part of a config that travels to the workers.
func (f *setupFlags) setup(ctx context.Context, q *queue.Queue, c host.Config) (s batch.Setup, err error) {
	s = batch.Setup{
		Policy: c.Policy, Mode: c.Mode, Vars: c.Vars, VarFiles: c.VarFiles, Waive: c.Waive, Lock: c.Lock,
		Sources: c.Sources, Models: c.Models, Offline: c.Offline, Seed: c.Seed, Year: c.Year, SkipBadLines: c.SkipBadLines,
	}
	for _, entry := range c.Environ {
		if strings.HasPrefix(entry, "SPARKHOST_VAR_") {
			s.Environ = append(s.Environ, entry)
		}
	}
	for _, path := range c.Corpus {
		corpus, err := supply.Corpus(path)
		if err != nil {
			return s, err
		}
		s.Corpus = append(s.Corpus, corpus)
	}
	if c.Recordings != "" {
		if s.Recordings, err = supply.PackFolder(ctx, q, c.Recordings); err != nil {
			return s, err
		}
	}
	paths, err := c.Files()
	if err != nil || len(paths) == 0 {
		return s, err
	}
	s.Files, err = supply.Pack(ctx, q, paths)
	return placed(s), err
}

// placed names policy, values and lock by their places among the files that travel.
func placed(s batch.Setup) batch.Setup {
	if _, err := os.Stat(strings.SplitN(s.Policy, "#", 2)[0]); err == nil {
		s.Policy = supply.Inside("", s.Policy)
	}
	vars := s.VarFiles
	s.VarFiles = nil
	for _, path := range vars {
		s.VarFiles = append(s.VarFiles, supply.Inside("", path))
	}
	if s.Lock != "" {
		s.Lock = supply.Inside("", s.Lock)
	}
	return s
}
