package calibratecmd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/eval/fit"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/format"
	"github.com/sparkhost/sparkhost/internal/atomicfile"
)

// A fitReport holds the results of `calibrate fit`; all its figures are of development questions.
type fitReport struct {
	FormatVersion int           `json:"format_version"`
	Policy        string        `json:"policy"`
	Out           string        `json:"out"`
	Questions     string        `json:"questions"`
	SHA256        string        `json:"sha256"` // of the file of questions
	Count         int           `json:"count"`  // questions that were fitted to
	Right         int           `json:"right"`
	Accuracy      eval.Interval `json:"accuracy_interval"`
	Unanswered    int           `json:"unanswered"`
	Strangers     int           `json:"other_records"`
	Kinds         []string      `json:"kinds"`
	Before        fitFigures    `json:"before"`
	InSample      fitFigures    `json:"in_sample"`
	Cross         fitFigures    `json:"cross_validated"`
	Weights       []fitWeight   `json:"weights"`
	Intercept     [2]float64    `json:"intercept"`         // before and after
	Methods       []fitMethod   `json:"methods,omitempty"` // judged on the same withheld folds; none with packs
	Packs         []packFigure  `json:"packs,omitempty"`   // each judged by weights fitted to the others
	settings      fit.Settings
}

// fitFigures measure how well confidences predict which answers are right.
type fitFigures struct {
	CalibrationError float64 `json:"calibration_error"` // ten bins
	Brier            float64 `json:"brier"`
	AUC              float64 `json:"auc"` // of right against wrong answers
}

// A fitWeight is a term before and after.
type fitWeight struct {
	Name   string  `json:"name"`
	Base   bool    `json:"base"`
	Old    float64 `json:"old"`
	New    float64 `json:"new"`
	Fitted bool    `json:"fitted"` // false: the questions say nothing about it
}

func figuresOf(fs []eval.Forecast) fitFigures {
	scores, right := make([]float64, len(fs)), make([]bool, len(fs))
	for i, f := range fs {
		scores[i], right[i] = f.Confidence, f.Right
	}
	return fitFigures{eval.CalibrationError(fs, eval.CalibrationBins), eval.Brier(fs), eval.AUC(scores, right)}
}

// fitTo fits the sample and judges the fit.
func (f *fitFlags) fitTo(p *policy.Policy, s *fitSample) (*fitReport, error) {
	n := len(s.examples)
	switch {
	case n == 0:
		return nil, shell.Fail(shell.ExitFailed, "nothing was fitted: no record belongs to a question of %s that has an answer", f.questions)
	case n < leastQuestions && !f.force:
		return nil, shell.Fail(shell.ExitFailed, "%d answered questions are too few to fit weights (at least %d); --force fits them anyway", n, leastQuestions)
	}
	methods, chosen, err := f.judgeMethods(s)
	if err != nil {
		return nil, shell.Fail(shell.ExitFailed, "nothing was fitted: %w", err)
	}
	fitted, open, err := fit.FitBy(chosen.Name, s.formula, s.examples, f.fit)
	if err != nil {
		return nil, shell.Fail(shell.ExitFailed, "nothing was fitted: %w", err)
	}
	sum := ""
	if f.questions != "" {
		if sum, err = sumOf(f.questions); err != nil {
			return nil, err
		}
	}
	r := &fitReport{
		FormatVersion: 1, Policy: p.Name, Out: f.out, Questions: shell.Plain(filepath.Base(f.questions)), SHA256: sum,
		Count: n, Unanswered: s.unanswered, Strangers: s.strangers, Kinds: s.kinds, settings: f.fit,
		Before: figuresOf(s.formula.Forecasts(s.examples)), InSample: figuresOf(fitted.Forecasts(s.examples)), Cross: figuresOf(chosen.Withheld),
		Intercept: [2]float64{s.formula.Intercept, fitted.Intercept},
	}
	if len(f.packs) == 0 {
		r.Methods = methodFigures(methods, chosen.Name)
	}
	for i := range s.examples {
		if s.examples[i].Right {
			r.Right++
		}
	}
	r.Accuracy = eval.Wilson(r.Right, n)
	for k, t := range s.formula.Terms {
		r.Weights = append(r.Weights, fitWeight{t.Name, t.Base, t.Weight, fitted.Terms[k].Weight, open[k]})
	}
	return r, nil
}

// lines returns the report for people, each without its end.
func (r *fitReport) lines() []string {
	of := r.Questions
	if len(r.Packs) > 0 {
		of = fmt.Sprintf("%d packs", len(r.Packs))
	}
	out := []string{
		fmt.Sprintf("not held-out: %d questions of %s, on which the weights were fitted", r.Count, of),
		fmt.Sprintf("answers right %d of %d, %.3f [%.3f, %.3f]; a fit changes confidences, not answers", r.Right, r.Count,
			float64(r.Right)/float64(r.Count), r.Accuracy.Low, r.Accuracy.High),
		fmt.Sprintf("%-28s %9s %9s %9s", "", "ECE (10)", "Brier", "AUC"),
	}
	for _, row := range []struct {
		name string
		fitFigures
	}{{"before", r.Before}, {"fitted, in sample", r.InSample}, {fmt.Sprintf("fitted, %d folds, seed %d", r.settings.Folds, r.settings.Seed), r.Cross}} {
		out = append(out, fmt.Sprintf("%-28s %9.4f %9.4f %9.4f", row.name, row.CalibrationError, row.Brier, row.AUC))
	}
	out = append(out, r.methodLines()...)
	if len(r.Packs) > 0 {
		out = append(out, "", "each pack with weights fitted to the others:",
			fmt.Sprintf("%-14s %5s %7s %7s %7s %8s", "pack", "n", "right", "AUC", "Brier", ">=0.8"))
	}
	for _, p := range r.Packs {
		out = append(out, p.line())
	}
	return out
}

func (r *fitReport) write(w io.Writer, format string) error {
	if format == "json" {
		return shell.WriteLine(w, r)
	}
	var b strings.Builder
	for _, line := range r.lines() {
		b.WriteString(line + "\n")
	}
	if r.Unanswered+r.Strangers > 0 {
		fmt.Fprintf(&b, "left out: %d runs without an answer, %d records of other questions\n", r.Unanswered, r.Strangers)
	}
	for _, t := range r.Weights {
		note := ""
		if !t.Fitted {
			note = "  (the questions give no information)"
		}
		fmt.Fprintf(&b, "  %-24s %9.4f → %.4f%s\n", t.Name, t.Old, t.New, note)
	}
	fmt.Fprintf(&b, "wrote %s\n", shell.Plain(r.Out))
	_, err := io.WriteString(w, b.String())
	return err
}

// name returns the fitted policy's name, which its file has, too.
func (f *fitFlags) name() string {
	return strings.TrimSuffix(filepath.Base(f.out), ".policy.hcl")
}

// checkOut refuses a file from which the policy could not be found, or that is there.
func (f *fitFlags) checkOut() error {
	if !strings.HasSuffix(f.out, ".policy.hcl") || !flags.PolicyName.MatchString(f.name()) {
		return shell.Fail(shell.ExitFailed, "--out %q: the file gives the policy its name: use lower-case letters, digits and _, then .policy.hcl", f.out)
	}
	if _, err := os.Stat(f.out); err == nil && !f.force {
		return shell.Fail(shell.ExitFailed, "--out %s already exists; --force replaces it", f.out)
	}
	path, _, _ := strings.Cut(f.policy, "#")
	info, err := os.Stat(path)
	if err != nil || flags.PolicyName.MatchString(path) && !info.IsDir() {
		return nil // a shipped one, found from everywhere, or unknown, which its own error says
	}
	dir := path
	if !info.IsDir() {
		dir = filepath.Dir(path)
	}
	if filepath.Clean(dir) != filepath.Clean(filepath.Dir(f.out)) {
		return shell.Fail(shell.ExitFailed, "--out %s: a policy can only extend policies of its own folder; write it into %s", f.out, dir)
	}
	return nil
}

func validDate(date string) error {
	if date == "" {
		return nil
	}
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		return shell.Fail(shell.ExitFailed, "--date %q: must be year-month-day, such as 2030-01-31", date)
	}
	return nil
}

// writePolicy writes the fitted policy.
func (f *fitFlags) writePolicy(c *cobra.Command, p *policy.Policy, r *fitReport) error {
	return f.writeText(c, p, f.policyText(p, r))
}

// writeText writes a policy that extends p, and loads it; what does not load is taken away.
func (f *fitFlags) writeText(c *cobra.Command, p *policy.Policy, source []byte) error {
	if f.name() == p.Name {
		return shell.Fail(shell.ExitFailed, "--out %s: the policy itself is named %s; take another name", f.out, p.Name)
	}
	text, diags := format.Source(f.out, source)
	if diags.HasErrors() {
		return fmt.Errorf("the fitted policy: %w", diags)
	}
	if err := atomicfile.WriteBytes(f.out, 0o600, text); err != nil {
		return shell.Fail(shell.ExitFailed, "--out: %w", err)
	}
	opts, err := (&flags.LoadFlags{VarFiles: f.VarFiles, ModeFlag: f.ModeFlag}).Options(f.out)
	if err != nil {
		return err
	}
	opts.Vars = f.Vars
	if _, err := flags.Load(c, opts); err != nil {
		return errors.Join(err, os.Remove(f.out))
	}
	return nil
}

// policyText returns the fitted policy: what changed, and where it comes from.
func (f *fitFlags) policyText(p *policy.Policy, r *fitReport) []byte {
	var b bytes.Buffer
	b.WriteString("# Weights fitted by `sparkhost calibrate fit`; the next fit overwrites manual changes.\n#\n")
	for _, line := range r.lines() {
		b.WriteString(strings.TrimRight("# "+line, " ") + "\n")
	}
	date := f.date
	if date == "" {
		date = "not given"
	}
	b.WriteString("#\n")
	for _, q := range r.sources() {
		fmt.Fprintf(&b, "# questions: %s, sha256 %s\n", q[0], q[1])
	}
	fmt.Fprintf(&b, "# policy:    %s, digest %s\n# date:      %s\n# command:   %s\n\n", p.Name, p.Digest, date, shell.Plain(f.command()))
	fmt.Fprintf(&b, "sparkhost {\n  language = 1\n}\n\npolicy %q {\n", f.name())
	fmt.Fprintf(&b, "  description = %q\n  extends = [%s]\n\n  calibrate {\n", "Policy "+p.Name+" with its confidence fitted to known answers.", p.Name)
	if r.Intercept[0] != r.Intercept[1] {
		fmt.Fprintf(&b, "    # was %s\n    intercept = %s\n\n", decimal(r.Intercept[0]), decimal(r.Intercept[1]))
	}
	for _, t := range r.Weights {
		if t.New == t.Old {
			continue
		}
		kind, more := "term", ""
		if t.Base {
			kind = "base"
		}
		if t.Name == offsetTerm {
			more = fmt.Sprintf("    feature = answer.answered\n    types = [%s]\n", quotedList(r.Kinds))
		}
		fmt.Fprintf(&b, "    # was %s\n    %s %q {\n%s      weight = %s\n    }\n\n", decimal(t.Old), kind, t.Name, more, decimal(t.New))
	}
	return append(bytes.TrimRight(b.Bytes(), "\n"), "\n  }\n}\n"...)
}

// sources returns the files that the weights come from, each with its sha256.
func (r *fitReport) sources() [][2]string {
	if len(r.Packs) == 0 {
		return [][2]string{{r.Questions, r.SHA256}}
	}
	var out [][2]string
	for _, p := range r.Packs {
		out = append(out, [2]string{p.Pack, p.Questions}, [2]string{p.Pack + " corpus", p.Corpus})
	}
	return out
}

// command returns the command line in one spelling.
func (f *fitFlags) command() string {
	s := "sparkhost calibrate fit --policy " + f.policy
	if f.questions != "" {
		s += " --questions " + f.questions
	}
	for _, p := range f.packs {
		s += " --pack " + p
	}
	for _, r := range f.records {
		s += " --records " + r
	}
	for _, r := range f.Corpus {
		s += " --corpus " + r
	}
	if f.weights != fitConfidence {
		return s + " --weights " + f.weights + " --out " + f.out
	}
	if f.method != fit.Weights {
		s += " --method " + f.method
	}
	return s + fmt.Sprintf(" --ridge %s --folds %d --seed %d --out %s", decimal(f.fit.Ridge), f.fit.Folds, f.fit.Seed, f.out)
}

func decimal(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func quotedList(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = strconv.Quote(n)
	}
	return strings.Join(quoted, ", ")
}
