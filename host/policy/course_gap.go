package policy

import "fmt"

// Ran publishes what a pass of a round brought before gaps are looked for, so that their conditions can
// read it. [Course.End] does it otherwise.
func (c *Course) Ran(rd *Round, out *RoundOutcome) {
	prefix := "rounds." + rd.Name + "."
	c.rounds++
	c.passes[rd.Name]++
	if rd.CountsAgainstMax {
		c.counted++
	}
	c.state[prefix+"ran"], c.state["round.ran"] = true, true
	c.publish(rd, prefix, out)
	c.publish(rd, "round.", out)
	c.state["run.rounds"] = float64(c.rounds)
	c.published = true
}

// GapsDue lists the gap blocks that look for gaps after the pass of a round that [Course.Ran] has
// told of (S0-08), and the errors of their conditions, which then count as false.
func (c *Course) GapsDue(rd *Round) (due []int, errs map[string]error) {
	errs = map[string]error{}
	for i := range c.policy.Gaps {
		g := &c.policy.Gaps[i]
		if !c.gapDue(g, rd) {
			continue
		}
		ok, err := c.ask("gap."+g.Kind+".when", g.When)
		if err != nil {
			errs[g.Kind] = err
		}
		if ok {
			c.state["gaps."+g.Kind+".ran"] = true
			due = append(due, i)
		}
	}
	return due, errs
}

func (c *Course) gapDue(g *Gap, rd *Round) bool {
	return g.After == rd.Name || g.After == "every_round" && c.rounds >= c.policy.Adaptive.MinRounds
}

// Subround says why a gap block must not search once more (S1-02, S1-03), "" lets it and counts it against
// the maximum of rounds, where the policy says so (C12).
func (c *Course) Subround(g *Gap) (why string, err error) {
	s := g.Subround
	if c.subrounds[g.Kind] >= s.Max {
		return fmt.Sprintf("max: %d of them have run", s.Max), nil
	}
	if why := c.over(&Round{CountsAgainstMax: s.CountsAgainstMax}); why != "" {
		return why, nil
	}
	ok, err := c.ask("gap."+g.Kind+".subround.when", s.When)
	switch {
	case err != nil:
		return "when: unknown: " + err.Error(), err
	case !ok:
		return "when: false", nil
	}
	c.subrounds[g.Kind]++
	c.rounds++
	if s.CountsAgainstMax {
		c.counted++
	}
	c.state["run.rounds"] = float64(c.rounds)
	return "", nil
}
