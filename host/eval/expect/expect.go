// Package expect checks the results of a run against what files expect of them: the right answer of each question (JSON lines), or bounds
// of measures (gates in HCL, see [github.com/sparkhost/sparkhost/host/eval/gate]), or both.
package expect

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/eval/blocks"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/gate"
	"github.com/sparkhost/sparkhost/host/eval/report"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// An Expectation holds what files expect of a run's results.
type Expectation struct {
	Questions map[string]*evidence.Question // those with a known answer, by id
	Each      bool                          // every answer to them must be right
	Gates     []gate.Gate
}

// Read reads files of right answers (.jsonl) and of gates (.hcl) for the questions of a run. Right answers that the questions
// have themselves are known to the gates, too. The error names everything that is wrong, with file and line.
func Read(paths []string, asked []evidence.Question) (*Expectation, error) {
	e := &Expectation{Questions: map[string]*evidence.Question{}}
	byID := map[string]*evidence.Question{}
	for i := range asked {
		byID[asked[i].ID] = &asked[i]
		if asked[i].Answer != "" {
			e.Questions[asked[i].ID] = &asked[i]
		}
	}
	var errs []error
	for _, path := range paths {
		if filepath.Ext(path) == ".hcl" {
			errs = append(errs, e.readGates(path))
		} else {
			errs = append(errs, e.readAnswers(path, byID))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if len(e.Questions) == 0 {
		return nil, errors.New("no right answer is known: give the questions the field \"answer\", or name a file of {\"id\", \"answer\"} lines")
	}
	return e, nil
}

func (e *Expectation) readGates(path string) error {
	gates, err := gate.Read(path)
	for _, g := range gates {
		if g.Baseline != "" {
			err = blocks.Join(err, blocks.At(path, &g.At, "gate %q compares with a baseline, which a run does not have; use `sparkhost eval gate %s RESULTS --baseline FILE`", g.Name, path))
		}
	}
	e.Gates = append(e.Gates, gates...)
	return err
}

// A Wrong is an answer that is not the expected one.
type Wrong struct {
	ID, Question    string
	Given, Expected string // Given: the label or text, or the verdict without an answer
}

// Says tells it in a line.
func (w *Wrong) Says() string { return fmt.Sprintf("expected %q, got %s", w.Expected, w.Given) }

// A Judgement compares results with an expectation.
type Judgement struct {
	Of, Right int     // questions with a known answer, and those answered right
	Wrong     []Wrong // the others, in the order of the results; those without a result are not in it
	Each      bool    // every wrong answer is a failure
	Gates     []gate.Ruling
}

// Judge holds results to the expectation. A question without a result counts as not right.
func (e *Expectation) Judge(results []*record.Result) *Judgement {
	j := &Judgement{Of: len(e.Questions), Each: e.Each}
	sample := &compare.Sample{Name: "run", Results: map[compare.Key]*record.Result{}}
	questions := map[compare.Key]*compare.Question{}
	for id, q := range e.Questions {
		questions[compare.Key{ID: id}] = &compare.Question{Question: q}
	}
	for _, r := range results {
		q := e.Questions[r.ID]
		if q == nil {
			continue
		}
		sample.Results[compare.Key{ID: r.ID}] = r
		if (eval.Judge{}).Outcome(q, r).Right {
			j.Right++
		} else {
			j.Wrong = append(j.Wrong, Wrong{ID: r.ID, Question: r.Question, Given: given(r), Expected: q.Answer})
		}
	}
	if len(e.Gates) > 0 {
		all := report.Build(questions, []*compare.Sample{sample}, nil, compare.Options{Seed: 1}, nil)
		j.Gates = gate.Judge(e.Gates, &all.Sides[0], nil)
	}
	return j
}

func given(r *record.Result) string {
	switch {
	case r.Answer == nil || r.Abstained:
		return string(r.Verdict)
	case r.Answer.Label != "":
		return fmt.Sprintf("%q", r.Answer.Label)
	}
	return fmt.Sprintf("%q", r.Answer.Text)
}
