package evalcmd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/results"
	"github.com/sparkhost/sparkhost/host/eval/stats"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// lookAgain is the pause of --follow between two readings of its files.
const lookAgain = time.Second

// monitorFlags are the flags of `eval monitor`.
type monitorFlags struct {
	questions, format string
	tolerance         float64
	every             int
	follow            bool
}

func newEvalMonitorCommand() *cobra.Command {
	var f monitorFlags
	c := &cobra.Command{
		Use:   "monitor A.jsonl B.jsonl --questions FILE",
		Short: "Compare two runs while they are running, and say when to stop",
		Long: "Reads two files of results question by question, in the order of A, and reports after every --every questions whether B is\n" +
			"better, worse, or not distinguishable yet. With --follow it waits for files that `run` is still writing. You can look and\n" +
			"stop at any time: the evidence is an e-process, a bet on the winner of each discordant question. If the policies are\n" +
			"equal, it reaches 20 in at most one of 20 comparisons, however often you look. A fixed 95 % interval that is checked\n" +
			"repeatedly is wrong in 17 to 33 of 100.\n\n" +
			"Stop when the evidence is 20 or more; later results do not change the verdict. Otherwise stop when every question has\n" +
			"results on both sides: inconclusive. Ask each question once; repeats do not count as questions.\n\n" +
			"Exit codes: 0 decided, or every question seen, 1 failed, also if results are missing and the others do not decide, 130 interrupted.",
		Example: "  sparkhost run --corpus papers.jsonl --questions q.jsonl --policy mine.policy.hcl --format jsonl --out b.jsonl &\n" +
			"  sparkhost eval monitor a.jsonl b.jsonl --questions q.jsonl --follow",
		Args: shell.Needs("A.jsonl", "B.jsonl"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	fs := c.Flags()
	fs.StringVar(&f.questions, "questions", "", "`file` of questions with their answers, one JSON object per line")
	fs.Float64Var(&f.tolerance, "tolerance", 0, "relative tolerance for numbers in free-form answers")
	fs.IntVar(&f.every, "every", 10, "report after this many questions")
	fs.BoolVar(&f.follow, "follow", false, "wait until the verdict is clear or every question has a result on both sides")
	fs.StringVar(&f.format, "format", "text", "output format: text or jsonl")
	shell.CompleteWords(c, "format", "text", "jsonl")
	return c
}

// A look is the state of the comparison.
type look struct {
	Questions int             `json:"questions"` // seen on both sides
	Of        int             `json:"of"`
	Better    int             `json:"better"`
	Worse     int             `json:"worse"`
	Evidence  float64         `json:"evidence"` // e-value
	P         float64         `json:"p"`        // that holds at every look
	Wins      stats.Interval  `json:"wins"`     // share of discordant questions that B wins, 95 % at every look
	Missing   [2]int          `json:"missing"`  // questions without a result in A and in B
	Verdict   compare.Verdict `json:"verdict"`
	Stop      bool            `json:"stop"`
}

func (f *monitorFlags) run(c *cobra.Command, args []string) error {
	switch {
	case f.format != "text" && f.format != "jsonl":
		return shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, jsonl", f.format)
	case f.questions == "":
		return shell.Fail(shell.ExitFailed, "no answers to score with: give --questions FILE")
	case f.every < 1:
		return shell.Fail(shell.ExitFailed, "--every %d: must be at least 1", f.every)
	}
	questions, err := flags.Answered(f.questions, false)
	if err != nil {
		return err
	}
	m := &monitored{flags: f, out: c.OutOrStdout(), questions: questions, judge: eval.Judge{Tolerance: f.tolerance}, names: args}
	for {
		for side, path := range args {
			if m.results[side], m.order[side], err = growing(path, f.follow); err != nil {
				return err
			}
		}
		if done, err := m.advance(); done || err != nil {
			return err
		}
		if !f.follow {
			return errors.Join(m.end(), m.unfinished())
		}
		select {
		case <-c.Context().Done():
			return errors.Join(m.end(), shell.Fail(shell.ExitInterrupted, "interrupted; the reports so far are valid"))
		case <-time.After(lookAgain):
		}
	}
}

// growing reads the whole lines of a file that may still be written.
func growing(path string, follow bool) (map[string]*record.Result, []string, error) {
	text, err := bounded.ReadFile(path, bounded.Questions)
	if errors.Is(err, fs.ErrNotExist) && follow {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, shell.Unopened("", path, err)
	}
	file, err := results.Read(path, text[:bytes.LastIndexByte(text, '\n')+1])
	if err != nil {
		return nil, nil, shell.Fail(shell.ExitFailed, "%w", err)
	}
	return file.ByID, file.Order, nil
}

// A monitored comparison goes on where it stood.
type monitored struct {
	flags     *monitorFlags
	out       io.Writer
	questions map[string]*evidence.Question
	judge     eval.Judge
	names     []string
	results   [2]map[string]*record.Result
	order     [2][]string
	at, seen  int // in the order of the first side; questions that counted
	bet       stats.Bet
}

// advance takes the questions in that both sides have, up to the first that the second lacks, and says whether it is over.
func (m *monitored) advance() (bool, error) {
	for ; m.at < len(m.order[0]); m.at++ {
		id := m.order[0][m.at]
		q, b := m.questions[id], m.results[1][id]
		if q == nil {
			continue
		}
		if b == nil {
			return false, nil
		}
		for side, r := range []*record.Result{m.results[0][id], b} {
			if !eval.Asks(q, r) {
				return true, shell.Fail(shell.ExitFailed, "%s: question %q has another text or other options in %s", m.names[side], id, m.flags.questions)
			}
		}
		first, second := m.judge.Outcome(q, m.results[0][id]), m.judge.Outcome(q, b)
		m.bet.Add(map[bool]int{true: 1}[second.Right] - map[bool]int{true: 1}[first.Right])
		m.seen++
		if m.bet.Decided() || m.seen == len(m.questions) {
			return true, m.end()
		}
		if m.seen%m.flags.every == 0 {
			if err := m.say(m.look()); err != nil {
				return true, err
			}
		}
	}
	return false, nil
}

func (m *monitored) look() look {
	l := look{Questions: m.seen, Of: len(m.questions), Better: m.bet.Better, Worse: m.bet.Worse, Evidence: m.bet.Evidence(), P: m.bet.P(), Wins: m.bet.Wins(), Verdict: compare.Inconclusive, Missing: m.missing()}
	if m.bet.Decided() {
		l.Stop, l.Verdict = true, compare.Worse
		if m.bet.Better > m.bet.Worse {
			l.Verdict = compare.Better
		}
	}
	return l
}

// end says how it stands at last. No question on both sides is a mistake.
func (m *monitored) end() error {
	if m.seen == 0 {
		return m.nothing()
	}
	return m.say(m.look())
}

// missing counts the questions without a result, side by side.
func (m *monitored) missing() (out [2]int) {
	for id := range m.questions {
		for side := range out {
			if m.results[side][id] == nil {
				out[side]++
			}
		}
	}
	return out
}

// unfinished returns the error of a look at results of which some are missing, and the others do not decide.
func (m *monitored) unfinished() error {
	if m.seen == 0 {
		return nil // end has said why
	}
	lacks := m.missing()
	return shell.Fail(shell.ExitFailed, "not decided: of %d questions %d have no result in %s, and %d have none in %s; wait for them (--follow), or finish the runs with `run --resume`",
		len(m.questions), lacks[0], m.names[0], lacks[1], m.names[1])
}

// nothing says why no question counted. Questions count in the order of the first side, which is the order of the bet.
func (m *monitored) nothing() error {
	for _, id := range m.order[0] {
		if m.questions[id] != nil {
			return shell.Fail(shell.ExitFailed, "%s has no result of question %q, the first of %s; results count in the order of %s, so wait for it (--follow), or compare finished files with `eval compare`",
				m.names[1], id, m.names[0], m.names[0])
		}
	}
	return shell.Fail(shell.ExitFailed, "%s has no result of a question of %s with an answer", m.names[0], m.flags.questions)
}

func (m *monitored) say(l look) error {
	if m.flags.format == "jsonl" {
		return shell.WriteLine(m.out, l)
	}
	text := fmt.Sprintf("%d of %d questions: %d better, %d worse, evidence %.3g, %s so far; B wins %.0f to %.0f %% of the discordant ones: ",
		l.Questions, l.Of, l.Better, l.Worse, l.Evidence, compare.PText(l.P), 100*l.Wins.Low, 100*l.Wins.High)
	switch {
	case l.Stop:
		text += fmt.Sprintf("stop, B is %s", l.Verdict)
	case l.Questions == l.Of:
		text += "inconclusive"
	default:
		text += "no difference found yet"
	}
	_, err := fmt.Fprintln(m.out, text)
	return err
}
