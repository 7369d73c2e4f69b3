package replay

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/record"
)

// Under another policy, other evidence can be the cause where no condition and no term is; under its own policy nothing of the run's is.
func TestARunThatDiffersUnderItsOwnPolicyWasChangedItself(t *testing.T) {
	old, now := Side{Verdict: record.VerdictAnswered, Answer: "a"}, Side{Verdict: record.VerdictAnswered, Answer: "b"}
	c := Change{Old: &old, New: &now, Flipped: true}
	assert.Equal(t, "the evidence that was read", toldCause(&c))
	c.Own = true
	assert.Contains(t, toldCause(&c), "another version of sparkhost, or was changed")
}
