package policycmd

import (
	"fmt"
	"io"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/replay"
)

// judgedFlips says which flips of `policy diff` are right.
type judgedFlips struct {
	Gained  []string `json:"gained"` // ids of questions: wrong→right
	Lost    []string `json:"lost"`   // right→wrong
	Other   int      `json:"other"`  // wrong before and after
	Unknown int      `json:"unknown"`
}

// judgeFlips judges the flips by a file of questions; nil without one.
func judgeFlips(r *replay.Report, path string) (*judgedFlips, error) {
	if path == "" {
		return nil, nil
	}
	questions, err := flags.Answered(path, false)
	if err != nil {
		return nil, err
	}
	out := &judgedFlips{Gained: []string{}, Lost: []string{}}
	for i := range r.Changes {
		c := &r.Changes[i]
		q := questions[c.ID]
		switch {
		case !c.Flipped:
		case q == nil || q.Question != c.Question:
			out.Unknown++
		default:
			out.add(c, q)
		}
	}
	return out, nil
}

func (j *judgedFlips) add(c *replay.Change, q *evidence.Question) {
	before, after := rightSide(q, c.Old), rightSide(q, c.New)
	switch {
	case after && !before:
		j.Gained = append(j.Gained, c.ID)
	case before && !after:
		j.Lost = append(j.Lost, c.ID)
	default:
		j.Other++
	}
}

// rightSide judges the answer of a side. What a gate withholds is not an answer.
func rightSide(q *evidence.Question, s *replay.Side) bool {
	return s.Verdict == record.VerdictAnswered && eval.Judge{}.Right(q, s.Answer, s.Answer)
}

// write tells the counts and the questions that were lost; nothing of nil.
func (j *judgedFlips) write(w io.Writer) error {
	if j == nil {
		return nil
	}
	_, err := fmt.Fprintf(w, "of the flips: %d %s, %d %s, %d wrong before and after, %d of which no right answer is known\n",
		len(j.Gained), compare.Gained, len(j.Lost), compare.Lost, j.Other, j.Unknown)
	for _, id := range j.Lost {
		if err == nil {
			_, err = fmt.Fprintf(w, "%s  %s\n", compare.Lost, shell.Plain(id))
		}
	}
	return err
}
