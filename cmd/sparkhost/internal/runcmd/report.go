package runcmd

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/page"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/report"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/verdict"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/cite"
	"github.com/sparkhost/sparkhost/host/eval/expect"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/visible"
)

// A runReport is all that a run has to tell, for the formats that are written in one piece.
type runReport struct {
	file     string              // of the questions; empty: --question
	lines    map[string]int      // of each question in it
	required bool                // --require-answer: no answer is a failure
	expected *expect.Expectation // nil: nothing is expected
	judged   *expect.Judgement   // of the results, at the end of the run
	results  []*record.Result
	exit     int
	worked   bool
	message  string // why exit is not 0
}

// reportWriters are the formats of a run that are written whole, at its end.
var reportWriters = map[string]func(*runReport, io.Writer) error{
	"json":  (*runReport).writeJSON,
	"junit": func(r *runReport, w io.Writer) error { return report.WriteJUnit(shell.Visible(w), r.cases()) },
	"github": func(r *runReport, w io.Writer) error {
		return report.WriteGitHub(w, verdict.WorkingDir(), r.findings())
	},
	"sarif": func(r *runReport, w io.Writer) error {
		return report.WriteSARIF(visible.JSON(w), report.Tool{Version: host.Version, Dir: verdict.WorkingDir(), Exit: r.exit, Worked: r.worked}, r.findings())
	},
	"html": func(r *runReport, w io.Writer) error {
		return page.Write(shell.Visible(w), page.Run{Results: r.results, Version: host.Version, Note: r.message})
	},
	"markdown": func(r *runReport, w io.Writer) error { return r.writeMarkdown(shell.Visible(w)) },
	"bibtex": func(r *runReport, w io.Writer) error {
		return cite.BibTeX(shell.Visible(w), cite.Works(r.results))
	},
	"ris": func(r *runReport, w io.Writer) error { return cite.RIS(shell.Visible(w), cite.Works(r.results)) },
	"csl": func(r *runReport, w io.Writer) error { return cite.CSL(visible.JSON(w), cite.Works(r.results)) },
}

// reportFormat returns the format of a file of --report, by its name.
func reportFormat(path string) (string, error) {
	for suffix, format := range map[string]string{
		".html": "html", ".xml": "junit", ".sarif": "sarif", ".md": "markdown", ".bib": "bibtex", ".ris": "ris", ".csl.json": "csl",
	} {
		if strings.HasSuffix(path, suffix) {
			return format, nil
		}
	}
	return "", shell.Fail(shell.ExitFailed, "--report %s: the extension must be .html (a page), .md (answers with a bibliography), .bib, .ris or .csl.json (references), .xml (JUnit) or .sarif", path)
}

// end sets how the run ended, by the error of its verdict.
func (r *runReport) end(err error) {
	r.exit, r.message = shell.ExitCode(err), shell.ErrorText(err)
	r.worked = r.exit != shell.ExitFailed && r.exit != shell.ExitInterrupted
}

func (r *runReport) writeJSON(w io.Writer) error {
	if len(r.results) == 1 {
		return shell.WriteLine(w, r.results[0])
	}
	return shell.WriteLine(w, r.results)
}

// cases makes one case of each question, and one of what ended the run before its last question.
func (r *runReport) cases() []report.Case {
	class := r.class()
	var out []report.Case
	for _, res := range r.results {
		c := report.Case{Class: class, Name: res.ID, Seconds: res.Budget.Total().ElapsedMS / 1000, Out: textOf(res)}
		c.Outcome = r.outcome(res)
		if c.Outcome != report.Passed {
			c.Message, c.Text = whyEnded(res), res.Question
		}
		if w := r.wrong(res.ID); w != nil && c.Outcome != report.Errored {
			c.Outcome, c.Message, c.Text = report.Failed, w.Says(), res.Question
		}
		out = append(out, c)
	}
	out = append(out, r.gateCases()...)
	if !r.worked {
		out = append(out, report.Case{Class: class, Name: "the run", Outcome: report.Errored, Message: r.message, Text: r.message})
	}
	return out
}

func (r *runReport) class() string {
	if r.file == "" {
		return "sparkhost run"
	}
	return r.file
}

// outcome returns a failure where a gate said no, an error where the work could not be done.
func (r *runReport) outcome(res *record.Result) report.Outcome {
	switch {
	case res.Verdict == record.VerdictAnswered:
		return report.Passed
	case res.Verdict == record.VerdictAbstained && !r.required:
		return report.Skipped
	case res.Verdict == record.VerdictAbstained, res.Verdict == record.VerdictRefused:
		return report.Failed
	}
	return report.Errored
}

// whyEnded says why a question has no answer, in a line.
func whyEnded(res *record.Result) string {
	said := string(res.Verdict)
	if res.Error != "" {
		said += ": " + res.Error
	} else if len(res.UncertaintyReasons) > 0 {
		said += ": " + strings.Join(res.UncertaintyReasons, ", ")
	}
	for _, g := range res.Gates {
		if !g.Passed && g.Waived == nil {
			said += fmt.Sprintf("; gate %q failed", g.Name)
		}
	}
	return said
}

// textOf returns a result as people read it.
func textOf(res *record.Result) string {
	var b strings.Builder
	_ = writeText(&b, res) // a builder takes all
	return b.String()
}

// Findings lists what is to be said of the questions: a rule is a gate that said no, or the
// verdict where no gate is behind it.
func (r *runReport) findings() []report.Finding {
	var out []report.Finding
	for _, res := range r.results {
		for _, f := range append(r.about(res), r.unexpected(res.ID)...) {
			f.Message = fmt.Sprintf("question %q: %s", res.ID, f.Message)
			f.File, f.Line = r.file, r.lines[res.ID]
			out = append(out, f)
		}
	}
	out = append(out, r.gateFindings()...)
	if !r.worked {
		rule := "failed"
		if r.exit == shell.ExitInterrupted {
			rule = "interrupted"
		}
		out = append(out, report.Finding{Level: report.LevelError, Rule: rule, Message: r.message})
	}
	return out
}

// levels are those of a question's outcome.
var levels = map[report.Outcome]report.Level{
	report.Passed: report.LevelNote, report.Skipped: report.LevelWarning, report.Failed: report.LevelError, report.Errored: report.LevelError,
}

func (r *runReport) about(res *record.Result) []report.Finding {
	level := levels[r.outcome(res)]
	var out []report.Finding
	blamed := false
	for _, g := range res.Gates {
		switch {
		case g.Passed:
		case g.Waived != nil:
			out = append(out, report.Finding{Level: report.LevelNote, Rule: "gate." + g.Name, Message: "failed, but is waived: " + g.Waived.Reason})
		case g.Level == "advisory":
			out = append(out, report.Finding{Level: report.LevelNote, Rule: "gate." + g.Name, Message: "failed (advisory): " + g.Reason})
		default:
			blamed = true
			out = append(out, report.Finding{Level: level, Rule: "gate." + g.Name, Message: whyEnded(res)})
		}
	}
	if !blamed && res.Verdict != record.VerdictAnswered {
		out = append(out, report.Finding{Level: level, Rule: string(res.Verdict), Message: whyEnded(res)})
	}
	for _, text := range res.Warnings {
		if strings.HasPrefix(text, `gate "`) { // said above, under the gate's name
			continue
		}
		out = append(out, report.Finding{Level: report.LevelNote, Rule: "warning", Message: text})
	}
	return out
}

// writeFiles writes the files of --report, each whole or not at all.
func (r *runReport) writeFiles(paths []string) error {
	var errs []error
	for _, path := range paths {
		format, err := reportFormat(path)
		if err == nil {
			err = shell.ReplacePublic(path, func(w io.Writer) error { return reportWriters[format](r, w) })
		}
		if err != nil {
			errs = append(errs, shell.Fail(shell.ExitFailed, "--report: %w", err))
		}
	}
	return errors.Join(errs...)
}

// writeRefusal reports a run that did not begin, so that no report of an earlier one stays and
// looks green. Said is the error that the run ends with, err the one behind it.
func (f *runFlags) writeRefusal(stdout io.Writer, err, said error) error {
	r := runReport{file: f.questions}
	r.end(said)
	r.worked = false
	errs := []error{r.writeFiles(f.reports)}
	if f.format != "junit" && f.format != "sarif" && f.format != "github" {
		return errors.Join(errs...)
	}
	write := func(w io.Writer) error { return reportWriters[f.format](&r, w) }
	var wrong *host.PolicyError
	if errors.As(err, &wrong) && wrong.Err == nil {
		write = func(w io.Writer) error {
			return verdict.Write(w, f.format, verdict.Of(wrong.Diagnostics, false), wrong.Files)
		}
	}
	if f.out == "" {
		return errors.Join(append(errs, write(stdout))...)
	}
	return errors.Join(append(errs, shell.ReplacePublic(f.out, write))...)
}
