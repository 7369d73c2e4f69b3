package policy

import (
	"fmt"
	"time"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

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

// mostSolvers limits how many answers can be compared.
const mostSolvers = 2

func (b *builder) syntheses() {
	for _, n := range b.n.All("synthesise") {
		s := Synthesis{
			Mode: Mode(n.Label), Solvers: n.Texts("solvers"), Judge: n.Text("judge"), Passages: n.Whole("passages"), Chain: n.Flag("chain_section"),
			Convergence: n.Flag("convergence"), Grounded: n.Flag("grounded"), MaxOutput: n.Whole("max_output"), Timeout: n.Duration("timeout"), At: n.Pos(),
		}
		switch {
		case len(s.Solvers) == 0 || len(s.Solvers) > mostSolvers:
			b.report(diag.Error(diag.CodeRange, n.ValueAt("solvers"), fmt.Sprintf("%s has %d solvers", syntax.Title(n), len(s.Solvers)), "Name one role, or two for a debate."))
		case len(s.Solvers) == 1 && s.Judge != "":
			b.report(diag.Error(diag.CodeConflict, n.ValueAt("judge"), fmt.Sprintf("%s has nothing to judge", syntax.Title(n)), "Name two solvers, or remove judge."))
		}
		b.p.Syntheses = append(b.p.Syntheses, s)
	}
}

// SynthesisIn is how models answer in a mode; nil: they do not.
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
