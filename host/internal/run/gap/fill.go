package gap

import (
	"context"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// UpdateGaps measures every gap found so far against what would be read now.
func (r *Run) UpdateGaps(ctx context.Context) error {
	for i := range r.Policy.Gaps {
		if !r.hasGaps(i) {
			continue
		}
		if err := r.measureGaps(ctx, i, r.lookFor(&r.Policy.Gaps[i])); err != nil {
			return err
		}
		r.publishGaps(i)
	}
	return nil
}

// SettleGaps measures every gap against what is read in the end, and records how each stands.
func (r *Run) SettleGaps(ctx context.Context) error {
	l := Look{Documents: r.Selected, Passages: r.Passages}
	for i := range r.Policy.Gaps {
		if !r.hasGaps(i) {
			continue
		}
		own := l
		if !r.Policy.Gaps[i].Read {
			own.Passages = nil
		}
		if err := r.measureGaps(ctx, i, own); err != nil {
			return err
		}
		r.publishGaps(i)
		r.recordFilled(i)
	}
	return nil
}

func (r *Run) hasGaps(block int) bool {
	return slices.ContainsFunc(r.Gaps, func(c *state.Gap) bool { return c.Block == block })
}

// gapsOfBlock returns the gaps that a block has found, in the order of finding.
func (r *Run) gapsOfBlock(block int) []*state.Gap {
	return slices.DeleteFunc(slices.Clone(r.Gaps), func(c *state.Gap) bool { return c.Block != block })
}

// measureGaps says of each gap of a block how much of it the evidence holds: its saturation is the share of its
// terms that anything holds (S1-09), or what the block's stage says; its overlap the greatest share in one work (S1-25). It is
// filled once the evidence carries it as the threshold asks, or, if it did at first sight, carries it better than
// then (S2-20). What a stage does not say stays as it was.
func (r *Run) measureGaps(ctx context.Context, block int, l Look) error {
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
			c.Carry(carried[i], r.Policy.Gaps[block].Threshold)
		}
		if saturation != nil {
			c.Saturation, c.Saturated = saturation[i], true
		}
		c.Overlap = 0
		for _, d := range l.Documents {
			if d != c.Own {
				c.Overlap = max(c.Overlap, evidence.Containment(c.Terms, d.All))
			}
		}
	}
	return nil
}

// publishGaps makes known how the gaps of a block stand.
func (r *Run) publishGaps(block int) {
	g := &r.Policy.Gaps[block]
	found, filled, saturated, total := 0, 0, 0, 0.0
	for _, c := range r.gapsOfBlock(block) {
		found++
		if c.Filled {
			filled++
		}
		if c.Saturated {
			saturated++
			total += c.Saturation
		}
	}
	prefix := "gaps." + g.Kind + "."
	r.Set(prefix+"found", found)
	r.Set(prefix+"filled", filled)
	r.Set(prefix+"open", found-filled)
	r.Set(prefix+"queries", r.Written[g.Kind])
	r.Set(prefix+"subrounds", r.Subrounds[g.Kind])
	if saturated > 0 {
		r.Set(prefix+"saturation", total/float64(saturated))
	}
	kinds[g.Kind].publish(r, g)
}

// recordFilled tells how the gaps of a block stand in the end.
func (r *Run) recordFilled(block int) {
	g := &r.Policy.Gaps[block]
	step := record.Step{
		Name: "gap." + g.Kind + ".filled", Ran: true, At: state.At(g.At),
		Numbers: map[string]float64{}, Texts: map[string][]string{},
	}
	for _, c := range r.gapsOfBlock(block) {
		state := "open"
		if c.Filled {
			state = "filled"
		}
		step.Texts[state] = append(step.Texts[state], c.Id)
		step.Numbers[c.Id+".overlap"] = c.Overlap
		if c.Saturated {
			step.Numbers[c.Id+".saturation"] = c.Saturation
		}
	}
	r.tellCoverage(g, r.gapsOfBlock(block), &step)
	r.Log(record.KindStep, step)
}
