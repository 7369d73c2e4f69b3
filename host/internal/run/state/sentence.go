package state

import (
	"math"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
)

// The table of sentences, and the parts and findings over it that the host reads.
const (
	SentencesTable = "sentences"
	partAddresses  = "addresses"
	partSubject    = "subject"
	partRelation   = "relation"
	PartStance     = "stance"
	PartLeans      = "leans"
	PartStates     = "states"
)

// Take keeps one number that a stage says of the sentence.
func (s *Sentence) Take(stage, part string, v float64) {
	if part != partAddresses {
		if part == partSubject || part == partRelation {
			s.Lacks = 1 - (1-s.Lacks)*(1-min(max(1-v, 0), 1))
		}
		if s.Parts == nil {
			s.Parts = map[string]float64{}
		}
		s.Parts[stage+"."+part] = v
		return
	}
	if !s.Addressed || v < s.Addresses {
		s.Addresses, s.Addressed = v, true
	}
}

// A Heard holds a model's reading of a passage.
type Heard struct {
	Passage *Passage
	Says    string
	Stance  string // "supports", "contradicts"; empty: neither
}

// SentenceOf returns the sentence of the passage that holds most of a set: offsets into the passage.
func (p *Passage) SentenceOf(set []uint32) (start, end int) {
	end = len(p.Text)
	best := -1.0
	for _, s := range p.Chunk.Sentences {
		if v := evidence.Containment(set, analysis.SetOf(p.Doc.Ids, s.Words)); v > best {
			best, start, end = v, s.Start, s.End
		}
	}
	return start, end
}

// A Contrast holds what the passages say of two options together (S3-16).
type Contrast struct {
	First, Second int        // indexes of the options
	Passages      []*Passage // best first
}

// A Sentence is one sentence of a passage as stages judge it.
type Sentence struct {
	evidence.Span // bytes of the document's field
	Passage       *Passage
	Text          string
	Place, Among  int // its number in its document from 0, and how many the document has

	Addresses float64            // how well it addresses the question, 0..1
	Lifted    float64            // what a model that reads added to that
	Addressed bool               // a stage said so
	Parts     map[string]float64 // what else address stages say of it, by STAGE.PART
	Lacks     float64            // 0..1, 1 - subject × relation: the share of the question that address stages miss in it
	Because   string             // which part of the question it meets, or what it lacks
	Stance    float64            // -1 contradicts the question's claim … 1 supports it
	Leans     float64            // the side that it leans to, -1..1, though it may be too unclear for a stance
	Judged    bool               // a stage set stance
	Cue       string             // why it takes that stance
	Unstated  float64            // 0..1: how far it tells nothing that came out, but asks, announces, passes on or describes what was done
}

// ByStages rates how well the sentence addresses the question without what a model added: what one reading of a model says does not bear out
// the next.
func (s *Sentence) ByStages() float64 { return s.Addresses - s.Lifted }

// Tells rates how well the sentence addresses the question and tells what came out, 0..1.
func (s *Sentence) Tells() float64 { return s.Addresses * (1 - s.Unstated) }

// Clarity rates how clearly the sentence says what its stance says, 0..1: √|stance| × addresses² × subject × relation. A sentence that
// meets little of the question says little about it, however clear its own words are. Of sentences whose stance SciFact's annotators
// can confirm, this order ranks the right ones highest of those tried (docs/benchmarks.md, "Which quotes carry a label").
func (s *Sentence) Clarity() float64 { return math.Sqrt(math.Abs(s.Stance)) * s.Meets() }

// Side returns the stance of the sentence, or where it has none the side that it leans to.
func (s *Sentence) Side() float64 {
	if s.Stance != 0 {
		return s.Stance
	}
	return s.Leans
}

// Meets rates how well the sentence meets the question, whatever its side, 0..1: addresses² × subject × relation.
func (s *Sentence) Meets() float64 {
	if !s.Addressed {
		return 1 - s.Lacks
	}
	return s.Addresses * s.Addresses * (1 - s.Lacks)
}
