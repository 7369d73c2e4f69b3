package calibratecmd

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/eval/refit"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/plugins"
)

// What --weights names: the confidence, or the plugin of a stage.
const (
	fitConfidence = "confidence"
	fitStance     = "stance"
	fitReading    = "reading"
)

var fitted = []string{fitConfidence, fitStance, fitReading}

// stageBlocks are the blocks of a policy in which the shipped plugins are stages.
var stageBlocks = map[string]string{fitStance: "verify", fitReading: "address"}

// A stageReport holds the findings of a fit of a stage's plugin.
type stageReport struct {
	FormatVersion int         `json:"format_version"`
	Policy        string      `json:"policy"`
	Stage         string      `json:"stage"`
	Out           string      `json:"out"`
	Questions     int         `json:"questions"` // that were fitted to
	Folds         int         `json:"folds"`
	Figures       []stageGain `json:"figures"`
	Settings      []string    `json:"settings"` // that were written; none: the shipped weights stay
}

// A stageGain is a figure on folds that were left out of the fit.
type stageGain struct {
	Name   string  `json:"name"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

// runStage fits a stage's plugin to what the runs of the questions asked of it.
func (f *fitFlags) runStage(c *cobra.Command) error {
	f.unanswerable = f.weights == fitReading // a question without an answer tells what does not address it
	heard := refit.Listen(stageBlocks[f.weights] + "." + f.weights)
	f.Tap = heard.Tap
	return f.over(c, func(set *flags.RecordSet, r *host.Replayer, questions map[string]*evidence.Question) error {
		group, ctx := errgroup.WithContext(c.Context())
		group.SetLimit(f.Concurrency)
		for _, ref := range set.Refs {
			group.Go(func() error {
				_, err := decideFor(ctx, ref, r, questions)
				return err
			})
		}
		if err := group.Wait(); err != nil {
			return shell.Describe(c.ErrOrStderr(), err)
		}
		result, err := f.fitStage(heard, questions)
		if err != nil {
			return shell.Fail(shell.ExitFailed, "nothing was fitted: %w", err)
		}
		return f.reportStage(c, r.Policy(), result)
	})
}

func (f *fitFlags) fitStage(heard *refit.Listener, questions map[string]*evidence.Question) (*refit.Result, error) {
	model, err := plugins.Model(f.weights)
	if err != nil {
		return nil, err
	}
	if f.weights == fitStance {
		return heard.Stance(model, questions)
	}
	return heard.Reading(string(model), questions)
}

// reportStage writes the policy, the plot and the figures.
func (f *fitFlags) reportStage(c *cobra.Command, p *policy.Policy, result *refit.Result) error {
	report := &stageReport{FormatVersion: 1, Policy: p.Name, Stage: f.weights, Out: f.out, Questions: result.Questions, Folds: result.Folds, Settings: []string{}}
	for i, b := range result.Before {
		report.Figures = append(report.Figures, stageGain{b.Name, b.Value, result.After[i].Value})
	}
	for _, s := range result.Settings {
		report.Settings = append(report.Settings, s.Name)
	}
	if f.plot != "" {
		if err := drawGains(f.plot, report); err != nil {
			return shell.Fail(shell.ExitFailed, "--plot: %w", err)
		}
	}
	if len(result.Settings) > 0 {
		if err := f.writeText(c, p, f.stageText(p, report, result)); err != nil {
			return err
		}
	}
	return report.write(c.OutOrStdout(), f.Format)
}

// lines returns the report for people, each without its end.
func (r *stageReport) lines() []string {
	out := []string{
		fmt.Sprintf("plugin %s, fitted to %d questions; figures of %d folds by document or topic, each by weights of the others", r.Stage, r.Questions, r.Folds),
		fmt.Sprintf("%-20s %9s %9s", "", "before", "after"),
	}
	for _, g := range r.Figures {
		out = append(out, fmt.Sprintf("%-20s %9.4f %9.4f", g.Name, g.Before, g.After))
	}
	return out
}

func (r *stageReport) write(w io.Writer, format string) error {
	if format == "json" {
		return shell.WriteLine(w, r)
	}
	end := "wrote " + shell.Plain(r.Out)
	if len(r.Settings) == 0 {
		end = "wrote nothing: on questions that were left out, other weights are no better than the shipped ones"
	}
	_, err := io.WriteString(w, strings.Join(append(r.lines(), end), "\n")+"\n")
	return err
}

// stageText returns a policy that sets the fitted weights.
func (f *fitFlags) stageText(p *policy.Policy, r *stageReport, result *refit.Result) []byte {
	var b bytes.Buffer
	b.WriteString("# Weights fitted by `sparkhost calibrate fit`; do not tune by hand what the next fit overwrites.\n#\n")
	for _, line := range r.lines() {
		b.WriteString(strings.TrimRight("# "+line, " ") + "\n")
	}
	fmt.Fprintf(&b, "#\n# policy:  %s, digest %s\n# command: %s\n\n", p.Name, p.Digest, shell.Plain(f.command()))
	fmt.Fprintf(&b, "sparkhost {\n  language = 1\n}\n\npolicy %q {\n  description = %q\n  extends = [%s]\n\n", f.name(),
		"Policy "+p.Name+" with plugin "+f.weights+" fitted to known answers.", p.Name)
	fmt.Fprintf(&b, "  %s {\n    stage %q {\n      plugin = plugin.%s\n      config = {\n", stageBlocks[f.weights], f.weights, f.weights)
	for _, s := range result.Settings {
		fmt.Fprintf(&b, "        %s = [%s]\n", s.Name, decimals(s.Numbers))
	}
	b.WriteString("      }\n    }\n  }\n}\n")
	return b.Bytes()
}

// decimals writes numbers with four places, which is more than questions tell.
func decimals(numbers []float64) string {
	words := make([]string, len(numbers))
	for i, v := range numbers {
		words[i] = decimal(round4(v))
	}
	return strings.Join(words, ", ")
}

// checkWeights refuses what --weights and --plot do not go with.
func (f *fitFlags) checkWeights() error {
	switch {
	case !slices.Contains(fitted, f.weights):
		return shell.Fail(shell.ExitFailed, "--weights %q: known are %s", f.weights, strings.Join(fitted, ", "))
	case f.weights != fitConfidence && len(f.packs) > 0:
		return shell.Fail(shell.ExitFailed, "--weights %s: give the questions with --questions, not --pack", f.weights)
	case f.plot != "" && f.weights == fitConfidence:
		return shell.Fail(shell.ExitFailed, "--plot goes with --weights stance or reading; of a confidence, `eval report` draws the calibration")
	case f.plot != "" && !strings.HasSuffix(f.plot, ".svg"):
		return shell.Fail(shell.ExitFailed, "--plot %s: name a file that ends with .svg", f.plot)
	}
	return nil
}
