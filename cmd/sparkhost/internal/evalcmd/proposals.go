package evalcmd

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/eval/proposals"
	"github.com/sparkhost/sparkhost/host/eval/suite"
	"github.com/sparkhost/sparkhost/host/record"
)

// proposalFlags are the flags of `eval proposals`.
type proposalFlags struct {
	judgeFlags
	baseline, format, out string
	run                   evalRunFlags
}

func newEvalProposalsCommand() *cobra.Command {
	var f proposalFlags
	c := &cobra.Command{
		Use:   "proposals PACKS.hcl|DIR",
		Short: "Measure the requirements of the five proposals",
		Long: "Computes the evaluation sections of the proposals s0 to s4 from results and records: for each row the requirement, the\n" +
			"measurement with its 95 % interval, and met, not met, or inconclusive. DIR is a folder of `eval run` with the policies of the\n" +
			"proposals and the baseline; with PACKS.hcl the command first creates or completes it in --out. Some requirements\n" +
			"need a mode (--mode research_max, routed); their rows say if no run used it.\n\n" +
			"Exit codes: 0 measured, whatever is met, 1 failed, 2 a policy is wrong, 130 interrupted.",
		Example: "  sparkhost eval proposals packs.hcl --out evaluation > proposals.md\n" +
			"  sparkhost eval proposals evaluation --format json",
		Args: shell.Needs("PACKS.hcl|DIR"),
		RunE: func(c *cobra.Command, args []string) error { return f.measure(c, args[0]) },
	}
	fs := c.Flags()
	fs.StringVar(&f.baseline, "baseline", "baseline", "policy that the proposals are compared with")
	fs.StringVarP(&f.out, "out", "o", "", "with PACKS.hcl: folder of the evaluation")
	fs.StringVar(&f.run.cache, "cache", "", shell.HomeFlagText)
	fs.IntVar(&f.run.concurrency, "concurrency", 2, "with PACKS.hcl: questions answered at the same time")
	f.run.RegisterMode(c)
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the bootstrap")
	fs.StringVar(&f.format, "format", "text", "output format: text (Markdown) or json")
	shell.CompleteWords(c, "format", "text", "json")
	return c
}

func (f *proposalFlags) measure(c *cobra.Command, given string) error {
	if err := checkFormat(f.format); err != nil {
		return err
	}
	info, err := os.Stat(given)
	if err != nil {
		return shell.Unopened("", given, err)
	}
	dir := given
	if !info.IsDir() {
		f.run.policies, f.run.out, f.run.repeats, dir = slices.Concat([]string{f.baseline}, proposals.Seeds(), []string{"combined", "standard"}), f.out, 1, f.out
		quiet := *c
		quiet.SetOut(io.Discard)
		if err := f.run.run(&quiet, []string{given}); err != nil {
			return err
		}
	}
	r, err := f.report(dir)
	if err != nil {
		return err
	}
	if f.format == "json" {
		return shell.WriteLine(c.OutOrStdout(), r)
	}
	return r.WriteMarkdown(shell.Visible(c.OutOrStdout()))
}

func (f *proposalFlags) report(dir string) (*proposals.Report, error) {
	folder, err := openFolder(dir)
	if err != nil {
		return nil, err
	}
	base, err := folder.side(f.baseline)
	if err != nil {
		return nil, err
	}
	asked, err := f.ofSuite(folder)
	if err != nil {
		return nil, err
	}
	r := &proposals.Report{FormatVersion: 1, Baseline: f.baseline, Notes: slices.Concat([]string{}, asked.notes)}
	for _, p := range folder.manifest.Packs {
		r.Packs = append(r.Packs, p.Name)
	}
	if err := f.sections(r, folder, base, asked); err != nil {
		return nil, err
	}
	if len(r.Sections) == 0 {
		return nil, shell.Fail(shell.ExitFailed, "%s has none of the policies %s; `eval run PACKS.hcl --policy s0 … --out %s` adds them", dir, strings.Join(proposals.Seeds(), ", "), dir)
	}
	return r, nil
}

// sections judges the proposals, and compares every policy of the folder with the baseline.
func (f *proposalFlags) sections(r *proposals.Report, folder *evalFolder, base *evalSide, asked *askedSet) error {
	names := proposals.Seeds()
	for _, p := range folder.manifest.Policies {
		if p.Name != f.baseline && !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
	}
	all := map[string][]*proposals.Case{}
	for i, name := range names {
		if !slices.ContainsFunc(folder.manifest.Policies, func(p suite.Policy) bool { return p.Name == name }) {
			r.Notes = append(r.Notes, "the folder has no policy "+name+": its rows are left out")
			continue
		}
		side, err := folder.side(name)
		if err != nil {
			return err
		}
		common, both, err := finishedByAll(asked, base, side)
		if err != nil {
			r.Notes = append(r.Notes, name+" is left out: "+err.Error())
			continue
		}
		for _, note := range common.notes {
			if !slices.Contains(r.Notes, note) {
				r.Notes = append(r.Notes, note)
			}
		}
		if all[name], err = casesOf(common, both[0], both[1]); err != nil {
			return err
		}
		if i < len(proposals.Seeds()) {
			r.Sections = append(r.Sections, proposals.Section{Seed: name, Questions: len(all[name]), Findings: proposals.Judge(proposals.Plans(name), all[name], f.seed)})
		}
	}
	r.Policies = proposals.Standings(names, all)
	return nil
}

// casesOf pairs both sides by the questions that both have packs of, and reads what the records tell.
func casesOf(asked *askedSet, base, seed *evalSide) ([]*proposals.Case, error) {
	var out []*proposals.Case
	for _, k := range asked.sorted() {
		q, before, after := asked.questions[k], base.sample.Results[k], seed.sample.Results[k]
		if before == nil && after == nil {
			continue
		}
		judge := (&judgeFlags{}).options().Judge
		c := &proposals.Case{Key: k, Cluster: q.Cluster, BaseR: before, SeedR: after, Base: judge.Outcome(q.Question, before), Seed: judge.Outcome(q.Question, after)}
		if c.Cluster == "" {
			c.Cluster = k.Pack + "\x00" + k.ID
		}
		out = append(out, c)
	}
	var group errgroup.Group
	group.SetLimit(4)
	for _, c := range out {
		group.Go(func() error { return tell(c, seed) })
	}
	return out, group.Wait()
}

// tell reads the steps of a case's record, if the folder holds it.
func tell(c *proposals.Case, seed *evalSide) error {
	if c.SeedR == nil {
		return nil
	}
	run := suite.Run{Policy: seed.policy, Pack: c.Key.Pack, Repeat: c.Key.Repeat}
	path := filepath.Join(run.Folder(seed.suite.dir), suite.RecordsName, c.SeedR.Run+".jsonl")
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	reader, err := record.Skim(path)
	if err != nil {
		return shell.Fail(shell.ExitFailed, "%w", err)
	}
	if c.Steps, err = record.Each[record.Step](reader, record.KindStep); err != nil {
		return shell.Fail(shell.ExitFailed, "%w", err)
	}
	return nil
}
