package flags

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/evidence"
)

// maxQuestionLine bounds one line of a question file.
const maxQuestionLine = 1 << 20

// mostBadLines of a file are read; what follows them is not a file of questions.
const mostBadLines = 1000

// maxShownErrors limits how many bad lines are named; the rest is counted.
const maxShownErrors = 20

// ParseQuestions reads one question per line. It returns the line of each question by its id, and reports all bad lines at once.
func ParseQuestions(name string, in io.Reader) ([]evidence.Question, map[string]int, error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 64<<10), maxQuestionLine)
	var questions []evidence.Question
	var bad []error
	first := map[string]int{} // id → line
	number := 0
	for lines.Scan() {
		number++
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		q, err := evidence.ParseQuestion(line)
		if err == nil && first[q.ID] > 0 {
			err = fmt.Errorf("id %q: already used in line %d", q.ID, first[q.ID])
		}
		if err != nil {
			if len(bad) > mostBadLines {
				break
			}
			for _, one := range shell.ErrorsOf(err) {
				bad = append(bad, fmt.Errorf("%s:%d: %w", name, number, one))
			}
			continue
		}
		first[q.ID] = number
		questions = append(questions, q)
	}
	if err := lines.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("line is over %d bytes", maxQuestionLine)
		}
		bad = append(bad, fmt.Errorf("%s:%d: %w", name, number+1, err))
	}
	if len(bad) > 0 {
		return nil, nil, shell.Fail(shell.ExitFailed, "%w", joinShown(bad))
	}
	if len(questions) == 0 {
		return nil, nil, shell.Fail(shell.ExitFailed, "%s: no questions; give one JSON object per line with id and question", name)
	}
	return questions, first, nil
}

// joinShown joins the first errors and counts the rest.
func joinShown(errs []error) error {
	if rest := len(errs) - maxShownErrors; rest > 0 {
		errs = append(errs[:maxShownErrors:maxShownErrors], fmt.Errorf("and %d more errors", rest))
	}
	return errors.Join(errs...)
}
