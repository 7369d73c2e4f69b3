package api

import (
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// Identified holds a question without id to the rules of a file of questions. Its id becomes a digest of what is asked, so that
// asking again finds the same run.
func Identified(q evidence.Question) (evidence.Question, error) {
	q.ID = "ask"
	q, err := parsed(q)
	if err != nil {
		return q, err
	}
	q.ID = ""
	line, err := record.Canonical(q)
	if err != nil {
		return q, err
	}
	q.ID = "ask-" + record.Digest(line)[:12]
	return q, nil
}

func parsed(q evidence.Question) (evidence.Question, error) {
	line, err := record.Canonical(q)
	if err != nil {
		return q, err
	}
	return evidence.ParseQuestion(line)
}
