package host_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/retrieval/standin"
)

// Two processes with caches of their own ask 16 questions each of arXiv, at arXiv's own interval and without slack. One is killed after a while:
// the other goes on at once. It takes a minute and a half; .ci/long runs it.
func TestTwoProcessesKeepArXivsLimitsAndOneThatIsKilledHoldsNobodyUp(t *testing.T) {
	if os.Getenv("SPARKHOST_LONG") == "" {
		t.Skip("set SPARKHOST_LONG=1")
	}
	server := standin.New(standin.Route{Provider: "arxiv", Limits: standin.Published("arxiv"), Latency: 800 * time.Millisecond, Answer: standin.Library("arxiv")})
	policy := filepath.Join(t.TempDir(), "live.policy.hcl")
	require.NoError(t, os.WriteFile(policy, []byte(liveText(server.Listen(t), `interval = "3s"`, "arxiv")), 0o600))
	limits := t.TempDir()
	start := func() *exec.Cmd {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), childPolicy+"="+policy, childHome+"="+warmHome(t), childLimits+"="+limits, childQuestions+"=16")
		c.Stdout, c.Stderr = os.Stderr, os.Stderr
		require.NoError(t, c.Start())
		return c
	}
	stays, killed := start(), start()
	before := await(t, server, 20)
	time.Sleep(200 * time.Millisecond) // so that one of the two has a request under way
	require.NoError(t, killed.Process.Kill())
	_ = killed.Wait() // it was killed
	await(t, server, before+1)
	at := server.Arrivals("arxiv")
	assert.Less(t, at[before].Sub(at[before-1]), 5*time.Second, "3.3 s and less than one more")
	require.NoError(t, stays.Wait())
	assert.Empty(t, server.Violations("arxiv"))
	t.Logf("%d requests, %d violations", len(server.Requests("arxiv")), len(server.Violations("arxiv")))
}

// await waits until a server got that many requests, and returns how many it got.
func await(t *testing.T, server *standin.Server, n int) int {
	t.Helper()
	require.Eventually(t, func() bool { return len(server.Requests("arxiv")) >= n }, 3*time.Minute, 5*time.Millisecond, fmt.Sprintf("%d requests", n))
	return len(server.Requests("arxiv"))
}
