package api

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/serve/problem"
	"github.com/sparkhost/sparkhost/host/serve/runs"
	"github.com/sparkhost/sparkhost/internal/visible"
)

// ask answers one question with its result, or JSON lines of questions with JSON lines of results, in order and as they come.
func (a *API) ask(w http.ResponseWriter, r *request) error {
	timeout, err := seconds(r.URL.Query().Get("timeout"))
	if err != nil {
		return err
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	lines := slices.Contains(lineTypes, kind)
	questions, err := readQuestions(r.Body, lines, mostQuestions)
	if err != nil {
		return err
	}
	batch, err := a.Desk.Submit(r.Context(), a.policyOr(r.URL.Query().Get("policy")), r.client, questions, timeout)
	if err != nil {
		return err
	}
	defer batch.Leave()
	writable := patient(w)
	if lines {
		return a.answerLines(w, r, batch, questions, writable)
	}
	res, err := batch.Result(r.Context(), 0)
	if err != nil {
		return err
	}
	writable()
	return writeResult(w, res)
}

// answerLines writes a line for each question: its result, or a problem with the question's id.
func (a *API) answerLines(w http.ResponseWriter, r *request, batch *runs.Batch, questions []evidence.Question, writable func()) error {
	w.Header().Set("Content-Type", jsonLines)
	w.Header().Set("X-Accel-Buffering", "no")
	writable()
	w.WriteHeader(http.StatusOK)
	control := http.NewResponseController(w)
	for i, q := range questions {
		res, err := batch.Result(r.Context(), i)
		if r.Context().Err() != nil {
			return r.Context().Err()
		}
		var line []byte
		if err == nil {
			line, err = resultLine(res)
		}
		if err != nil {
			p := a.problemOf(err)
			p.ID, p.Run = q.ID, batch.Runs[i].ID
			line, _ = json.Marshal(p) // texts and numbers always encode
			line = append(line, '\n')
		}
		writable()
		if _, err := w.Write(line); err != nil {
			return nil // the client has gone
		}
		_ = control.Flush()
	}
	return nil
}

// resultLine returns a result as `run --format jsonl` writes it.
func resultLine(res *record.Result) ([]byte, error) {
	line, err := record.Canonical(res)
	return visible.Escaped(append(line, '\n')), err
}

func writeResult(w http.ResponseWriter, res *record.Result) error {
	line, err := resultLine(res)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(line) // a client that has gone does not read it
	return nil
}

// submit takes questions in and says where to follow them.
func (a *API) submit(w http.ResponseWriter, r *request) error {
	var in struct {
		Policy    string            `json:"policy"`
		Questions []json.RawMessage `json:"questions"`
		TimeoutS  float64           `json:"timeout_s"`
	}
	if err := r.decode(&in); err != nil {
		return err
	}
	timeout, err := seconds(strconv.FormatFloat(in.TimeoutS, 'g', -1, 64))
	if err != nil {
		return err
	}
	var questions []evidence.Question
	var errs []error
	for i, raw := range in.Questions {
		q, err := evidence.ParseQuestion(raw)
		if err != nil {
			errs = append(errs, fmt.Errorf("question %d: %w", i+1, err))
		}
		questions = append(questions, q)
	}
	if err := acceptable(questions, errs, mostQuestions); err != nil {
		return err
	}
	// The runs outlive the request.
	batch, err := a.Desk.Submit(context.WithoutCancel(r.Context()), a.policyOr(in.Policy), r.client, questions, timeout)
	if err != nil {
		return err
	}
	out := RunList{Runs: []RunStatus{}}
	for _, one := range batch.Runs {
		out.Runs = append(out.Runs, statusOf(one))
	}
	if len(out.Runs) == 1 {
		w.Header().Set("Location", out.Runs[0].Links["self"])
	}
	return write(w, http.StatusAccepted, out)
}

// readQuestions reads a question, or lines of them; all mistakes are told at once.
func readQuestions(body io.Reader, lines bool, most int) ([]evidence.Question, error) {
	if !lines {
		data, err := io.ReadAll(body)
		if err != nil {
			return nil, err
		}
		q, err := evidence.ParseQuestion(bytes.TrimSpace(data))
		if err != nil {
			return nil, problem.New(problem.BadRequest, err.Error())
		}
		return []evidence.Question{q}, nil
	}
	var questions []evidence.Question
	var errs []error
	scan := bufio.NewScanner(body)
	scan.Buffer(nil, mostBody)
	for n := 1; scan.Scan(); n++ {
		line := bytes.TrimSpace(scan.Bytes())
		if len(line) == 0 {
			continue
		}
		q, err := evidence.ParseQuestion(line)
		if err != nil {
			errs = append(errs, fmt.Errorf("line %d: %w", n, err))
		}
		questions = append(questions, q)
		if len(questions) > most {
			break
		}
	}
	if errors.Is(scan.Err(), bufio.ErrTooLong) {
		return nil, problem.New(problem.TooLarge, fmt.Sprintf("a line is over %d bytes", mostBody))
	}
	if scan.Err() != nil {
		return nil, scan.Err()
	}
	return questions, acceptable(questions, errs, most)
}

// mostTold limits how many mistakes of a request are told.
const mostTold = 20

// acceptable refuses questions that are wrong, too many, none, or two with one id.
func acceptable(questions []evidence.Question, errs []error, most int) error {
	seen := map[string]bool{}
	for _, q := range questions {
		if q.ID != "" && seen[q.ID] {
			errs = append(errs, fmt.Errorf("id %q is used twice", q.ID))
		}
		seen[q.ID] = true
	}
	switch {
	case len(questions) > most:
		return problem.New(problem.TooLarge, fmt.Sprintf("more than %d questions; send them in parts", most))
	case len(errs) > mostTold:
		errs = append(errs[:mostTold:mostTold], fmt.Errorf("and %d more mistakes", len(errs)-mostTold))
	case len(questions) == 0:
		errs = append(errs, errors.New("there is no question"))
	}
	if len(errs) == 0 {
		return nil
	}
	return problem.New(problem.BadRequest, errors.Join(errs...).Error())
}

// mostSeconds bounds the time that a client may ask for.
const mostSeconds = 24 * 3600

// seconds reads a time limit; empty and 0 mean none.
func seconds(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	s, err := strconv.ParseFloat(text, 64)
	if err != nil || !(s >= 0 && s <= mostSeconds) {
		return 0, problem.New(problem.BadRequest, fmt.Sprintf("the timeout must be between 0 and %d seconds, not %q", mostSeconds, text))
	}
	return time.Duration(s * float64(time.Second)), nil
}

func (a *API) policyOr(name string) string {
	if name == "" {
		return a.Default
	}
	return name
}
