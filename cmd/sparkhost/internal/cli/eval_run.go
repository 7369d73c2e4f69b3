package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

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
	modeFlag
	passed []string // to run
}

func newEvalRunCommand() *cobra.Command {
	var f evalRunFlags
	c := &cobra.Command{
		Use:   "run PACKS.hcl --policy POLICY... --out DIR [-- FLAGS OF run]",
		Short: "Answer packs of questions under policies, into one folder",
		Long: "Runs each policy over each pack, as often as --repeats says, each repeat with the next seed. DIR then holds the results and\n" +
			"the records of each run, the questions, and manifest.json with the digests of everything. What an interrupted command has done\n" +
			"stays, and the same command goes on; other policies and packs may be added later. Flags behind -- are given to each `run`.\n\n" +
			"PACKS.hcl has a block for each pack. Its role says whether anything was chosen or fitted by it (dev) or not (withheld):\n\n" +
			"  pack \"pubmedqa\" {\n" +
			"    questions = \"questions-dev.jsonl\"\n" +
			"    corpus    = [\"corpus.jsonl\"]   # or sources = [\"openalex\"]\n" +
			"    role      = \"dev\"\n" +
			"    cluster   = \"topic\"            # optional: key of meta, or \"gold\"; such questions count as one observation\n" +
			"  }\n\n" +
			"Exit codes: 0 every run is done, whatever it answered, 1 could not do it, 2 a policy is wrong, 130 interrupted.",
		Example: "  sparkhost eval run packs.hcl --policy standard --policy mine.policy.hcl --out evaluation\n" +
			"  sparkhost eval compare evaluation#standard evaluation#mine\n" +
			"  sparkhost eval run packs.hcl --policy standard --repeats 3 --out evaluation -- --offline --recordings kept/",
		Args: onePacksFile,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	fs := c.Flags()
	fs.StringArrayVar(&f.policies, "policy", []string{"standard"}, "policy: a shipped name, a file, a folder, or path#name (repeatable)")
	fs.StringArrayVar(&f.packs, "pack", nil, "only this pack of the file (repeatable)")
	fs.StringVarP(&f.out, "out", "o", "", "folder of the evaluation; one that is there is gone on with")
	fs.StringVar(&f.cache, "cache", "", homeFlagText)
	fs.IntVar(&f.repeats, "repeats", 1, "how often each question is answered under each policy")
	fs.Uint64Var(&f.seed, "seed", 0, "seed of the first repeat")
	fs.IntVar(&f.concurrency, "concurrency", runtime.GOMAXPROCS(0), "questions answered side by side; results do not depend on it while sources and endpoints answer")
	f.registerMode(c)
	return c
}

func onePacksFile(c *cobra.Command, args []string) error {
	if dash := c.ArgsLenAtDash(); len(args) == 0 || dash == 0 || dash < 0 && len(args) > 1 || dash > 1 {
		return fail(ExitFailed, "give one file of packs, and flags of run behind --; usage: %s%s", c.UseLine(), helpHint(c))
	}
	return nil
}

func (f *evalRunFlags) run(c *cobra.Command, args []string) error {
	f.passed = args[1:]
	switch {
	case f.out == "":
		return fail(ExitFailed, "nowhere to write: give --out DIR")
	case f.repeats < 1 || f.repeats > 1000:
		return fail(ExitFailed, "--repeats %d: give a number from 1 to 1000", f.repeats)
	}
	packs, err := f.chosen(args[0])
	if err != nil {
		return err
	}
	m := &suite.Manifest{FormatVersion: suite.FormatVersion, Version: host.Version, Seed: f.seed, Repeats: f.repeats, Flags: slices.Concat([]string{}, f.passed), Runs: []suite.Run{}}
	if f.mode != "" {
		m.Flags = append([]string{"--mode", f.mode}, m.Flags...)
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
	todo := len(m.Policies)
	if err := m.Resume(f.out); err != nil {
		return fail(ExitFailed, "--out %s: %w", f.out, err)
	}
	return f.all(c, m, m.Policies[:todo], packs)
}

// chosen are the packs of the file that are asked for.
func (f *evalRunFlags) chosen(path string) ([]suite.Pack, error) {
	all, err := suite.ReadPacks(path)
	if err != nil {
		return nil, fail(ExitFailed, "%w", err)
	}
	if len(f.packs) == 0 {
		return all, nil
	}
	var out []suite.Pack
	for _, name := range f.packs {
		i := slices.IndexFunc(all, func(p suite.Pack) bool { return p.Name == name })
		if i < 0 {
			return nil, fail(ExitFailed, "--pack %s: %s has no such pack", name, path)
		}
		out = append(out, all[i])
	}
	return out, nil
}

// named loads the policies, so that a mistake ends the command before anything runs.
func (f *evalRunFlags) named(c *cobra.Command) ([]suite.Policy, error) {
	var out []suite.Policy
	for _, given := range f.policies {
		opts, err := (&loadFlags{modeFlag: f.modeFlag}).options(given)
		if err != nil {
			return nil, err
		}
		p, err := load(c, opts)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(out, func(o suite.Policy) bool { return o.Name == p.Name }) {
			return nil, fail(ExitFailed, "--policy %s: another policy is named %s, too; results are told apart by name", given, p.Name)
		}
		out = append(out, suite.Policy{Name: p.Name, Given: given, Digest: p.Digest})
	}
	return out, nil
}

// describePack reads the questions and digests the files of a pack.
func describePack(p suite.Pack) (suite.PackFile, error) {
	out := suite.PackFile{Name: p.Name, Role: p.Role, Cluster: p.Cluster, Sources: p.Sources, Corpus: []string{}}
	file, err := os.Open(p.Questions)
	if err != nil {
		return out, unopened("pack "+p.Name, p.Questions, err)
	}
	defer file.Close()
	questions, _, err := parseQuestions(p.Questions, file)
	if err != nil {
		return out, err
	}
	out.Count = len(questions)
	if out.Questions, err = suite.Digest(p.Questions); err != nil {
		return out, err
	}
	for _, path := range p.Corpus {
		digest, err := suite.Digest(path)
		if err != nil {
			return out, unopened("pack "+p.Name, path, err)
		}
		out.Corpus = append(out.Corpus, digest)
	}
	return out, nil
}

// all does the runs that are not done yet, and writes the manifest after each.
func (f *evalRunFlags) all(c *cobra.Command, m *suite.Manifest, policies []suite.Policy, packs []suite.Pack) error {
	for _, p := range packs {
		if err := keepQuestions(f.out, p); err != nil {
			return err
		}
	}
	if err := m.Write(f.out); err != nil {
		return err
	}
	watch := newStopwatch(c.ErrOrStderr(), len(policies)*len(packs)*f.repeats)
	for repeat := range f.repeats {
		for _, pack := range packs {
			for _, policy := range policies {
				r := suite.Run{Policy: policy.Name, Pack: pack.Name, Repeat: repeat}
				if m.Has(f.out, r) {
					watch.skip()
					continue
				}
				watch.begin(fmt.Sprintf("%s over %s, %d questions, repeat %d", policy.Name, pack.Name, m.Pack(pack.Name).Count, repeat+1))
				if err := f.one(c, m, r, policy, pack); err != nil {
					return err
				}
			}
		}
	}
	_, err := fmt.Fprintf(c.OutOrStdout(), "%d runs in %s; compare them with: sparkhost eval compare %s\n", len(m.Runs), f.out, sidesOf(f.out, m))
	return err
}

func sidesOf(dir string, m *suite.Manifest) string {
	out := ""
	for _, p := range m.Policies {
		out += " " + dir + "#" + p.Name
	}
	return out[1:]
}

func keepQuestions(dir string, p suite.Pack) error {
	text, err := os.ReadFile(p.Questions)
	if err != nil {
		return err
	}
	to := suite.Questions(dir, p.Name)
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return fail(ExitFailed, "--out: %w", err)
	}
	return os.WriteFile(to, text, 0o644)
}

// one does a run and notes it. A run is done when there is a result for each question, whatever it says.
func (f *evalRunFlags) one(c *cobra.Command, m *suite.Manifest, r suite.Run, policy suite.Policy, pack suite.Pack) error {
	folder := r.Folder(f.out)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fail(ExitFailed, "--out: %w", err)
	}
	results := filepath.Join(folder, suite.ResultsName)
	args := slices.Concat(f.passed, []string{"--policy", policy.Given, "--questions", pack.Questions, "--format", "jsonl", "--out", results,
		"--record", filepath.Join(folder, suite.RecordsName), "--resume", fmt.Sprintf("--seed=%d", f.seed+uint64(r.Repeat)), fmt.Sprintf("--concurrency=%d", f.concurrency)})
	for flag, value := range map[string]string{"--cache": f.cache, "--mode": f.mode} {
		if value != "" {
			args = append(args, flag, value)
		}
	}
	for _, path := range pack.Corpus {
		args = append(args, "--corpus", path)
	}
	for _, name := range pack.Sources {
		args = append(args, "--source", name)
	}
	run := newRunCommand()
	run.SilenceErrors, run.SilenceUsage = true, true
	run.SetArgs(args)
	run.SetOut(io.Discard)
	run.SetErr(c.ErrOrStderr())
	err := run.ExecuteContext(c.Context())
	if c.Context().Err() != nil || exitCode(err) == ExitInterrupted {
		return fail(ExitInterrupted, "interrupted in %s over %s; the same command goes on", r.Policy, r.Pack)
	}
	all, rerr := allResults(results)
	if rerr != nil || len(all) < m.Pack(pack.Name).Count {
		return errors.Join(err, rerr)
	}
	if r.Results, err = suite.Digest(results); err != nil {
		return err
	}
	r.Count = len(all)
	m.Put(r)
	return m.Write(f.out)
}

// A stopwatch says on stderr how far an evaluation is; results know nothing of it.
type stopwatch struct {
	w            io.Writer
	total, begun int
	worked       int
	start        time.Time
}

func newStopwatch(w io.Writer, total int) *stopwatch {
	return &stopwatch{w: w, total: total, start: time.Now()}
}

func (s *stopwatch) skip() { s.begun++ }

func (s *stopwatch) begin(what string) {
	s.begun++
	text := fmt.Sprintf("[%d/%d] %s", s.begun, s.total, what)
	if s.worked > 0 {
		gone := time.Since(s.start)
		text += fmt.Sprintf("; %s gone, about %s to go", gone.Round(time.Second), (gone / time.Duration(s.worked) * time.Duration(s.total-s.begun+1)).Round(time.Second))
	}
	s.worked++
	fmt.Fprintln(s.w, "sparkhost: "+text)
}
