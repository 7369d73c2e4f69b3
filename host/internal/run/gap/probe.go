package gap

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/record"
)

// probe finds claims of a trial answer that nothing else supports (S2-05).
type probe struct{ usual }

func (probe) suspects(r *Run, block int, l Look) (suspects, Look) {
	return suspects{gaps: append(r.stated(block), r.drafted(block, l)...)}, l
}

// carries wants a claim of a trial answer carried as a whole and in what sets it apart.
func (probe) carries(m evidence.Measure, c *state.Gap, set []uint32) float64 {
	return min(m.Of(c.All, set), evidence.Containment(c.Terms, set))
}

func (probe) task() prompt.Task { return prompt.TaskProbe }

func (probe) ask(e prompt.Evidence, _ []string, rules prompt.GapRules) (model.Request, error) {
	return prompt.Probe(e, rules)
}

func (probe) read(reply model.Reply, e prompt.Evidence, rules prompt.GapRules) ([]prompt.Gap, haul) {
	told, _, dropped := prompt.ParseProbe(reply.JSON, e, rules)
	return told, haul{dropped: dropped}
}

func (probe) tell(r *Run, step *record.Step) {
	step.Numbers["support_coverage"] = r.provisionalCoverage()
}

// drafted returns the sentences of a draft answer, made of what would be read now, as gaps that they could be (S2-05):
// each is one if no passage but those of its own work carries it.
func (r *Run) drafted(block int, l Look) []*state.Gap {
	g := &r.Policy.Gaps[block]
	var out []*state.Gap
	for _, cl := range r.trialAnswer(l) {
		phrase := cl.Text
		if g.MaxWords > 0 {
			phrase = r.Phrase(cl.Text, g.MaxWords)
		}
		c := r.NewGap(block, phrase, phrase)
		c.Own = cl.In.Doc
		out = append(out, c)
	}
	return out
}

// provisionalCoverage returns the share of the question's parts that what would be read now carries (S2-24).
func (r *Run) provisionalCoverage() float64 {
	l := r.lookAround(true)
	carried := 0
	for _, s := range r.Plan.SubClaims {
		terms := r.TokenSet(s)
		if slices.ContainsFunc(l.Passages, func(p *state.Passage) bool {
			return r.Measures.Claims.Of(terms, p.Set) >= r.Policy.Claims.SupportThreshold
		}) {
			carried++
		}
	}
	return score.Share(float64(carried), float64(len(r.Plan.SubClaims)))
}
