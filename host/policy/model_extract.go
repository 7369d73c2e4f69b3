package policy

import "time"

// An Extract lets a model read claims out of the best documents (S0-12, S0-13). The zero value does not.
type Extract struct {
	Role      string
	Documents int // the best ones that are read
	Batch     int `digest:"omit=1"` // documents of one question
	MaxOutput int // tokens of an answer, for each document
	Timeout   time.Duration
	At        Pos
}

// MostPlanned bounds the searches that a planning model may write.
const MostPlanned = 3

// A Planning lets a model take questions apart (B-02). The zero value does not.
type Planning struct {
	Role      string
	SubClaims int // kept at most, the first ones
	MaxOutput int // tokens of the answer
	Timeout   time.Duration
	At        Pos
}

// A Synthesis says how language models make the answer in one mode.
type Synthesis struct {
	Mode        Mode
	Solvers     []string // roles; more than one: a debate
	Judge       string   // role; empty: the surer solver wins
	Passages    int      // shown at most, the best ones
	Chain       bool     // S4-15, S4-16
	Convergence bool     // S0-16
	Grounded    bool     `digest:"omitzero"` // an answer must show the sentence that it rests on
	MaxOutput   int      // tokens; 0: by the kind of answer
	Timeout     time.Duration
	At          Pos
}

// SynthesisIn returns how models answer in a mode; nil: they do not.
func (p *Policy) SynthesisIn(mode Mode) *Synthesis {
	var standard *Synthesis
	for i := range p.Syntheses {
		switch p.Syntheses[i].Mode {
		case mode:
			return &p.Syntheses[i]
		case ModeStandard:
			standard = &p.Syntheses[i]
		}
	}
	return standard
}
