package run

import (
	"context"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// updateGaps measures every gap found so far against what would be read now.
func (r *run) updateGaps(ctx context.Context) error {
	for i := range r.Policy.Gaps {
		if !r.hasGaps(i) {
			continue
		}
		if err := r.measureGaps(ctx, i, r.lookAround(r.Policy.Gaps[i].Read)); err != nil {
			return err
		}
		r.publishGaps(i)
	}
	return nil
}

// settleGaps measures every gap against what is read in the end, and records how each stands.
func (r *run) settleGaps(ctx context.Context) error {
	l := look{documents: r.selected, passages: r.passages}
	for i := range r.Policy.Gaps {
		if !r.hasGaps(i) {
			continue
		}
		own := l
		if !r.Policy.Gaps[i].Read {
			own.passages = nil
		}
		if err := r.measureGaps(ctx, i, own); err != nil {
			return err
		}
		r.publishGaps(i)
		r.recordFilled(i)
	}
	return nil
}

func (r *run) hasGaps(block int) bool {
	return slices.ContainsFunc(r.gaps, func(c *gap) bool { return c.block == block })
}

// gapsOfBlock are the gaps that a block has found, in the order of finding.
func (r *run) gapsOfBlock(block int) []*gap {
	return slices.DeleteFunc(slices.Clone(r.gaps), func(c *gap) bool { return c.block != block })
}

// measureGaps says of each gap of a block how much of it the evidence holds: its saturation is the share of its
// terms that anything holds (S1-09), or what the block's stage says; its overlap the greatest share in one work (S1-25). It is
// filled once the evidence carries it as the threshold asks, or, if it did at first sight, carries it better than
// then (S2-20). What a stage does not say stays as it was.
func (r *run) measureGaps(ctx context.Context, block int, l look) error {
	gaps := r.gapsOfBlock(block)
	carried, err := r.measured(ctx, policy.GapStageCoverage, gaps, l)
	if err != nil {
		return err
	}
	saturation, err := r.measured(ctx, policy.GapStageSaturation, gaps, l)
	if err != nil {
		return err
	}
	for i, c := range gaps {
		if carried != nil {
			c.carry(carried[i], r.Policy.Gaps[block].Threshold)
		}
		if saturation != nil {
			c.saturation, c.saturated = saturation[i], true
		}
		c.overlap = 0
		for _, d := range l.documents {
			if d != c.own {
				c.overlap = max(c.overlap, evidence.Containment(c.terms, d.all))
			}
		}
	}
	return nil
}

// carry takes how far the evidence carries a gap now.
func (c *gap) carry(now, threshold float64) {
	if !c.measured {
		c.start, c.open, c.measured = now, now < threshold, true
	}
	c.now = now
	c.filled = now >= threshold && (c.open || now > c.start)
}

// publishGaps makes known how the gaps of a block stand.
func (r *run) publishGaps(block int) {
	g := &r.Policy.Gaps[block]
	found, filled, saturated, total := 0, 0, 0, 0.0
	for _, c := range r.gapsOfBlock(block) {
		found++
		if c.filled {
			filled++
		}
		if c.saturated {
			saturated++
			total += c.saturation
		}
	}
	prefix := "gaps." + g.Kind + "."
	r.set(prefix+"found", found)
	r.set(prefix+"filled", filled)
	r.set(prefix+"open", found-filled)
	r.set(prefix+"queries", r.written[g.Kind])
	r.set(prefix+"subrounds", r.subrounds[g.Kind])
	if saturated > 0 {
		r.set(prefix+"saturation", total/float64(saturated))
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
	for _, c := range r.gapsOfBlock(block) {
		state := "open"
		if c.filled {
			state = "filled"
		}
		step.Texts[state] = append(step.Texts[state], c.id)
		step.Numbers[c.id+".overlap"] = c.overlap
		if c.saturated {
			step.Numbers[c.id+".saturation"] = c.saturation
		}
	}
	r.tellCoverage(g, r.gapsOfBlock(block), &step)
	r.log(record.KindStep, step)
}
