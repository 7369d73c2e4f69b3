package evalcmd

import (
	"errors"
	"os"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/eval/suite"
)

// evalRunFlags are the flags of `eval run`.
type evalRunFlags struct {
	policies, packs []string
	out, cache      string
	repeats         int
	seed            uint64
	concurrency     int
	flags.ModeFlag
	passed []string // to run
}

func newEvalRunCommand() *cobra.Command {
	var f evalRunFlags
	c := &cobra.Command{
		Use:   "run PACKS.hcl --policy POLICY... --out DIR [-- FLAGS OF run]",
		Short: "Answer packs of questions under several policies",
		Long: "Runs each policy on each pack --repeats times, each repeat with the next seed. DIR then holds the results and\n" +
			"the records of each run, the questions, and manifest.json with all digests. An interrupted command keeps what it has done;\n" +
			"run it again to continue. You can add policies and packs later. Flags after -- are passed to each `run`. One command at a time\n" +
			"works in DIR.\n\n" +
			"PACKS.hcl has a block for each pack. Its role is dev if you tuned on its questions, else withheld:\n\n" +
			"  pack \"pubmedqa\" {\n" +
			"    questions = \"questions-dev.jsonl\"\n" +
			"    corpus    = [\"corpus.jsonl\"]   # or sources = [\"openalex\"]\n" +
			"    role      = \"dev\"\n" +
			"    cluster   = \"topic\"            # optional: key of meta, or \"gold\"; equal values count as one\n" +
			"  }\n\n" +
			"Exit codes: 0 every run is done, whatever it answered, 1 failed, 2 a policy is wrong or another `eval run` works in DIR, 130 interrupted.",
		Example: "  sparkhost eval run packs.hcl --policy standard --policy mine.policy.hcl --out evaluation\n" +
			"  sparkhost eval compare evaluation#standard evaluation#mine\n" +
			"  sparkhost eval run packs.hcl --policy standard --repeats 3 --out evaluation -- --offline --recordings kept/",
		Args: onePacksFile,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	fs := c.Flags()
	fs.StringArrayVar(&f.policies, "policy", []string{"standard"}, "policy: a shipped name, a file, a folder, or path#name (repeatable)")
	fs.StringArrayVar(&f.packs, "pack", nil, "only this pack of the file (repeatable)")
	fs.StringVarP(&f.out, "out", "o", "", "folder of the evaluation; an existing one is continued")
	fs.StringVar(&f.cache, "cache", "", shell.HomeFlagText)
	fs.IntVar(&f.repeats, "repeats", 1, "how often each question is answered under each policy")
	fs.Uint64Var(&f.seed, "seed", 0, "seed of the first repeat")
	fs.IntVar(&f.concurrency, "concurrency", runtime.GOMAXPROCS(0), "questions answered at the same time; does not affect results while sources and endpoints respond")
	f.RegisterMode(c)
	return c
}

func onePacksFile(c *cobra.Command, args []string) error {
	if dash := c.ArgsLenAtDash(); len(args) == 0 || dash == 0 || dash < 0 && len(args) > 1 || dash > 1 {
		return shell.Fail(shell.ExitFailed, "give one file of packs, and flags of run after --; usage: %s%s", c.UseLine(), shell.HelpHint(c))
	}
	return nil
}

func (f *evalRunFlags) run(c *cobra.Command, args []string) error {
	f.passed = args[1:]
	switch {
	case f.out == "":
		return shell.Fail(shell.ExitFailed, "no output: give --out DIR")
	case f.repeats < 1 || f.repeats > 1000:
		return shell.Fail(shell.ExitFailed, "--repeats %d: must be between 1 and 1000", f.repeats)
	}
	if err := f.checkPassed(); err != nil {
		return err
	}
	if info, err := os.Stat(f.out); err == nil && !info.IsDir() {
		return shell.Fail(shell.ExitFailed, "--out %s: this is a file; name a folder, new or of `eval run`", f.out)
	}
	packs, err := f.chosen(args[0])
	if err != nil {
		return err
	}
	m := &suite.Manifest{FormatVersion: suite.FormatVersion, Version: host.Version, Seed: f.seed, Repeats: f.repeats, Flags: slices.Concat([]string{}, f.passed), Runs: []suite.Run{}}
	if f.Mode != "" {
		m.Flags = append([]string{"--mode", f.Mode}, m.Flags...)
	}
	if m.Policies, err = f.named(c); err != nil {
		return err
	}
	for _, p := range packs {
		file, err := describePack(p)
		if err != nil {
			return err
		}
		m.Packs = append(m.Packs, file)
	}
	release, err := suite.Hold(f.out)
	if err != nil {
		code := shell.ExitFailed
		if errors.Is(err, suite.ErrHeld) {
			code = shell.ExitPolicy
		}
		return shell.Fail(code, "--out: %w", err)
	}
	defer release()
	todo := len(m.Policies)
	if err := m.Resume(f.out); err != nil {
		return shell.Fail(shell.ExitFailed, "--out %s: %w", f.out, err)
	}
	return f.all(c, m, m.Policies[:todo], packs)
}

// chosen returns the packs of the file that are asked for.
func (f *evalRunFlags) chosen(path string) ([]suite.Pack, error) {
	all, err := suite.ReadPacks(path)
	if err != nil {
		return nil, unread(path, err)
	}
	if len(f.packs) == 0 {
		return all, nil
	}
	var out []suite.Pack
	for _, name := range f.packs {
		i := slices.IndexFunc(all, func(p suite.Pack) bool { return p.Name == name })
		if i < 0 {
			return nil, shell.Fail(shell.ExitFailed, "--pack %s: %s has no such pack", name, path)
		}
		out = append(out, all[i])
	}
	return out, nil
}

// named loads the policies, so that a mistake ends the command before anything runs.
func (f *evalRunFlags) named(c *cobra.Command) ([]suite.Policy, error) {
	var out []suite.Policy
	for _, given := range f.policies {
		opts, err := (&flags.LoadFlags{ModeFlag: f.ModeFlag}).Options(given)
		if err != nil {
			return nil, err
		}
		p, err := flags.Load(c, opts)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(out, func(o suite.Policy) bool { return o.Name == p.Name }) {
			return nil, shell.Fail(shell.ExitFailed, "--policy %s: another policy is also named %s; results are stored by policy name", given, p.Name)
		}
		out = append(out, suite.Policy{Name: p.Name, Given: given, Digest: p.Digest})
	}
	return out, nil
}
