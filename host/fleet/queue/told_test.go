package queue_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

func TestAFailedQuestionIsToldWithTheNumberOfItsTries(t *testing.T) {
	assert.Equal(t, `question "a" failed once`, queue.Poison{Question: "a", Tries: 1}.String())
	assert.Equal(t, `question "a" failed 5 times`, queue.Poison{Question: "a", Tries: 5}.String())
}
