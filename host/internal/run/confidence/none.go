package confidence

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// NoneRelated is the warning that nothing which was read has to do with the question.
const NoneRelated = "no word of the question is in any text that was read, so that none of them is evidence; ask in the language of the sources, or in other words"

// Related says whether anything that was read has to do with the question: it holds a word of it (of a question with
// options of its own, or of these), or a stage found that it takes a side. What only the words that rounds add to their
// queries have found is not evidence, neither for an answer nor for there being none.
func (r *Run) Related() bool {
	return slices.ContainsFunc(r.Passages, func(p *state.Passage) bool {
		return p.Judged && p.Stance != 0 || evidence.Containment(r.Focus, p.Set) > 0 || evidence.Containment(r.Focus, p.Doc.All) > 0
	})
}

// The reasons to give no answer at all.
const (
	ReasonNoEvidence   = "no_evidence"   // nothing was read, or no word of the question is in it
	reasonNotAddressed = "not_addressed" // something was read, and no sentence of it addresses the question
	reasonNotStated    = "not_stated"    // sentences address the question, and none of them states what is asked
)

// WhyNone says why an answer is missing.
func (r *Run) WhyNone() string {
	switch {
	case len(r.Passages) == 0 || !r.Related():
		return ReasonNoEvidence
	case !r.read.Addressed():
		return reasonNotAddressed
	case r.read.Reads():
		return reasonNotStated
	}
	return ReasonNoEvidence
}
