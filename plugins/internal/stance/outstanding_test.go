package stance

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAWorkStandsOutFromThoseThatHoldLessOfAClaim(t *testing.T) {
	j := judged(t)
	look := func(texts ...string) []float32 {
		p := j.Look(Question{Text: "Torvin reduces the growth of kelp."}, told(texts...))
		return p.Outstanding(p.Vector(j.model))
	}
	says := "Torvin reduced the growth of kelp in all tanks."
	alone := look(says, "Kelp was weighed.", "Torvin was bought.")
	assert.Greater(t, alone[oBestOver], float32(0.4))
	assert.Greater(t, alone[oEvidenceOver], float32(0))
	among := look(says, "Torvin reduced the growth of kelp by half.", "Growth of kelp was reduced by torvin.")
	assert.Zero(t, among[oBestOver], "all hold as much")
	assert.Equal(t, alone[oBest], among[oBest])

	p := j.Look(Question{Text: "Torvin reduces the growth of kelp."}, told(says, "Kelp was weighed."))
	rest := p.Without(func(d int) bool { return d == 0 })
	assert.Less(t, rest.Outstanding(rest.Vector(j.model))[oBest], alone[oBest])
	nothing := p.Without(func(int) bool { return true })
	assert.Len(t, nothing.Outstanding(nothing.Vector(j.model)), OutstandingFeatures)
}

func TestAmongFewWorksTheClearestSentenceHelpsToDecide(t *testing.T) {
	j := judged(t)
	over := func(others int) float64 {
		texts := []string{"Torvin reduced the growth of kelp in all tanks."}
		for range others {
			texts = append(texts, "Kelp was weighed.")
		}
		p := j.Look(Question{Text: "Torvin reduces the growth of kelp."}, told(texts...))
		x := p.Vector(j.model)
		head, _ := p.heads(j.model, x)
		return 1 - p.Judge(j.model, x).Undecided - sigmoid(head)
	}
	assert.Greater(t, over(2), 0.05)
	assert.Greater(t, over(2), over(7), "the more works can be compared, the less")
	assert.InDelta(t, 0, over(compared-1), 1e-9, "of so many the head knows enough")
}
