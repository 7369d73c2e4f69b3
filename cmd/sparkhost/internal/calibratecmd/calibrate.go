// Package calibratecmd holds the command `calibrate`, which fits a calibration to recorded runs.
package calibratecmd

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

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/runcmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/eval/fit"
	"github.com/sparkhost/sparkhost/host/evidence"
)

// leastQuestions is the smallest number of questions for a fit; with fewer its figures are mostly chance.
const leastQuestions = 50

// fitFlags are the flags of `calibrate fit`.
type fitFlags struct {
	flags.ReplayFlags
	policy, questions, out string
	records, packs         []string
	date, method           string
	weights, plot          string
	fit                    fit.Settings
	force, unanswerable    bool // unanswerable: questions without an answer count, and any answer to them is wrong
}

// New makes the command `calibrate`.
func New() *cobra.Command {
	c := &cobra.Command{
		Use: "calibrate", Short: "Fit a policy's confidence to questions whose answers are known",
		Example: "  sparkhost calibrate fit --policy standard --questions dev.jsonl --corpus papers.jsonl --out fitted.policy.hcl",
	}
	c.AddCommand(newCalibrateFitCommand())
	return c
}

func newCalibrateFitCommand() *cobra.Command {
	f := fitFlags{fit: fit.Defaults()}
	c := &cobra.Command{
		Use:   "fit --policy POLICY --questions FILE --out FILE.policy.hcl",
		Short: "Fit the weights of a policy's confidence and write them as a policy that extends it",
		Long: "Re-decides recorded runs (--records), or makes its own (--corpus), under the policy. It fits the weights of\n" +
			"the calibrate block by minimising the squared error of the confidence (Brier score), with a ridge penalty\n" +
			"towards the policy's own weights. Where no base term is constant (answer.answered), it adds one,\n" +
			"\"fitted_offset\", for the question types in FILE. Bounds, signs and caps of corrections stay as they are, and so do weights that the questions give\n" +
			"no information about. The answers do not change.\n\n" +
			"Beside the weights it judges a temperature, which divides all base terms of a logistic confidence by one number, and an\n" +
			"isotonic map, which shows what the best monotone map would gain and which no policy can express: all on the same withheld\n" +
			"folds. --method auto writes weights or temperature, whichever has the lower Brier score there.\n\n" +
			"With --weights stance or reading it fits that plugin instead: stance to claims and yes/no questions with their verdicts,\n" +
			"reading to questions with an answer and others that the literature does not answer (no field \"answer\"). Folds follow\n" +
			"documents or topics. Weights that do not improve on withheld folds are not written; fewer than 50 questions, 10 of a\n" +
			"kind or 10 documents are refused. Fit the confidence afterwards.\n\n" +
			"It prints the figures before and after, in sample and cross-validated. None of them is held-out: expect at best\n" +
			"the cross-validated figures on new questions.\n\n" +
			"Exit codes: 0 fitted and written, 1 failed (no answers, too few questions, all right or all wrong), 2 policy wrong.",
		Example: "  sparkhost run --corpus papers.jsonl --questions dev.jsonl --policy standard --record records --format jsonl --out r.jsonl\n" +
			"  sparkhost calibrate fit --policy standard --questions dev.jsonl --records records --out fitted.policy.hcl\n" +
			"  sparkhost replay records --policy fitted.policy.hcl\n" +
			"  sparkhost calibrate fit --weights stance --questions claims.jsonl --corpus papers.jsonl --out ours.policy.hcl --plot ours.svg",
		Args: shell.None,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	f.registerFit(c)
	return c
}

func (f *fitFlags) registerFit(c *cobra.Command) {
	f.Register(c)
	for _, name := range []string{"fetch", "whole"} { // the fit decides these itself
		_ = c.Flags().MarkHidden(name) // the error can only be an unknown flag
	}
	fs := c.Flags()
	fs.Lookup("corpus").Usage = "without --records, to run the questions over: " + shell.CorpusFlagText
	fs.Lookup("skip-bad-lines").Usage = "with --corpus: skip invalid corpus lines instead of failing"
	fs.StringVar(&f.policy, "policy", "standard", "policy: a shipped name, a file, a folder, or path#name")
	fs.StringVar(&f.questions, "questions", "", "file of questions with their answers, one JSON object per line")
	fs.StringArrayVar(&f.records, "records", nil, "folder of records, cache folder or record file of runs of these questions (repeatable)")
	fs.StringArrayVar(&f.packs, "pack", nil, "instead of --questions: "+packForm+"; packs count equally, and each is scored with weights fitted to the other packs")
	fs.StringVarP(&f.out, "out", "o", "", "file for the fitted policy, *.policy.hcl; beside POLICY where that is a file")
	fs.StringVar(&f.date, "date", "", "date for the policy's comment, such as 2030-01-31 (default: none, so that equal inputs give equal files)")
	fs.Float64Var(&f.fit.Ridge, "ridge", f.fit.Ridge, "strength of the ridge: how many questions the policy's own weights are worth")
	fs.StringVar(&f.weights, "weights", fitConfidence, "what to fit: "+strings.Join(fitted, ", "))
	fs.StringVar(&f.plot, "plot", "", "with --weights stance or reading: file for a plot of the figures before and after, *.svg")
	fs.IntVar(&f.fit.Folds, "folds", f.fit.Folds, "folds of the cross-validation")
	fs.StringVar(&f.method, "method", fit.Weights, "what is fitted: weights; temperature, one number for all base terms of a logistic confidence; or auto, the one of them that foretells withheld folds best")
	fs.Uint64Var(&f.fit.Seed, "seed", f.fit.Seed, "seed that assigns questions to folds")
	fs.BoolVar(&f.force, "force", false, fmt.Sprintf("allow fewer than %d questions, and replace --out", leastQuestions))
	fs.StringVar(&f.Format, "format", "text", "output format: text or json")
	shell.CompleteWords(c, "format", "text", "json")
	shell.CompleteWords(c, "method", fitMethods...)
	shell.CompleteWords(c, "weights", fitted...)
}

func (f *fitFlags) run(c *cobra.Command) error {
	if err := f.check(); err != nil {
		return err
	}
	if len(f.packs) > 0 {
		return f.runPacks(c)
	}
	if f.weights != fitConfidence {
		return f.runStage(c)
	}
	return f.over(c, func(set *flags.RecordSet, r *host.Replayer, questions map[string]*evidence.Question) error {
		s, err := f.sample(c.Context(), set, r, questions)
		if err != nil {
			return shell.Describe(c.ErrOrStderr(), err)
		}
		report, err := f.fitTo(r.Policy(), s)
		if err != nil {
			return err
		}
		if err := f.writePolicy(c, r.Policy(), report); err != nil {
			return err
		}
		return report.write(c.OutOrStdout(), f.Format)
	})
}

// over hands the records of the questions whose answer is known to use, with the policy that decides them. Records that were made for it
// are removed afterwards.
func (f *fitFlags) over(c *cobra.Command, use func(set *flags.RecordSet, r *host.Replayer, questions map[string]*evidence.Question) error) (err error) {
	questions, err := flags.Answered(f.questions, f.unanswerable)
	if err != nil {
		return err
	}
	records, remove, err := f.recorded(c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remove()) }()
	f.Whole = true
	set, err := f.ReplayFlags.Records(c, records)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	r, err := f.Open(c, f.policy)
	if err != nil {
		return shell.Describe(c.ErrOrStderr(), err)
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	return use(set, r, questions)
}

// Check refuses what no fit could be made of.
func (f *fitFlags) check() error {
	switch {
	case f.Format != "text" && f.Format != "json":
		return shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json", f.Format)
	case len(f.packs) > 0 && (f.questions != "" || len(f.records)+len(f.Corpus) > 0):
		return shell.Fail(shell.ExitFailed, "--pack already names questions and corpus: omit --questions, --records and --corpus")
	case !slices.Contains(fitMethods, f.method):
		return shell.Fail(shell.ExitFailed, "--method %q: must be one of %s", f.method, strings.Join(fitMethods, ", "))
	case len(f.packs) > 0 && f.method != fit.Weights:
		return shell.Fail(shell.ExitFailed, "--method %s: with --pack the weights are fitted; leave --method out", f.method)
	case len(f.packs) == 1:
		return shell.Fail(shell.ExitFailed, "--pack: give at least two, because each is scored with weights fitted to the others")
	case f.questions == "" && len(f.packs) == 0:
		return shell.Fail(shell.ExitFailed, "no questions: give --questions FILE, with answers")
	case f.out == "":
		return shell.Fail(shell.ExitFailed, "no output: give --out FILE.policy.hcl")
	case len(f.records)+len(f.Corpus)+len(f.packs) == 0:
		return shell.Fail(shell.ExitFailed, "no runs: give records with --records DIR (`run --record DIR` writes them), or a corpus with --corpus FILE.jsonl")
	case len(f.records) > 0 && len(f.Corpus) > 0:
		return shell.Fail(shell.ExitFailed, "--records and --corpus exclude each other: use recorded runs, or a corpus to make new ones")
	case f.Concurrency < 1:
		return shell.Fail(shell.ExitFailed, "--concurrency %d: must be at least 1", f.Concurrency)
	}
	if err := errors.Join(validDate(f.date), f.checkWeights()); err != nil {
		return err
	}
	return f.checkOut()
}

// Recorded names the records: those of --records, or those of runs that it makes in a folder which
// the returned function removes.
func (f *fitFlags) recorded(c *cobra.Command) ([]string, func() error, error) {
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
func (f *fitFlags) runAll(ctx context.Context, stderr io.Writer, dir string) error {
	args := []string{"--policy", f.policy, "--questions", f.questions, "--record", filepath.Join(dir, "records"), "--format", "jsonl",
		"--out", filepath.Join(dir, "results.jsonl"), fmt.Sprintf("--concurrency=%d", f.Concurrency),
		fmt.Sprintf("--frozen=%t", f.Frozen), fmt.Sprintf("--offline=%t", f.Offline), fmt.Sprintf("--skip-bad-lines=%t", f.SkipBadLines)}
	for flag, value := range map[string]string{"--cache": f.Home, "--lock": f.Lock, "--mode": string(f.Mode)} {
		if value != "" {
			args = append(args, flag, value)
		}
	}
	for _, path := range f.Corpus {
		args = append(args, "--corpus", path)
	}
	for _, path := range f.VarFiles {
		args = append(args, "--var-file", path)
	}
	for name, value := range f.Vars {
		args = append(args, "--var", name+"="+value)
	}
	run := runcmd.New()
	run.SilenceErrors, run.SilenceUsage = true, true
	run.SetArgs(args)
	run.SetOut(io.Discard)
	run.SetErr(stderr)
	err := run.ExecuteContext(ctx)
	if code := shell.ExitCode(err); code == shell.ExitRefused || code == shell.ExitBudget {
		return nil
	}
	return err
}
