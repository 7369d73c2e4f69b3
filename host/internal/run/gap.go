package run

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
)

// A gap is something that the evidence leaves open, in the one form that all analyses share (C4).
type gap struct {
	id    string // such as "epistemic-2"; unique within a run
	block int    // of the policy's gaps
	text  string // its description
	about string // what its terms are read from: the description without words of ours
	typ   string // factual, mechanistic, quantitative, temporal; empty where the analysis has no types

	all, terms []uint32  // tokens of about; those that characterise it (U15)
	own        *document // the only work that says it; nil: none was read that does
	worded     []string  // queries that a model wrote for it

	start      float64 // how far the evidence carried it when it was measured first
	now        float64 // … carries it now
	measured   bool    // start and now are known; they are not where a stage measures and has not said
	open       bool    // carried less than the threshold asks when it was measured first
	filled     bool
	saturation float64 // S1-09
	saturated  bool    // saturation is known
	overlap    float64 // greatest share of its terms in one work (S1-25)

	asked   []string // queries that were asked for it
	askedIn string   // the last round that did
	sampled []string // sources that were asked for it
	retried bool     // a sub-round was spent on it
}

// A haul holds the findings of one gap analysis before they are held to the policy.
type haul struct {
	gaps     []*gap
	entities []string
	dropped  []string // what was left out, and why
	by       string   // "rules" or "model"
	unknown  bool     // a stage says what is a gap, and did not
}

// newGap describes a gap; about is its subject in the words of question and evidence.
func (r *run) newGap(block int, text, about string) *gap {
	return &gap{
		block: block, text: text, about: about, all: r.tokenSet(about),
		terms: r.vocab.SetOf(r.content.CharacteristicTerms(about, r.plan.Question.Question)),
	}
}

// carried says how far one piece of the evidence carries the gap at best, by the measure of its block. A
// claim of a trial answer must be carried as a whole and in what sets it apart; a quantity by a piece that has one.
func (r *run) carried(c *gap, l look) float64 {
	kind, measure := r.Policy.Gaps[c.block].Kind, r.measures.gaps[c.block]
	of := func(set []uint32) float64 {
		switch kind {
		case policy.GapCoverage:
			return measure.Of(c.all, set)
		case policy.GapProbe:
			return min(measure.Of(c.all, set), evidence.Containment(c.terms, set))
		}
		return measure.Of(c.terms, set)
	}
	best := 0.0
	if len(l.passages) == 0 {
		for _, d := range l.documents {
			if d != c.own {
				best = max(best, of(d.all))
			}
		}
		return best
	}
	for _, p := range l.passages {
		if p.doc == c.own || c.typ == "quantitative" && kind == policy.GapEpistemic && len(evidence.Quantities(p.Text)) == 0 {
			continue
		}
		best = max(best, of(p.set))
	}
	return best
}

// hold keeps of what an analysis found what the policy accepts: new gaps with descriptions of a valid
// length that the queries asked so far do not cover, the first ones. Those found before come back as they were.
func (r *run) hold(block int, f *haul) []*gap {
	g := &r.Policy.Gaps[block]
	said := r.queried()
	limit := g.Max
	if limit == 0 {
		limit = policy.MostGaps
	}
	var out []*gap
	drop := func(c *gap, why string) {
		if len(f.dropped) < maxDropped {
			f.dropped = append(f.dropped, shorten(c.text)+": "+why)
		}
	}
	for _, c := range f.gaps {
		r.shortenGap(g, c)
		words := len(strings.Fields(c.text))
		switch known := r.knownGap(c); {
		case known != nil:
			if !slices.Contains(out, known) && len(out) < limit {
				out = append(out, known)
			}
		case g.ValidTokens[1] > 0 && (words < g.ValidTokens[0] || words > g.ValidTokens[1]):
			drop(c, fmt.Sprintf("%d words, not %d to %d", words, g.ValidTokens[0], g.ValidTokens[1]))
		case len(c.terms) == 0:
			drop(c, "it names nothing")
		case g.Skip == "all" && evidence.Containment(c.terms, said) == 1:
			drop(c, "all of its terms were asked for")
		case g.Skip == "any" && evidence.Containment(c.terms, said) > 0:
			drop(c, "one of its terms was asked for")
		case len(out) == limit:
			drop(c, "beyond the number of gaps")
		default:
			out = append(out, r.addGap(c))
		}
	}
	return out
}

// maxDropped bounds what a record tells of gaps that were left out.
const maxDropped = 20

// shortenGap cuts a description down to the words that the policy allows, the most telling ones (S2-06).
func (r *run) shortenGap(g *policy.Gap, c *gap) {
	if g.MaxWords == 0 || len(strings.Fields(c.text)) <= g.MaxWords {
		return
	}
	c.text = r.phrase(c.about, g.MaxWords)
	short := r.newGap(c.block, c.text, c.text)
	c.about, c.all, c.terms = short.about, short.all, short.terms
}

// knownGap finds a gap that was found before.
func (r *run) knownGap(c *gap) *gap {
	i := slices.IndexFunc(r.gaps, func(k *gap) bool { return k.block == c.block && strings.EqualFold(k.text, c.text) })
	if i < 0 {
		return nil
	}
	return r.gaps[i]
}

func (r *run) addGap(c *gap) *gap {
	n := 1
	for _, k := range r.gaps {
		if k.block == c.block {
			n++
		}
	}
	c.id = fmt.Sprintf("%s-%d", r.Policy.Gaps[c.block].Kind, n)
	r.gaps = append(r.gaps, c)
	return c
}

// queried are the tokens of all queries asked so far.
func (r *run) queried() []uint32 {
	var out []uint32
	for text := range r.asked { // a union has no order
		out = append(out, r.lookupSet(text)...)
	}
	return evidence.Set(out)
}
