package host_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
)

// What a child process of the test is told.
const (
	childPolicy    = "SPARKHOST_TEST_CHILD_POLICY"
	childHome      = "SPARKHOST_TEST_CHILD_HOME"
	childLimits    = "SPARKHOST_TEST_CHILD_LIMITS"
	childQuestions = "SPARKHOST_TEST_CHILD_QUESTIONS" // empty: questionsOfAChild
)

// questionsOfAChild is the number of questions that each of the processes asks.
const questionsOfAChild = 8

// liveChild is a process that answers questions from live sources, with a home of its own.
func liveChild() int {
	h, err := host.Open(context.Background(), host.Config{Policy: os.Getenv(childPolicy), Home: os.Getenv(childHome), Limits: os.Getenv(childLimits)})
	many, _ := strconv.Atoi(os.Getenv(childQuestions))
	for i := 0; err == nil && i < cmp.Or(many, questionsOfAChild); i++ {
		q := evidence.Question{ID: fmt.Sprint(i), Question: fmt.Sprintf("Does zinc stop strain%d%s?", i, filepath.Base(os.Getenv(childHome))), Type: "free_form"}
		r, aerr := h.Ask(context.Background(), q)
		if err = aerr; err == nil && len(r.FailedSources) > 0 {
			err = fmt.Errorf("%v", r.FailedSources)
		}
	}
	if err == nil {
		err = h.Close()
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// Two processes with nothing in common but the folder of limits are one caller to each provider. Requests at once are counted exactly. Over a
// real network the arrival of each request jitters, so that intervals are measured over several: no n+2 requests within n intervals.
// Processes that did not know of each other would send twice as many.
func TestTwoProcessesTogetherKeepTheLimits(t *testing.T) {
	const interval = 120 * time.Millisecond
	var routes []standin.Route
	for _, p := range []string{"arxiv", "europepmc"} {
		routes = append(routes, standin.Route{Provider: p, Limits: standin.Limits{InFlight: 1}, Latency: 30 * time.Millisecond, Answer: standin.Library(p)})
	}
	server := standin.New(routes...)
	policy := filepath.Join(t.TempDir(), "live.policy.hcl")
	settings := fmt.Sprintf("interval = %q\n  in_flight = 1", interval)
	require.NoError(t, os.WriteFile(policy, []byte(liveText(server.Listen(t), settings, "arxiv", "europepmc")), 0o600))
	limits := t.TempDir()
	var children []*exec.Cmd
	for range 2 {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), childPolicy+"="+policy, childHome+"="+warmHome(t), childLimits+"="+limits)
		c.Stdout, c.Stderr = os.Stderr, os.Stderr
		require.NoError(t, c.Start())
		children = append(children, c)
	}
	for _, c := range children {
		assert.NoError(t, c.Wait())
	}
	for _, r := range routes {
		assert.Len(t, server.Requests(r.Provider), 2*questionsOfAChild)
		assert.Empty(t, server.Violations(r.Provider))
		at := server.Arrivals(r.Provider)
		for i := range at {
			for j := i + 1; j < len(at); j++ {
				assert.GreaterOrEqual(t, at[j].Sub(at[i]), time.Duration(j-i-1)*interval, "%s: requests %d to %d", r.Provider, i+1, j+1)
			}
		}
	}
}
