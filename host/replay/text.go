package replay

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/sparkhost/sparkhost/host/record"
)

const (
	maxAnswerRunes = 40
	maxCauseRunes  = 200
)

// WriteText writes the report for reading: every run with all, else those that changed or could not be
// decided, and what the numbers add up to.
func (r *Report) WriteText(w io.Writer, all bool) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	header := false
	for i := range r.Changes {
		c := &r.Changes[i]
		if !all && (c.Same() || c.Decided() && !c.Flipped) {
			continue
		}
		if !header {
			fmt.Fprintln(t, "run\tquestion\told\tnew\twhat changed")
			header = true
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", clean(c.Run, maxAnswerRunes), clean(c.ID, maxAnswerRunes), toldSide(c.Old), toldSide(c.New), toldCause(c))
	}
	if header {
		fmt.Fprintln(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	return r.Summary.write(w)
}

func toldSide(s *Side) string {
	if s == nil {
		return "—"
	}
	answer := clean(s.Answer, maxAnswerRunes)
	if s.Verdict != record.VerdictAnswered {
		answer = string(s.Verdict)
	}
	return fmt.Sprintf("%s (%.3f)", answer, s.Confidence)
}

// toldCause returns the first thing that came out otherwise, and what flipped the run if that is another.
func toldCause(c *Change) string {
	switch {
	case c.Need != nil:
		return clean(fmt.Sprintf("needs evidence: round %s asks %s for %q", c.Need.Round, c.Need.Source, c.Need.Query), maxCauseRunes)
	case c.Error != "":
		return clean("cannot be decided: "+c.Error, maxCauseRunes)
	case c.Same():
		return "nothing"
	case len(c.Causes) == 0 && c.Own:
		return "its own policy decides it otherwise now: the record comes from another version of sparkhost, or was changed"
	case len(c.Causes) == 0:
		return "the evidence that was read"
	}
	first := &c.Causes[0]
	text := toldOne(first)
	if d := c.Decisive(); d != nil && d != first {
		text += "; then " + toldOne(d)
	}
	return text
}

func toldOne(c *Cause) string {
	return clean(fmt.Sprintf("%s: %s, was %s", c.Where, c.New, c.Old), maxCauseRunes)
}

func (s *Summary) write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d the same, %d with another confidence only, %d flipped", count(s.Records, "record"), s.Same, s.Moved, s.Flipped)
	if s.Need > 0 {
		fmt.Fprintf(&b, ", %d need evidence that was never fetched", s.Need)
	}
	if s.Undecided > 0 {
		fmt.Fprintf(&b, ", %d cannot be decided", s.Undecided)
	}
	fmt.Fprintf(&b, "\nconfidence: %d up, %d down, %+.4f in the mean\n", s.Up, s.Down, s.MeanMove)
	for _, v := range s.Verdicts {
		if v.Old != v.New {
			fmt.Fprintf(&b, "%s → %s: %d\n", v.Old, v.New, v.Count)
		}
	}
	for _, c := range s.Causes {
		fmt.Fprintf(&b, "%s by %s\n", count(c.Flips, "flip"), clean(c.Where, maxCauseRunes))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// clean makes text of records fit for one line of a terminal.
func clean(s string, runes int) string {
	out := []rune(strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " "))
	if len(out) > runes {
		return string(out[:runes-1]) + "…"
	}
	return string(out)
}
