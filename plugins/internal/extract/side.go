package extract

const (
	otherSide = 0.6 // what the value before a change counts where the question asks for the one after it, or the other way round
	sideReach = 8   // words between the two
)

// side is less than 1 for a number of "fell from 8 to 3" on the other side of the change than the question asks for.
func (a *asking) side(c *candidate) float64 {
	if c.value != c.value {
		return 1
	}
	s := c.sentence
	for i := 1; i < len(s.quantities); i++ {
		from, to := &s.quantities[i-1], &s.quantities[i]
		if c.anchor != from.number && c.anchor != to.number || !s.fromTo(from, to) {
			continue
		}
		before, after := a.mentions("before", "baseline", "initially", "originally", "initial"), a.mentions("after", "following", "finally", "final")
		return pick(before != after && (c.anchor == to.number) == before, otherSide, 1)
	}
	return 1
}

// fromTo says whether two numbers are the sides of a change: "from 8 kg without it to 3 kg".
func (l *line) fromTo(a, b *quantity) bool {
	return a.first > 0 && l.at(a.first-1) == "from" && l.at(b.first-1) == "to" && b.first-a.end <= sideReach && a.unit.dim == b.unit.dim
}

// asksDifference says whether the question asks by how much something changed, and not for its value.
func (a *asking) asksDifference() bool {
	return a.asksChange() || a.form == formEffect || a.noun >= 0 && a.question.words[a.noun].shift != 0 || a.mentions("change", "changed", "difference")
}

// isDifference says whether a quantity is the difference of two numbers that a sentence tells.
func (q *quantity) isDifference() bool {
	return q.derived && q.unit.dim != dimPercent && q.unit.dim != dimFold
}
