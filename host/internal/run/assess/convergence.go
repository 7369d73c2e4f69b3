package assess

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/record"
)

// converging are the kinds of findings over claims that tell whether numbers agree.
var converging = []string{"triangulated", disputing, "inconclusive"}

// Convergence has one line for each cluster of claims whose numbers a triangulate stage compared: the flag, the values
// with their unit and the number of works, as the stage puts it, and the works' ids (S0-16, U25).
func (rd *Run) Convergence() []string {
	return rd.ConvergenceAs(func(p *state.Passage) string { return p.Doc.Document.ID })
}

// ConvergenceAs is convergence with works as name has them; "?" leaves a work out.
func (rd *Run) ConvergenceAs(name func(*state.Passage) string) []string {
	var out []string
	for _, n := range rd.Noted {
		if n.Table != "claims" || !slices.Contains(converging, n.Kind) {
			continue
		}
		var works []string
		for _, row := range n.Rows {
			if id := name(rd.Claims[row].In); id != "?" && !slices.Contains(works, id) {
				works = append(works, id)
			}
		}
		line := fmt.Sprintf("%s: %s [%s]", n.Kind, n.Text, strings.Join(works, ", "))
		if !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	return out
}

// recordConvergence tells the record of the convergence_evidence block, if there is any.
func (r *Run) recordConvergence() {
	lines := r.Convergence()
	if len(lines) == 0 {
		return
	}
	r.Log(record.KindStep, record.Step{
		Name: "convergence_evidence", Ran: true, Numbers: map[string]float64{"clusters": float64(len(lines))},
		Texts: map[string][]string{"lines": lines}, At: state.At(r.Policy.Triangulate[0].At),
	})
}
