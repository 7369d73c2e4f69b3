package run

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// updateGaps measures every gap found so far against what would be read now.
func (r *run) updateGaps() {
	for i := range r.Policy.Gaps {
		if r.hasGaps(i) {
			r.measureGaps(i, r.lookAround(r.Policy.Gaps[i].Read))
		}
	}
}

// settleGaps measures every gap against what is read in the end, and records how each stands.
func (r *run) settleGaps() {
	l := look{documents: r.selected, passages: r.passages}
	for i := range r.Policy.Gaps {
		if !r.hasGaps(i) {
			continue
		}
		own := l
		if !r.Policy.Gaps[i].Read {
			own.passages = nil
		}
		r.measureGaps(i, own)
		r.recordFilled(i)
	}
}

func (r *run) hasGaps(block int) bool {
	return slices.ContainsFunc(r.gaps, func(c *gap) bool { return c.block == block })
}

// measureGaps says of each gap of a block how much of it the evidence holds: its saturation is the share of its
// terms that anything holds (S1-09), its overlap the greatest share in one work (S1-25). It is filled once the
// evidence carries it as the threshold asks, or, if it did at first sight, carries it better than then (S2-20).
func (r *run) measureGaps(block int, l look) {
	g := &r.Policy.Gaps[block]
	held := l.tokens()
	found, filled, total := 0, 0, 0.0
	for _, c := range r.gaps {
		if c.block != block {
			continue
		}
		c.now = r.carried(c, l)
		c.saturation, c.overlap = evidence.Containment(c.terms, held), 0
		if c.own != nil {
			c.saturation = evidence.Containment(c.terms, l.without(c.own).tokens())
		}
		for _, d := range l.documents {
			if d != c.own {
				c.overlap = max(c.overlap, evidence.Containment(c.terms, d.all))
			}
		}
		c.filled = c.now >= g.Threshold && (c.open || c.now > c.start)
		found++
		total += c.saturation
		if c.filled {
			filled++
		}
	}
	prefix := "gaps." + g.Kind + "."
	r.set(prefix+"found", found)
	r.set(prefix+"filled", filled)
	r.set(prefix+"open", found-filled)
	r.set(prefix+"queries", r.written[g.Kind])
	r.set(prefix+"subrounds", r.subrounds[g.Kind])
	if found > 0 {
		r.set(prefix+"saturation", total/float64(found))
	}
	if g.Bridge != nil {
		r.set("bridge.queries", r.written[g.Kind])
		r.set("bridge.documents", r.foundByBridge())
	}
}

// recordFilled tells how the gaps of a block stand in the end.
func (r *run) recordFilled(block int) {
	g := &r.Policy.Gaps[block]
	step := record.Step{
		Name: "gap." + g.Kind + ".filled", Ran: true, At: at(g.At),
		Numbers: map[string]float64{}, Texts: map[string][]string{},
	}
	for _, c := range r.gaps {
		if c.block != block {
			continue
		}
		state := "open"
		if c.filled {
			state = "filled"
		}
		step.Texts[state] = append(step.Texts[state], c.id)
		step.Numbers[c.id+".saturation"], step.Numbers[c.id+".overlap"] = c.saturation, c.overlap
	}
	r.log(record.KindStep, step)
}
