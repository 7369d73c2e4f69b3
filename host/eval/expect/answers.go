package expect

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// mostErrors of a file are told; a file with more is another kind of file.
const mostErrors = 20

// A line says which answer to a question is right. It may be a whole line of a file of questions.
type line struct {
	ID       string         `json:"id"`
	Question string         `json:"question"`
	Answer   string         `json:"answer"`
	Meta     map[string]any `json:"meta"` // of which "accept" counts: patterns of right free-form answers
}

func (e *Expectation) readAnswers(path string, asked map[string]*evidence.Question) error {
	text, err := bounded.ReadFile(path, bounded.Questions)
	if err != nil {
		return err
	}
	e.Each = true
	var errs []error
	first := map[string]int{}
	for i, raw := range bytes.Split(text, []byte("\n")) {
		if raw = bytes.TrimSpace(raw); len(raw) == 0 {
			continue
		}
		if err := e.readLine(raw, i+1, first, asked); err != nil {
			errs = append(errs, fmt.Errorf("%s:%d: %w", path, i+1, err))
		}
		if len(errs) == mostErrors {
			return errors.Join(append(errs, fmt.Errorf("%s: more lines were not read", path))...)
		}
	}
	if len(first) == 0 && len(errs) == 0 {
		return fmt.Errorf("%s holds no right answers; write lines such as {\"id\": \"q1\", \"answer\": \"A\"}", path)
	}
	return errors.Join(errs...)
}

// readLine takes one right answer. It must be one that the question can have.
func (e *Expectation) readLine(raw []byte, number int, first map[string]int, asked map[string]*evidence.Question) error {
	var l line
	if err := json.Unmarshal(raw, &l); err != nil {
		return fmt.Errorf("expected an object with id and answer: %w", err)
	}
	q := asked[l.ID]
	switch {
	case l.ID == "" || l.Answer == "":
		return errors.New("id and answer are needed, such as {\"id\": \"q1\", \"answer\": \"A\"}")
	case q == nil:
		return fmt.Errorf("question %q is not asked in this run", l.ID)
	case first[l.ID] > 0:
		return fmt.Errorf("question %q: line %d has its answer already", l.ID, first[l.ID])
	case l.Question != "" && l.Question != q.Question:
		return fmt.Errorf("question %q is another one in this run: %q", l.ID, q.Question)
	}
	known := *q
	known.Answer = l.Answer
	if accept, ok := l.Meta["accept"]; ok {
		known.Meta = map[string]any{"accept": accept}
	}
	checked, err := again(&known)
	if err != nil {
		return err
	}
	first[l.ID], e.Questions[l.ID] = number, checked
	return nil
}

// again holds a question to the rules of a file of questions.
func again(q *evidence.Question) (*evidence.Question, error) {
	text, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	out, err := evidence.ParseQuestion(text)
	if err != nil {
		return nil, fmt.Errorf("question %q: %w", q.ID, err)
	}
	return &out, eval.CheckPatterns(&out)
}
