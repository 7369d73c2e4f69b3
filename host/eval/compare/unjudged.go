package compare

import (
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// unjudged is the question of a result, without its answer, which a result does not know.
func unjudged(r *record.Result) *evidence.Question {
	return &evidence.Question{ID: r.ID, Question: r.Question, Type: r.Type}
}
