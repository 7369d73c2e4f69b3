package compare

import (
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// unjudged returns the question of a result, without its answer, which a result does not know.
func unjudged(r *record.Result) *evidence.Question {
	q := &evidence.Question{ID: r.ID, Question: r.Question, Type: r.Type}
	for _, o := range r.Options {
		q.Options = append(q.Options, evidence.Option{Label: o.Label, Text: o.Text})
	}
	return q
}
