package query

import (
	"github.com/sparkhost/sparkhost/host/evidence"
)

// A Wording holds what templates say of the question beyond its terms: found by its wording (S0-02), or
// once documents were found.
type Wording struct {
	subject, effect string
	first, second   string
	Domain          string            // U12
	Vocabulary      []string          // S3-03
	Struck          map[int]bool      // options that early elimination struck out (C35)
	Pairs           map[string][]Pair // by intent (S3-01)
}

// wordingOf reads a question's wording.
func wordingOf(question string) Wording {
	var w Wording
	w.subject, w.effect = evidence.Cause(question)
	w.first, w.second = evidence.Compared(question)
	return w
}
