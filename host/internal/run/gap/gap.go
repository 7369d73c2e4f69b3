package gap

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
)

// A haul holds the findings of one gap analysis before they are held to the policy.
type haul struct {
	gaps     []*state.Gap
	entities []string
	dropped  []string // what was left out, and why
	by       string   // "rules" or "model"
	unknown  bool     // a stage says what is a gap, and did not
}

// NewGap describes a gap; about is its subject in the words of question and evidence.
func (r *Run) NewGap(block int, text, about string) *state.Gap {
	return &state.Gap{Block: block, Text: text, About: about, All: r.TokenSet(about), Terms: r.Beside(r.Plan.Question.Question, about)}
}

// carried says how far one piece of the evidence carries the gap at best, by the measure of its block and as its kind asks.
func (r *Run) carried(c *state.Gap, l Look) float64 {
	kind, measure := r.kindOf(c.Block), r.Measures.Gaps[c.Block]
	best := 0.0
	if len(l.Passages) == 0 {
		for _, d := range l.Documents {
			if d != c.Own {
				best = max(best, kind.carries(measure, c, d.All))
			}
		}
		return best
	}
	for _, p := range l.Passages {
		if p.Doc != c.Own && kind.admits(c, p) {
			best = max(best, kind.carries(measure, c, p.Set))
		}
	}
	return best
}

// hold keeps of what an analysis found what the policy accepts: new gaps with descriptions of a valid
// length that the queries asked so far do not cover, the first ones. Those found before come back as they were.
func (r *Run) hold(block int, f *haul) []*state.Gap {
	g := &r.Policy.Gaps[block]
	said := r.queried()
	limit := g.Max
	if limit == 0 {
		limit = policy.MostGaps
	}
	var out []*state.Gap
	drop := func(c *state.Gap, why string) {
		if len(f.dropped) < MaxDropped {
			f.dropped = append(f.dropped, state.Shorten(c.Text)+": "+why)
		}
	}
	for _, c := range f.gaps {
		r.shortenGap(g, c)
		words := len(strings.Fields(c.Text))
		switch known := r.knownGap(c); {
		case known != nil:
			if !slices.Contains(out, known) && len(out) < limit {
				out = append(out, known)
			}
		case g.ValidTokens[1] > 0 && (words < g.ValidTokens[0] || words > g.ValidTokens[1]):
			drop(c, fmt.Sprintf("%d words, not %d to %d", words, g.ValidTokens[0], g.ValidTokens[1]))
		case len(c.Terms) == 0:
			drop(c, "it names nothing")
		case g.Skip == "all" && evidence.Containment(c.Terms, said) == 1:
			drop(c, "all of its terms were asked for")
		case g.Skip == "any" && evidence.Containment(c.Terms, said) > 0:
			drop(c, "one of its terms was asked for")
		case len(out) == limit:
			drop(c, "beyond the number of gaps")
		default:
			out = append(out, r.addGap(c))
		}
	}
	return out
}

// MaxDropped bounds what a record tells of gaps that were left out.
const MaxDropped = 20

// shortenGap cuts a description down to the words that the policy allows, the most telling ones (S2-06).
func (r *Run) shortenGap(g *policy.Gap, c *state.Gap) {
	if g.MaxWords == 0 || len(strings.Fields(c.Text)) <= g.MaxWords {
		return
	}
	c.Text = r.Phrase(c.About, g.MaxWords)
	short := r.NewGap(c.Block, c.Text, c.Text)
	c.About, c.All, c.Terms = short.About, short.All, short.Terms
}

// knownGap finds a gap that was found before.
func (r *Run) knownGap(c *state.Gap) *state.Gap {
	i := slices.IndexFunc(r.Gaps, func(k *state.Gap) bool { return k.Block == c.Block && strings.EqualFold(k.Text, c.Text) })
	if i < 0 {
		return nil
	}
	return r.Gaps[i]
}

func (r *Run) addGap(c *state.Gap) *state.Gap {
	n := 1
	for _, k := range r.Gaps {
		if k.Block == c.Block {
			n++
		}
	}
	c.Id = fmt.Sprintf("%s-%d", r.Policy.Gaps[c.Block].Kind, n)
	r.Gaps = append(r.Gaps, c)
	return c
}

// queried returns the tokens of all queries asked so far.
func (r *Run) queried() []uint32 {
	var out []uint32
	for text := range r.Asked { // a union has no order
		out = append(out, r.LookupSet(text)...)
	}
	return evidence.Set(out)
}
