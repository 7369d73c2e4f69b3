package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// maxQuestionLine bounds one line of a question file.
const maxQuestionLine = 1 << 20

// mostBadLines of a file are read; what follows them is no file of questions.
const mostBadLines = 1000

// maxShownErrors limits how many bad lines are named; the rest is counted.
const maxShownErrors = 20

// readQuestions reads what is to be answered, and on which line of --questions each stands. All
// bad lines are reported at once.
func (f *runFlags) readQuestions(stdin io.Reader) ([]evidence.Question, map[string]int, error) {
	if f.questions == "" {
		q, err := f.single()
		if err != nil {
			return nil, nil, fail(ExitFailed, "--question: %w", err)
		}
		return []evidence.Question{q}, nil, nil
	}
	in := stdin
	if f.questions != "-" {
		file, err := os.Open(f.questions)
		if err != nil {
			return nil, nil, unopened("--questions", f.questions, err)
		}
		defer file.Close()
		in = file
	}
	return parseQuestions(f.questions, in)
}

func parseQuestions(name string, in io.Reader) ([]evidence.Question, map[string]int, error) {
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
			for _, one := range errorsOf(err) {
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
		return nil, nil, fail(ExitFailed, "%w", joinShown(bad))
	}
	if len(questions) == 0 {
		return nil, nil, fail(ExitFailed, "%s: no questions; give one JSON object per line with id and question", name)
	}
	return questions, first, nil
}

// errorsOf are the errors that were joined.
func errorsOf(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// joinShown joins the first errors and counts the rest.
func joinShown(errs []error) error {
	if rest := len(errs) - maxShownErrors; rest > 0 {
		errs = append(errs[:maxShownErrors:maxShownErrors], fmt.Errorf("and %d more errors", rest))
	}
	return errors.Join(errs...)
}

// parseOption reads TEXT or LABEL=TEXT; without label, options are A, B, C, …
func parseOption(s string, index int) evidence.Option {
	label, text, ok := strings.Cut(s, "=")
	if ok && label != "" && !strings.ContainsAny(label, " \t") {
		return evidence.Option{Label: label, Text: text}
	}
	if index < 26 {
		return evidence.Option{Label: string(rune('A' + index)), Text: s}
	}
	return evidence.Option{Label: strconv.Itoa(index + 1), Text: s}
}
