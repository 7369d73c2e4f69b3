// Package watchcmd holds the command `watch`: recorded questions are asked again, and verdicts that flipped are told with the works that did it.
package watchcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// watchFlags are the flags of `watch`.
type watchFlags struct {
	policy, cache, record, format string
	vars                          map[string]string
	varFiles, corpus              []string
	skipBadLines                  bool
	lock                          string
	frozen, offline               bool
	live                          flags.LiveFlags
	flags.ModeFlag
	flags.ModelsFlag
}

// New makes the command `watch`.
func New() *cobra.Command {
	var f watchFlags
	c := &cobra.Command{
		Use:   "watch RUN|RECORD...",
		Short: "Ask recorded questions again and tell which verdicts flipped",
		Long: "Asks the questions of recorded runs again and sends every search to its source, not to the cache. It\n" +
			"tells which verdicts flipped, by which works that were not found before, and by which cited works that are retracted\n" +
			"now. It is made for cron: with --changes-only it is silent while nothing changes.\n\n" +
			"RUN is the id of a run or its prefix; RECORD is a record file of --record, a folder of them, or a cache folder.\n" +
			"The policy is the one that --policy names, as for run. --record keeps the new runs, to watch from them next time.\n\n" +
			"Exit codes: 0 no verdict flipped, 1 failed, or a source did not answer, 2 policy wrong, 4 a verdict flipped, 130 interrupted.",
		Example: "  sparkhost watch records/ --policy mine.policy.hcl\n" +
			"  sparkhost watch records/ --policy mine.policy.hcl --source europepmc --record records-new/ --format json\n\n" +
			"  # every Monday at six, with a mail from cron if anything flipped\n" +
			"  0 6 * * 1  sparkhost watch $HOME/records --policy $HOME/mine.policy.hcl --changes-only",
		Args: shell.Needs("RUN|RECORD..."),
	}
	var changesOnly bool
	c.RunE = func(c *cobra.Command, args []string) error { return f.watch(c, args, changesOnly) }
	f.register(c)
	c.Flags().BoolVar(&changesOnly, "changes-only", false, "print nothing where nothing changed")
	return c
}

func (f *watchFlags) register(c *cobra.Command) {
	fs := c.Flags()
	fs.StringVar(&f.policy, "policy", "standard", "policy: a shipped name, a file, a folder, or path#name")
	fs.StringToStringVar(&f.vars, "var", nil, "value of a policy variable, NAME=VALUE (repeatable)")
	fs.StringArrayVar(&f.varFiles, "var-file", nil, "file of variable values, *.policyvars.hcl (repeatable)")
	fs.StringArrayVar(&f.corpus, "corpus", nil, shell.CorpusFlagText)
	fs.BoolVar(&f.skipBadLines, "skip-bad-lines", false, "skip invalid corpus lines instead of failing")
	fs.StringVar(&f.cache, "cache", "", shell.HomeFlagText)
	fs.StringVar(&f.record, "record", "", "folder for a JSON lines record of each new run")
	fs.StringVar(&f.format, "format", "text", "output format: text or json")
	fs.StringVar(&f.lock, "lock", "", "lock file that pins the plugins (default: sparkhost.lock.hcl beside the policy or above it in the repository)")
	fs.BoolVar(&f.frozen, "frozen", shell.InCI(), "refuse plugins that are missing from the lock, if there is one (default: in CI, env CI=true)")
	fs.BoolVar(&f.offline, "offline", false, "make no network requests: plugins come from this binary and files, answers of sources from --recordings")
	f.live.Register(c)
	f.RegisterMode(c)
	f.RegisterModels(c)
	shell.CompleteWords(c, "format", "text", "json")
}

func (f *watchFlags) watch(c *cobra.Command, args []string, changesOnly bool) (err error) {
	write, known := map[string]func(io.Writer, *Report) error{
		"text": func(w io.Writer, r *Report) error { return r.WriteText(shell.Visible(w)) },
		"json": func(w io.Writer, r *Report) error { return shell.WriteLine(w, r) },
	}[f.format]
	if !known {
		return shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json", f.format)
	}
	if err := f.live.Check(f.offline); err != nil {
		return err
	}
	before, unread, err := readRecords(c, f.cache, args)
	if err != nil {
		return err
	}
	report, err := f.ask(c, before)
	switch {
	case c.Context().Err() != nil:
		return shell.Fail(shell.ExitInterrupted, "interrupted")
	case err != nil:
		return shell.Describe(c.ErrOrStderr(), err)
	}
	report.Unread = unread
	if !changesOnly || report.Changed() {
		if err := write(c.OutOrStdout(), report); err != nil {
			return err
		}
	}
	return report.verdict()
}

// readRecords reads what is compared of the records that the arguments name, each question once: of several records of one the last counts.
// Those that cannot be read are named and counted.
func readRecords(c *cobra.Command, cache string, args []string) (out []*recorded, unread int, err error) {
	set := &flags.RecordSet{Command: c.CommandPath(), Home: cache, Stores: map[string]*record.Store{}}
	defer func() { err = errors.Join(err, set.Close()) }()
	for _, arg := range args {
		if err := set.Add(c.Context(), arg); err != nil {
			return nil, 0, err
		}
	}
	at := map[string]int{}
	for _, ref := range set.Refs {
		one, err := readRef(ref)
		if err != nil { // the others are watched
			unread++
			fmt.Fprintf(c.ErrOrStderr(), "sparkhost: not watched: %s: %s\n", shell.Plain(ref.Name), shell.Plain(err.Error()))
			continue
		}
		if i, again := at[one.key()]; again {
			out[i] = one
			continue
		}
		at[one.key()] = len(out)
		out = append(out, one)
	}
	switch {
	case len(out) == 0 && unread > 0:
		return nil, 0, shell.Fail(shell.ExitFailed, "none of the %d records can be read", unread)
	case len(out) == 0:
		return nil, 0, shell.Fail(shell.ExitFailed, "no records: nothing to watch")
	}
	return out, unread, nil
}

func readRef(ref flags.RecordRef) (*recorded, error) {
	reader, err := ref.Read()
	if err != nil {
		return nil, err
	}
	return readRecorded(reader)
}

// ask answers the questions again, in a home of its own so that no answer of a source comes from the cache. Compiled plugins are shared.
func (f *watchFlags) ask(c *cobra.Command, before []*recorded) (report *Report, err error) {
	home, remove, err := freshHome(f.cache)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	ui := shell.NewProgress(c.ErrOrStderr())
	defer ui.Close()
	config := host.Config{
		Policy: f.policy, Mode: policy.Mode(f.Mode), Vars: f.vars, VarFiles: f.varFiles, Environ: os.Environ(), Lock: f.lock, Frozen: f.frozen, Offline: f.offline,
		Corpus: f.corpus, SkipBadLines: f.skipBadLines, Home: home, RecordDir: f.record, Models: f.Models, Wait: 5 * time.Second, Notify: ui.Say, Progress: ui.Indexing,
	}
	f.live.Apply(&config, f.cache)
	h, err := host.Open(c.Context(), config)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	return askAll(c.Context(), h, before)
}

func askAll(ctx context.Context, h *host.Host, before []*recorded) (*Report, error) {
	report := &Report{FormatVersion: 1, Questions: []Question{}}
	for _, b := range before {
		after, err := h.Ask(ctx, b.question)
		if err != nil {
			return nil, err
		}
		report.add(compare(b, after))
	}
	return report, nil
}

// freshHome makes a folder without answers of sources.
func freshHome(cache string) (home string, remove func() error, err error) {
	if home, err = os.MkdirTemp("", "sparkhost-watch-"); err != nil {
		return "", nil, err
	}
	if dir, err := shell.CacheDir(cache); err == nil {
		compiled := filepath.Join(dir, "wasm")
		if os.MkdirAll(compiled, 0o700) == nil {
			_ = os.Symlink(compiled, filepath.Join(home, "wasm")) // else plugins are compiled anew
		}
	}
	return home, func() error { return os.RemoveAll(home) }, nil
}
