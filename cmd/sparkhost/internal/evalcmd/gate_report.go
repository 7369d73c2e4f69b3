package evalcmd

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	ci "github.com/sparkhost/sparkhost/cmd/sparkhost/internal/report"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/report"
)

func (f *gateFlags) write(w io.Writer, g *gated) error {
	switch f.format {
	case "json":
		return shell.WriteLine(w, g)
	case "github":
		return g.writeGitHub(w)
	}
	_, err := io.WriteString(shell.Visible(w), strings.Join(g.lines(), "\n")+"\n")
	return err
}

// lines tell every gate, and the answers that were lost where one said no.
func (g *gated) lines() []string {
	var out []string
	for _, one := range g.Gates {
		word := "passed"
		if !one.Passed {
			word = "FAILED"
		}
		out = append(out, fmt.Sprintf("gate %s %s: %s", one.Name, word, one.Says))
	}
	if !g.Passed {
		for i := range g.Lost {
			out = append(out, "lost "+lost(&g.Lost[i]))
		}
	}
	for _, n := range g.Notes {
		out = append(out, "note: "+n)
	}
	return out
}

// lost tells an answer that was right, with what flipped it.
func lost(f *compare.Flip) string {
	text := fmt.Sprintf("%s %s: %s → %s", f.Key, shell.Shorten(f.Question, shell.MaxQuoteRunes), shell.Ended(f.First.Answer, string(f.First.Verdict)), shell.Ended(f.Second.Answer, string(f.Second.Verdict)))
	if f.Cause != nil {
		where := f.Cause.Where
		if f.Cause.File != "" {
			where += fmt.Sprintf(" (%s:%d)", filepath.Base(f.Cause.File), f.Cause.Line)
		}
		text += fmt.Sprintf(", by %s: %s", where, shell.Shorten(strings.TrimSuffix(f.Cause.New, " ()"), shell.MaxQuoteRunes))
	}
	return text
}

func (g *gated) writeGitHub(w io.Writer) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	var all []ci.Finding
	for _, one := range g.Gates {
		level := ci.LevelNote
		if !one.Passed {
			level = ci.LevelError
		}
		all = append(all, ci.Finding{Level: level, Rule: "gate." + one.Name, Message: one.Says, File: g.file, Region: ci.Region{Line: one.At.Start.Line}})
	}
	if !g.Passed {
		for i := range g.Lost {
			all = append(all, ci.Finding{Level: ci.LevelWarning, Rule: "lost", Message: lost(&g.Lost[i])})
		}
	}
	return ci.WriteGitHub(w, dir, all)
}

func (f *gateFlags) writeReport(w io.Writer, ext string, g *gated) error {
	switch ext {
	case ".xml":
		return ci.WriteJUnit(w, g.cases(f))
	case ".md":
		if _, err := io.WriteString(w, "## Gates\n\n"); err != nil {
			return err
		}
		for _, one := range g.Gates {
			word := "✅"
			if !one.Passed {
				word = "❌"
			}
			if _, err := fmt.Fprintf(w, "- %s **%s**: %s\n", word, one.Name, report.Plain(one.Says)); err != nil {
				return err
			}
		}
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
	}
	return evalWriters[ext](g.report, w)
}

// cases returns those of JUnit: a gate each, and with --wrong-answers a question each.
func (g *gated) cases(f *gateFlags) []ci.Case {
	var out []ci.Case
	for _, one := range g.Gates {
		c := ci.Case{Class: "gates", Name: one.Name, Out: one.Says}
		if !one.Passed {
			c.Outcome, c.Message = ci.Failed, one.Says
		}
		out = append(out, c)
	}
	if !f.wrong {
		return out
	}
	judge := f.options().Judge
	for _, k := range g.asked.sorted() {
		q := g.asked.questions[k]
		o := judge.Outcome(q.Question, g.results.sample.Results[k])
		c := ci.Case{Class: "answers", Name: k.String()}
		if !o.Right {
			given := "no answer"
			if r := g.results.sample.Results[k]; r != nil && r.Answer != nil {
				given = shell.Ended(r.Answer.Label, r.Answer.Text)
			}
			c.Outcome, c.Message = ci.Failed, fmt.Sprintf("%s: %s, and %s is right", shell.Shorten(q.Question.Question, shell.MaxQuoteRunes), given, q.Answer)
		}
		out = append(out, c)
	}
	return out
}

// sorted returns the keys of the questions, in order.
func (a *askedSet) sorted() []compare.Key {
	var out []compare.Key
	for k := range a.questions {
		out = append(out, k)
	}
	slices.SortFunc(out, compare.Key.Compare)
	return out
}
