package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/host/eval/fit"
	"github.com/sparkhost/sparkhost/host/evidence"
)

// leastQuestions is how many questions a fit needs; with fewer its figures are mostly chance.
const leastQuestions = 50

// calibrateFlags are the flags of `calibrate fit`.
type calibrateFlags struct {
	replayFlags
	policy, questions, out string
	records, packs         []string
	date, method           string
	fit                    fit.Settings
	force, unanswerable    bool // unanswerable: questions without an answer count, and any answer to them is wrong
}

func newCalibrateCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "calibrate", Short: "Fit a policy's confidence to questions whose answers are known",
		Example: "  sparkhost calibrate fit --policy standard --questions dev.jsonl --corpus papers.jsonl --out fitted.policy.hcl",
	}
	c.AddCommand(newCalibrateFitCommand())
	return c
}

func newCalibrateFitCommand() *cobra.Command {
	f := calibrateFlags{fit: fit.Defaults()}
	c := &cobra.Command{
		Use:   "fit --policy POLICY --questions FILE --out FILE.policy.hcl",
		Short: "Fit the weights of a policy's confidence and write them as a policy that extends it",
		Long: "Decides recorded runs (--records), or runs of its own (--corpus), under the policy, takes the values that its\n" +
			"calibrate block weighs, and moves the weights to the least squared error of the confidence (Brier score),\n" +
			"held back by a ridge towards the policy's own. A base term \"fitted_offset\" is added for the kinds of questions\n" +
			"in FILE. Bounds, one-sidedness and the caps of corrections stay as they are; weights that the questions say\n" +
			"nothing about are left alone. What the answers are does not change.\n\n" +
			"Beside the weights it judges a temperature, which divides all base terms of a logistic confidence by one number, and an\n" +
			"isotonic map, which shows what the best monotone map would gain and which no policy can express: all on the same withheld\n" +
			"folds. --method auto writes weights or temperature, whichever has the lower Brier score there.\n\n" +
			"It prints the figures before and after, in sample and cross-validated. All of them are development figures: questions\n" +
			"that nobody fitted to come out like the cross-validated ones at best.\n\n" +
			"Exit codes: 0 fitted and written, 1 could not do it (no answers, too few questions, all right or all wrong), 2 policy wrong.",
		Example: "  sparkhost run --corpus papers.jsonl --questions dev.jsonl --policy standard --record records --format jsonl --out r.jsonl\n" +
			"  sparkhost calibrate fit --policy standard --questions dev.jsonl --records records --out fitted.policy.hcl\n" +
			"  sparkhost replay records --policy fitted.policy.hcl",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	f.registerFit(c)
	return c
}

func (f *calibrateFlags) registerFit(c *cobra.Command) {
	f.register(c)
	for _, name := range []string{"fetch", "whole"} { // the fit decides these itself
		_ = c.Flags().MarkHidden(name) // the error can only be an unknown flag
	}
	fs := c.Flags()
	fs.Lookup("corpus").Usage = "without --records, to run the questions over: " + corpusFlagText
	fs.Lookup("skip-bad-lines").Usage = "with --corpus: leave bad corpus lines out instead of failing"
	fs.StringVar(&f.policy, "policy", "standard", "policy: a shipped name, a file, a folder, or path#name")
	fs.StringVar(&f.questions, "questions", "", "file of questions with their answers, one JSON object a line")
	fs.StringArrayVar(&f.records, "records", nil, "folder of records, cache folder or record file of runs of these questions (repeatable)")
	fs.StringArrayVar(&f.packs, "pack", nil, "instead of --questions: "+packForm+"; several are weighed alike, and each is judged by a fit to the others")
	fs.StringVarP(&f.out, "out", "o", "", "file for the fitted policy, *.policy.hcl; beside POLICY where that is a file")
	fs.StringVar(&f.date, "date", "", "date to write into the policy's comment, such as 2030-01-31; the clock is not read")
	fs.Float64Var(&f.fit.Ridge, "ridge", f.fit.Ridge, "how many questions the policy's own weights count for")
	fs.IntVar(&f.fit.Folds, "folds", f.fit.Folds, "folds of the cross-validation")
	fs.StringVar(&f.method, "method", fit.Weights, "what is fitted: weights; temperature, one number for all base terms of a logistic confidence; or auto, the one of them that foretells withheld folds best")
	fs.Uint64Var(&f.fit.Seed, "seed", f.fit.Seed, "seed of the division into folds")
	fs.BoolVar(&f.force, "force", false, fmt.Sprintf("fit to fewer than %d questions, and replace --out", leastQuestions))
	fs.StringVar(&f.format, "format", "text", "output format: text or json")
	completeWords(c, "format", "text", "json")
	completeWords(c, "method", fitMethods...)
}

func (f *calibrateFlags) run(c *cobra.Command) (err error) {
	if err := f.check(); err != nil {
		return err
	}
	if len(f.packs) > 0 {
		return f.runPacks(c)
	}
	questions, err := f.answered()
	if err != nil {
		return err
	}
	records, remove, err := f.recorded(c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remove()) }()
	f.whole = true
	set, err := f.replayFlags.records(c, records)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, set.close()) }()
	r, err := f.open(c, f.policy)
	if err != nil {
		return describe(c.ErrOrStderr(), err)
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	s, err := f.sample(c.Context(), set, r, questions)
	if err != nil {
		return describe(c.ErrOrStderr(), err)
	}
	report, err := f.fitTo(r.Policy(), s)
	if err != nil {
		return err
	}
	if err := f.writePolicy(c, r.Policy(), report); err != nil {
		return err
	}
	return report.write(c.OutOrStdout(), f.format)
}

// check refuses what no fit could be made of.
func (f *calibrateFlags) check() error {
	switch {
	case f.format != "text" && f.format != "json":
		return fail(ExitFailed, "--format %q: known are text, json", f.format)
	case len(f.packs) > 0 && (f.questions != "" || len(f.records)+len(f.corpus) > 0):
		return fail(ExitFailed, "--pack names questions and corpus: leave --questions, --records and --corpus out")
	case !slices.Contains(fitMethods, f.method):
		return fail(ExitFailed, "--method %q: must be one of %s", f.method, strings.Join(fitMethods, ", "))
	case len(f.packs) > 0 && f.method != fit.Weights:
		return fail(ExitFailed, "--method %s: with --pack the weights are fitted; leave --method out", f.method)
	case len(f.packs) == 1:
		return fail(ExitFailed, "--pack: give two at least, as each is judged by weights fitted to the others")
	case f.questions == "" && len(f.packs) == 0:
		return fail(ExitFailed, "nothing to fit to: give --questions FILE, with answers")
	case f.out == "":
		return fail(ExitFailed, "nowhere to write: give --out FILE.policy.hcl")
	case len(f.records)+len(f.corpus)+len(f.packs) == 0:
		return fail(ExitFailed, "no runs to fit to: name records with --records DIR (`run --record DIR` writes them), or a corpus to run over with --corpus FILE.jsonl")
	case len(f.records) > 0 && len(f.corpus) > 0:
		return fail(ExitFailed, "--records and --corpus: give one, runs that were made or literature to make them over")
	case f.concurrency < 1:
		return fail(ExitFailed, "--concurrency %d: at least 1", f.concurrency)
	}
	if err := validDate(f.date); err != nil {
		return err
	}
	return f.checkOut()
}

// answered reads the questions and keeps those whose answer is known, by id.
func (f *calibrateFlags) answered() (map[string]*evidence.Question, error) {
	file, err := os.Open(f.questions)
	if err != nil {
		return nil, fail(ExitFailed, "--questions: %w", err)
	}
	defer file.Close()
	all, _, err := parseQuestions(f.questions, file)
	if err != nil {
		return nil, err
	}
	out := map[string]*evidence.Question{}
	for i := range all {
		if all[i].Answer != "" || f.unanswerable || isUnanswerable(&all[i]) {
			out[all[i].ID] = &all[i]
		}
	}
	if len(out) == 0 {
		return nil, fail(ExitFailed, "%s: none of its %d questions has an answer; add the field \"answer\"", f.questions, len(all))
	}
	return out, nil
}

// recorded names the records: those of --records, or those of runs that it makes in a folder which
// the returned function removes.
func (f *calibrateFlags) recorded(c *cobra.Command) ([]string, func() error, error) {
	if len(f.records) > 0 {
		return f.records, func() error { return nil }, nil
	}
	dir, err := os.MkdirTemp("", "sparkhost-fit-*")
	if err != nil {
		return nil, nil, err
	}
	remove := func() error { return os.RemoveAll(dir) }
	if err := f.runAll(c.Context(), c.ErrOrStderr(), dir); err != nil {
		return nil, nil, errors.Join(err, remove())
	}
	return []string{filepath.Join(dir, "records")}, remove, nil
}

// runAll answers the questions as `run` does. What a gate refuses has an answer and a record, too.
func (f *calibrateFlags) runAll(ctx context.Context, stderr io.Writer, dir string) error {
	args := []string{"--policy", f.policy, "--questions", f.questions, "--record", filepath.Join(dir, "records"), "--format", "jsonl",
		"--out", filepath.Join(dir, "results.jsonl"), fmt.Sprintf("--concurrency=%d", f.concurrency),
		fmt.Sprintf("--frozen=%t", f.frozen), fmt.Sprintf("--offline=%t", f.offline), fmt.Sprintf("--skip-bad-lines=%t", f.skipBadLines)}
	for flag, value := range map[string]string{"--cache": f.home, "--lock": f.lock, "--mode": string(f.mode)} {
		if value != "" {
			args = append(args, flag, value)
		}
	}
	for _, path := range f.corpus {
		args = append(args, "--corpus", path)
	}
	for _, path := range f.varFiles {
		args = append(args, "--var-file", path)
	}
	for name, value := range f.vars {
		args = append(args, "--var", name+"="+value)
	}
	run := newRunCommand()
	run.SilenceErrors, run.SilenceUsage = true, true
	run.SetArgs(args)
	run.SetOut(io.Discard)
	run.SetErr(stderr)
	err := run.ExecuteContext(ctx)
	if code := exitCode(err); code == ExitRefused || code == ExitBudget {
		return nil
	}
	return err
}
