//go:build linux

package longtest

import (
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/budget"
)

// The budget pays for 200 of the 500 questions, and workers, leaders and a part of the network go as in the other test. What the source was asked is
// counted at the source.
func TestWhoeverDiesTheBudgetOfABatchIsNeverPassed(t *testing.T) {
	s := newSite(t)
	s.start()
	h := &harm{site: s, random: rand.New(rand.NewPCG(seed(), 1))}
	_, said, ended := s.submit("0.2")
	err := h.do(ended)
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit, said.String())
	if !strings.Contains(said.String(), "failed 5 times") { // a question that lost five workers, one after the other, weighs more than the budget
		assert.Equal(t, 6, exit.ExitCode(), said.String())
	}
	asked := len(s.sources.Requests("openalex"))
	spent := float64(budget.DefaultPrices().Cost("openalex", int64(asked))) / 1e6
	assert.LessOrEqual(t, spent, 0.2)
	assert.Positive(t, asked)
	assert.Less(t, asked, questions, "the budget ends the batch")
	answered := strings.Count(results(t, s.file("fleet.jsonl")), "\n")
	t.Logf("%d workers and %d leaders killed; %d answered, %d requests, %.3f USD of 0.2", h.killed, h.leaders, answered, asked, spent)
}
