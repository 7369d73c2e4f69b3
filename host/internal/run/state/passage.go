package state

import (
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/record"
)

// Chain returns the link as records tell it; nil: there is none.
func (p *Passage) Chain() *record.Chain {
	if p.Link == nil {
		return nil
	}
	return &record.Chain{Provenance: provenanceLinked, Entity: p.Link.Entity, Antecedent: p.Link.Antecedent}
}

// A Passage is a chunk of a selected document as the run scores it.
type Passage struct {
	evidence.Passage
	score.Item
	Chunk    *analysis.Passage
	Number   int // of its document's passages, from 0
	Doc      *Document
	Set      []uint32
	Relative float64 // score / best score of the run, 0..1
	Against  bool    // found by a search that looked for the contrary
	Position float64 // place in its document, 0..1, 1 for the last passage
	Stance   float64 // -1 contradicts the question's claim … 1 supports it
	Judged   bool    // a stage set stance
	Link     *Link   // to the evidence before the bridge; nil: none
}

// CopyOutputs lets a passage have what stages of select said of its document.
func (p *Passage) CopyOutputs() {
	for key, v := range p.Doc.Outputs {
		if p.Outputs == nil {
			p.Outputs = map[score.Output]float64{}
		}
		p.Outputs[score.Output{Stage: score.OfDocument(key.Stage), Part: key.Part}] = v
	}
}
