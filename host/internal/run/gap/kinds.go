package gap

import (
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// kinds lists all kinds of gap analysis, each in a file of its name. What their blocks can say is in host/policy/schema/gap_kinds.go.
var kinds = map[string]kind{
	policy.GapCoverage:  coverage{},
	policy.GapEpistemic: epistemic{},
	policy.GapProbe:     probe{},
	policy.GapBridge:    bridge{},
}

// A kind does what one kind of gap analysis does in its own way. It embeds [usual] for the rest.
type kind interface {
	// suspects lists what rules hold to be gaps where the evidence that they return does not carry it.
	suspects(r *Run, block int, l Look) (suspects, Look)
	// settle words and orders the gaps that rules have found.
	settle(gaps []*state.Gap)

	// carries says how far a set of tokens carries a gap.
	carries(m evidence.Measure, c *state.Gap, set []uint32) float64
	// admits says whether a passage can carry a gap at all.
	admits(c *state.Gap, p *state.Passage) bool

	// task names the prompt that finds such gaps, and ask builds it.
	task() prompt.Task
	ask(e prompt.Evidence, subClaims []string, rules prompt.GapRules) (model.Request, error)
	// shown lists the documents of the prompt.
	shown(r *Run, block int, l Look) []prompt.Document
	// read reads the reply: gaps, and a haul with what else it holds.
	read(reply model.Reply, e prompt.Evidence, rules prompt.GapRules) ([]prompt.Gap, haul)

	// found takes over what an analysis found beside gaps, before they are held to the policy.
	found(r *Run, g *policy.Gap, f *haul, l Look)
	// pair returns the names that the query number n of a round is built on; false: it has to have some and there are none.
	pair(names []string, n int) ([]string, bool)
	// arrange orders the names that queries are built on, and asked is told of each query that was worded.
	arrange(g *policy.Gap, names []string)
	asked(r *Run, g *policy.Gap, n int, text string, names []string)

	// tell adds to the step of an analysis, and publish to the metrics.
	tell(r *Run, step *record.Step)
	publish(r *Run, g *policy.Gap)
}

// kindOf returns the kind of a gap block.
func (r *Run) kindOf(block int) kind { return kinds[r.Policy.Gaps[block].Kind] }

// suspects holds possible gaps, and the names that the analysis goes by.
type suspects struct {
	gaps  []*state.Gap
	names []string
}
