package watchcmd

import (
	"fmt"
	"io"
	"strings"
)

// WriteText writes the report for people: what flipped first.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	for _, flipped := range []bool{true, false} {
		for _, q := range r.Questions {
			if q.Flipped == flipped {
				q.write(&b)
			}
		}
	}
	fmt.Fprintf(&b, "%d questions: %d flipped, %d incomplete\n", len(r.Questions), r.Flipped, r.Incomplete)
	_, err := io.WriteString(w, b.String())
	return err
}

func (q *Question) write(b *strings.Builder) {
	sign := "same    "
	switch {
	case q.Flipped:
		sign = "FLIPPED "
	case len(q.Missing) > 0:
		sign = "unknown "
	}
	fmt.Fprintf(b, "%s %s: %s\n", sign, q.ID, q.Question)
	fmt.Fprintf(b, "         %s (%.3f) → %s (%.3f)\n", q.Before, q.Confidence[0], q.After, q.Confidence[1])
	for _, work := range q.Retracted {
		fmt.Fprintf(b, "         retracted now: %s\n", work.line())
	}
	for _, work := range q.New {
		fmt.Fprintf(b, "         new: %s\n", work.line())
	}
	if len(q.Missing) > 0 {
		fmt.Fprintf(b, "         did not answer: %s\n", strings.Join(q.Missing, ", "))
	}
}

// line names a work.
func (w Work) line() string {
	name := w.Title
	if w.Year > 0 {
		name += fmt.Sprintf(" (%d)", w.Year)
	}
	id := w.Source + " " + w.ID
	if w.DOI != "" {
		id = "doi:" + w.DOI
	}
	name = strings.TrimSpace(name + ", " + id)
	if w.Stance != "" {
		name += ", " + w.Stance
	}
	return name
}
