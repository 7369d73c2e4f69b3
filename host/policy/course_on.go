package policy

import (
	"fmt"
	"math"
)

// Found publishes how many findings of a handler's event there are, and what an upgrade is
// estimated to cost; nil: nobody knows.
func (c *Course) Found(h *Handler, findings int, estimateUSD *float64) {
	prefix := "on." + h.Kind + "."
	c.state[prefix+"found"] = float64(findings)
	c.state[prefix+"ran"], c.state[prefix+"new_documents"], c.state[prefix+"resolved"] = false, 0.0, false
	if h.Upgrade == nil {
		return
	}
	c.state[prefix+"upgraded"], c.state[prefix+"withheld"] = false, false
	if estimateUSD != nil {
		c.state[prefix+"estimate_usd"] = *estimateUSD
	}
}

// React says why a handler does nothing; "": it acts, which is published. The error is that of its
// condition, which then counts as false.
func (c *Course) React(h *Handler) (why string, err error) {
	if found, _ := c.state["on."+h.Kind+".found"].(float64); found == 0 {
		return "nothing found", nil
	}
	ok, err := c.ask("on."+h.Kind+".when", h.When)
	switch {
	case err != nil:
		return "when: unknown: " + err.Error(), err
	case !ok:
		return "when: false", nil
	}
	c.state["on."+h.Kind+".ran"] = true
	return "", nil
}

// Reacted publishes what a handler's search brought.
func (c *Course) Reacted(h *Handler, newDocuments int) {
	c.state["on."+h.Kind+".new_documents"] = float64(newDocuments)
	c.state["on."+h.Kind+".resolved"] = newDocuments > 0
}

// Settled publishes whether the works that a handler's search found take one side, if that settles
// its event.
func (c *Course) Settled(h *Handler, agree bool) {
	if h.ResolvedBy == ResolvedByAgreement {
		c.state["on."+h.Kind+".resolved"] = agree
	}
}

// Mode returns the mode in which the answer is made: the policy's, unless a handler has upgraded it.
func (c *Course) Mode() Mode {
	if c.mode != "" {
		return c.mode
	}
	return c.policy.Mode
}

// Withhold keeps handlers from changing the mode of the answer where the policy names a cap for a batch (S3-19), and only
// there: a run that is asked so says what it would have done, and answers in the policy's mode.
func (c *Course) Withhold() { c.withhold = true }

// Upgrade says whether the answer is made in the mode of a handler that acted (S3-17), and publishes that; why
// says what decided.
func (c *Course) Upgrade(h *Handler) (done bool, why string) {
	u := h.Upgrade
	estimate, known := c.state["on."+h.Kind+".estimate_usd"].(float64)
	remaining, limited := c.state["budget.remaining_usd"].(float64)
	switch {
	case c.Mode() == u.To:
		return false, fmt.Sprintf("the mode is %s already", u.To)
	case !known && limited:
		return false, fmt.Sprintf("what %s costs is not known", u.To)
	case limited && !u.Affordable(remaining, estimate):
		return false, fmt.Sprintf("%.6g USD remain, under %g × %.6g", remaining, u.ReserveFactor, estimate)
	}
	if c.withhold && u.MaxPerBatch > 0 {
		c.state["on."+h.Kind+".withheld"] = true
		return false, fmt.Sprintf("withheld: the batch's cap of %d", u.MaxPerBatch)
	}
	c.mode = u.To
	c.state["on."+h.Kind+".upgraded"] = true
	if !limited {
		return true, "there is no limit of cost"
	}
	return true, fmt.Sprintf("%.6g USD remain, at least %g × %.6g", remaining, u.ReserveFactor, estimate)
}

// Affordable says whether what remains reaches the reserve that an upgrade asks for (C29), in whole
// millionths of a dollar.
func (u *Upgrade) Affordable(remainingUSD, estimateUSD float64) bool {
	return math.Round(remainingUSD*1e6) >= math.Round(u.ReserveFactor*estimateUSD*1e6)
}

// Decision returns the point of decision of Affordable.
func (u *Upgrade) Decision(kind string) DecisionPoint {
	return DecisionPoint{"on." + kind + ".upgrade", fmt.Sprintf("remaining_usd >= %g × estimate_usd", u.ReserveFactor), u.At, nil}
}
