package calibratecmd

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/eval/fit"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// A pack is a body of literature with questions that it answers, or that it does not.
type pack struct {
	name              string
	questions, corpus string
	unanswerable      bool // no question has an answer in the corpus: every answer is wrong
}

// packForm shows the form of a value of --pack.
const packForm = "NAME=QUESTIONS.jsonl,CORPUS.jsonl[,unanswerable]"

// parsePack reads the value of --pack.
func parsePack(text string) (pack, error) {
	name, rest, found := strings.Cut(text, "=")
	parts := strings.Split(rest, ",")
	if !found || name == "" || len(parts) < 2 || len(parts) > 3 || len(parts) == 3 && parts[2] != "unanswerable" {
		return pack{}, shell.Fail(shell.ExitFailed, "--pack %q: write %s", text, packForm)
	}
	return pack{name: name, questions: parts[0], corpus: parts[1], unanswerable: len(parts) == 3}, nil
}

// A packFigure says how the confidence does on one pack that the weights were not fitted to.
type packFigure struct {
	Pack      string  `json:"pack"`
	Questions string  `json:"questions"` // sha256 of the file
	Corpus    string  `json:"corpus"`
	Answered  int     `json:"answered"` // runs with a draft answer
	Right     int     `json:"right"`
	Sure      int     `json:"sure"` // of confidence 0.8 or more
	SureRight int     `json:"sure_right"`
	AUC       float64 `json:"auc"` // of right against wrong; 0.5 where all are one
	Brier     float64 `json:"brier"`
}

// sureFrom is the confidence from which an answer counts as sure in the figures of packs.
const sureFrom = 0.8

// runPacks fits over several packs, each of which weighs the same, and judges the fit on each pack by weights fitted to the others.
func (f *fitFlags) runPacks(c *cobra.Command) (err error) {
	packs := make([]pack, len(f.packs))
	for i, text := range f.packs {
		if packs[i], err = parsePack(text); err != nil {
			return err
		}
	}
	samples := make([]*fitSample, len(packs))
	var r *host.Replayer
	defer func() {
		if r != nil {
			err = errors.Join(err, r.Close())
		}
	}()
	for i, p := range packs {
		fmt.Fprintf(c.ErrOrStderr(), "%s: running %s\n", p.name, filepath.Base(p.questions))
		if samples[i], r, err = f.samplePack(c, p, r); err != nil {
			return fmt.Errorf("pack %s: %w", p.name, err)
		}
	}
	whole := pooled(samples)
	report, err := f.fitTo(r.Policy(), whole)
	if err != nil {
		return err
	}
	if report.Packs, err = f.leaveOut(packs, samples); err != nil {
		return err
	}
	if err := f.writePolicy(c, r.Policy(), report); err != nil {
		return err
	}
	return report.write(c.OutOrStdout(), f.Format)
}

// samplePack runs the questions of one pack and reads what their confidence was made of. The replayer is opened with the first.
func (f *fitFlags) samplePack(c *cobra.Command, p pack, r *host.Replayer) (_ *fitSample, _ *host.Replayer, err error) {
	one := *f
	one.packs, one.records, one.questions, one.Corpus, one.Whole = nil, nil, p.questions, []string{p.corpus}, true
	one.unanswerable = p.unanswerable
	questions, err := flags.Answered(one.questions, one.unanswerable)
	if err != nil {
		return nil, r, err
	}
	records, remove, err := one.recorded(c)
	if err != nil {
		return nil, r, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	set, err := one.ReplayFlags.Records(c, records)
	if err != nil {
		return nil, r, err
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	if r == nil {
		if r, err = one.Open(c, f.policy); err != nil {
			return nil, nil, shell.Describe(c.ErrOrStderr(), err)
		}
	}
	s, err := one.sample(c.Context(), set, r, questions)
	return s, r, err
}

// pooled returns the sample of all packs together, each weighing as much as another.
func pooled(samples []*fitSample) *fitSample {
	out := &fitSample{formula: samples[0].formula}
	total, filled := 0, 0
	for _, s := range samples {
		total += len(s.examples)
		if len(s.examples) > 0 {
			filled++
		}
	}
	for _, s := range samples {
		for _, x := range s.examples {
			x.Weight = float64(total) / float64(filled*len(s.examples))
			out.examples = append(out.examples, x)
		}
		out.unanswered += s.unanswered
		out.strangers += s.strangers
		for _, k := range s.kinds {
			out.kinds = appendSorted(out.kinds, k)
		}
	}
	return out
}

// leaveOut judges each pack by weights that were fitted to the other packs.
func (f *fitFlags) leaveOut(packs []pack, samples []*fitSample) ([]packFigure, error) {
	var out []packFigure
	for i, p := range packs {
		var others []*fitSample
		for j, s := range samples {
			if j != i {
				others = append(others, s)
			}
		}
		figure := packFigure{Pack: p.name, AUC: 0.5}
		var err error
		if figure.Questions, err = sumOf(p.questions); err != nil {
			return nil, err
		}
		if figure.Corpus, err = sumOf(p.corpus); err != nil {
			return nil, err
		}
		if len(others) > 0 && len(samples[i].examples) > 0 {
			fitted, _, err := fit.Fit(samples[i].formula, pooled(others).examples, f.fit)
			if err != nil {
				return nil, shell.Fail(shell.ExitFailed, "cannot fit weights without pack %s: %w", p.name, err)
			}
			figure.judge(fitted.Forecasts(samples[i].examples))
		}
		out = append(out, figure)
	}
	return out, nil
}

func (p *packFigure) judge(fs []eval.Forecast) {
	p.Answered = len(fs)
	for _, f := range fs {
		if f.Right {
			p.Right++
		}
		if f.Confidence >= sureFrom {
			p.Sure++
			if f.Right {
				p.SureRight++
			}
		}
	}
	p.Brier = eval.Brier(fs)
	if p.Right > 0 && p.Right < p.Answered {
		p.AUC = figuresOf(fs).AUC
	}
}

func (p *packFigure) line() string {
	return fmt.Sprintf("%-14s %5d %7.3f %7.3f %7.3f %8s", p.Pack, p.Answered, share(p.Right, p.Answered), p.AUC, p.Brier,
		fmt.Sprintf("%d/%d", p.SureRight, p.Sure))
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// sumOf returns the sha256 of a file. Files are read up to a bound of their own; a stream without end has no sum.
func sumOf(path string) (string, error) {
	text, err := bounded.ReadFile(path, bounded.Questions)
	if err != nil {
		return "", shell.Fail(shell.ExitFailed, "%w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
