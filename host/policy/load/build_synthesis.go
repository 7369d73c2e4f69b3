package load

import (
	"fmt"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

// mostSolvers limits how many answers can be compared.
const mostSolvers = 2

func (b *builder) syntheses() {
	for _, n := range b.n.All("synthesise") {
		s := policy.Synthesis{
			Mode: policy.Mode(n.Label), Solvers: n.Texts("solvers"), Judge: n.Text("judge"), Passages: n.Whole("passages"), Chain: n.Flag("chain_section"),
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
