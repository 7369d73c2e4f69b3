package runcmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/report"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/eval/expect"
	evaluation "github.com/sparkhost/sparkhost/host/eval/report"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// readExpected reads the files of --expect.
func (f *runFlags) readExpected(s *sink, questions []evidence.Question) error {
	if len(f.expect) == 0 {
		return nil
	}
	e, err := expect.Read(f.expect, questions)
	if err != nil {
		return shell.Fail(shell.ExitFailed, "--expect: %w", err)
	}
	s.report.expected = e
	return nil
}

// judge holds the results to what is expected of them.
func (r *runReport) judge() {
	if r.expected != nil {
		r.judged = r.expected.Judge(r.results)
	}
}

// unmet says what the results are not as expected in; empty: in nothing.
func (r *runReport) unmet() string {
	if r.judged == nil {
		return ""
	}
	var said []string
	if n := r.judged.Of - r.judged.Right; r.judged.Each && n > 0 {
		text := fmt.Sprintf("%d of %d answers are not as expected", n, r.judged.Of)
		for i, w := range r.judged.Wrong {
			if i == shell.MostNamed {
				text += fmt.Sprintf(" and %d more", len(r.judged.Wrong)-i)
				break
			}
			text += fmt.Sprintf("; %s: %s", w.ID, shell.Shorten(w.Says(), shell.MaxQuoteRunes))
		}
		said = append(said, text)
	}
	for _, g := range r.judged.Gates {
		if !g.Passed {
			said = append(said, fmt.Sprintf("gate %s: %s", g.Name, g.Says))
		}
	}
	return strings.Join(said, "; ")
}

// wrong returns the wrong answer to a question where each is a failure; nil: it is none.
func (r *runReport) wrong(id string) *expect.Wrong {
	if r.judged == nil || !r.judged.Each {
		return nil
	}
	for i := range r.judged.Wrong {
		if r.judged.Wrong[i].ID == id {
			return &r.judged.Wrong[i]
		}
	}
	return nil
}

// unexpected returns the finding of a wrong answer.
func (r *runReport) unexpected(id string) []report.Finding {
	if w := r.wrong(id); w != nil {
		return []report.Finding{{Level: report.LevelError, Rule: "wrong", Message: w.Says()}}
	}
	return nil
}

func (r *runReport) gateCases() []report.Case {
	var out []report.Case
	if r.judged == nil {
		return out
	}
	for _, g := range r.judged.Gates {
		c := report.Case{Class: "gates", Name: g.Name, Out: g.Says}
		if !g.Passed {
			c.Outcome, c.Message = report.Failed, g.Says
		}
		out = append(out, c)
	}
	return out
}

func (r *runReport) gateFindings() []report.Finding {
	var out []report.Finding
	if r.judged == nil {
		return out
	}
	for _, g := range r.judged.Gates {
		level := report.LevelNote
		if !g.Passed {
			level = report.LevelError
		}
		out = append(out, report.Finding{Level: level, Rule: "gate." + g.Name, Message: g.Says})
	}
	return out
}

// writeSummary writes the run as Markdown, for the page of a pull request or a job.
func (r *runReport) writeSummary(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## sparkhost run\n\n%s\n", r.counted())
	if r.message != "" {
		fmt.Fprintf(&b, "\nEnded with exit code %d: %s\n", r.exit, evaluation.Plain(r.message))
	}
	if r.judged != nil {
		fmt.Fprintf(&b, "\n%d of %d answers are right.\n", r.judged.Right, r.judged.Of)
		for i, g := range r.judged.Gates {
			if i == 0 {
				b.WriteString("\n")
			}
			fmt.Fprintf(&b, "- %s **%s**: %s\n", mark(g.Passed), evaluation.Plain(g.Name), evaluation.Plain(g.Says))
		}
	}
	r.writeTable(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func mark(passed bool) string {
	if passed {
		return "✅"
	}
	return "❌"
}

// counted says how many questions ended how.
func (r *runReport) counted() string {
	counts := map[record.Verdict]int{}
	for _, res := range r.results {
		counts[res.Verdict]++
	}
	text := fmt.Sprintf("%d questions", len(r.results))
	if len(r.results) == 1 {
		text = "1 question"
	}
	for _, v := range shell.SortedKeys(counts) {
		text += fmt.Sprintf(", %d %s", counts[v], v)
	}
	return text + "."
}

// mostRows limits how many questions the summary shows.
const mostRows = 100

// writeTable shows the questions: those that are answered wrongly where any is expected, else all.
func (r *runReport) writeTable(b *strings.Builder) {
	rows := 0
	for _, res := range r.results {
		w := r.wrong(res.ID)
		if r.judged != nil && r.judged.Each && w == nil {
			continue
		}
		if rows++; rows > mostRows {
			continue
		}
		if rows == 1 {
			b.WriteString("\n| question | answer | confidence | expected |\n|---|---|---:|---|\n")
		}
		answer, expected := string(res.Verdict), ""
		if res.Answer != nil && !res.Abstained {
			answer = shell.Ended(res.Answer.Label, res.Answer.Text)
		}
		if w != nil {
			expected = w.Expected
		}
		fmt.Fprintf(b, "| %s: %s | %s | %.2f | %s |\n", evaluation.Plain(res.ID), evaluation.Plain(shell.Shorten(res.Question, shell.MaxQuoteRunes)), evaluation.Plain(answer), res.Confidence, evaluation.Plain(expected))
	}
	if rows > mostRows {
		fmt.Fprintf(b, "\n%d more are in the other reports.\n", rows-mostRows)
	}
}
