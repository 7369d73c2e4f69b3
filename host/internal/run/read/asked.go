package read

import (
	"fmt"

	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/model/prompt"
)

// AgainstDraft returns the evidence that a model is shown: passages by names of their own.
func (r *Run) AgainstDraft(shown []*state.Passage) (prompt.Evidence, map[string]*state.Passage) {
	e := prompt.Evidence{Question: r.Plan.Question.Question}
	byID := map[string]*state.Passage{}
	for i, p := range shown {
		id := fmt.Sprintf("P%d", i+1)
		byID[id] = p
		e.Documents = append(e.Documents, prompt.Document{ID: id, Title: p.Doc.Document.Title, Text: p.Text, Year: p.Doc.Document.Year})
	}
	return e, byID
}
