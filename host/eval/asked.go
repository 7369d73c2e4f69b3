package eval

import (
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// Asks says whether a result is of the question: of its text and, where it has options, of the same ones. Only then does a label say which answer is right.
func Asks(q *evidence.Question, r *record.Result) bool {
	if r.Question != q.Question {
		return false
	}
	if q.Type != evidence.TypeMultipleChoice || len(q.Options) == 0 || len(r.Options) == 0 {
		return true
	}
	texts := map[string]string{}
	for _, o := range q.Options {
		texts[o.Label] = o.Text
	}
	for _, o := range r.Options {
		if text, known := texts[o.Label]; !known || text != o.Text {
			return false
		}
	}
	return len(r.Options) == len(q.Options)
}

// mostNamed limits how many questions a sentence names.
const mostNamed = 10

// Names lists questions for reading, the first ten of them.
func Names(ids []string) string {
	if len(ids) <= mostNamed {
		return strings.Join(ids, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(ids[:mostNamed], ", "), len(ids)-mostNamed)
}
