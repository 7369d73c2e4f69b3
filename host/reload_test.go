package host_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/internal/testwasm"
)

// reloading opens a policy file that the test may rewrite.
func reloading(t *testing.T, body string) (*host.Reloader, host.Config) {
	t.Helper()
	c := host.Config{Policy: policyFile(t, body), Corpus: []string{quickCorpus}, Home: t.TempDir()}
	testwasm.Link(t, c.Home)
	r, err := host.OpenReloader(context.Background(), c)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, r.Close()) })
	return r, c
}

func rewrite(t *testing.T, c host.Config, body string) {
	t.Helper()
	require.NoError(t, os.WriteFile(c.Policy, []byte("policy \"test\" {\n  extends = [standard]\n"+body+"\n}\n"), 0o600))
}

func TestAReloadPutsANewPolicyInForceForLaterQuestions(t *testing.T) {
	r, c := reloading(t, "")
	before, err := r.Ask(context.Background(), rapamycin)
	require.NoError(t, err)

	same, err := r.Reload(context.Background(), c)
	require.NoError(t, err)
	assert.False(t, same.Changed)

	rewrite(t, c, "  gate \"never\" {\n    condition = answer.citations > 1000\n    otherwise = \"fail\"\n  }")
	out, err := r.Reload(context.Background(), c)
	require.NoError(t, err)
	assert.True(t, out.Changed)
	assert.Empty(t, out.NeedRestart)
	assert.Equal(t, r.Policy().Digest, out.Policy.Digest)
	after, err := r.Ask(context.Background(), rapamycin)
	require.NoError(t, err)
	assert.EqualValues(t, "answered", before.Verdict)
	assert.EqualValues(t, "refused", after.Verdict)
	assert.Equal(t, out.Policy.Digest, after.Policy.Digest, "a result names the policy that it was made under")
}

func TestAReloadThatFailsLeavesThePolicyInForce(t *testing.T) {
	r, c := reloading(t, "")
	digest := r.Policy().Digest
	for name, body := range map[string]string{
		"a mistake":            "  selct {}",
		"a plugin that is not": "  verify {\n    stage \"stance\" { config = { nonsense = 1 } }\n  }",
	} {
		rewrite(t, c, body)
		_, err := r.Reload(context.Background(), c)
		var wrong *host.PolicyError
		require.True(t, errors.As(err, &wrong), name)
		if name == "a mistake" {
			require.Len(t, wrong.Diagnostics, 1)
			assert.Contains(t, wrong.Diagnostics[0].Detail, `Did you mean "select"?`)
		}
		assert.Equal(t, digest, r.Policy().Digest)
	}
	result, err := r.Ask(context.Background(), rapamycin)
	require.NoError(t, err)
	assert.EqualValues(t, "answered", result.Verdict)
}

func TestKeysThatNeedARestartAreNamedAndNotTaken(t *testing.T) {
	r, c := reloading(t, "")
	c.Corpus, c.Seed, c.Home = []string{"elsewhere.jsonl"}, 7, t.TempDir()
	out, err := r.Reload(context.Background(), c)
	require.NoError(t, err)
	assert.Equal(t, []string{"corpus", "home", "seed"}, out.NeedRestart)
	_, err = r.Ask(context.Background(), rapamycin)
	require.NoError(t, err)
}

// TestQuestionsInFlightKeepTheirPolicy reloads under load: each result is exactly that of one
// of the two policies, and Close waits for the last.
func TestQuestionsInFlightKeepTheirPolicy(t *testing.T) {
	r, c := reloading(t, "")
	strict := "  gate \"never\" {\n    condition = answer.citations > 1000\n    otherwise = \"fail\"\n  }"
	verdicts := map[string]string{r.Policy().Digest: "answered"}
	rewrite(t, c, strict)
	out, err := r.Reload(context.Background(), c)
	require.NoError(t, err)
	verdicts[out.Policy.Digest] = "refused"

	var asking sync.WaitGroup
	for worker := range 3 {
		asking.Go(func() {
			for i := range 6 {
				q := rapamycin
				q.ID = fmt.Sprintf("q%d-%d", worker, i) // one question is not asked twice at a time
				result, err := r.Ask(context.Background(), q)
				if assert.NoError(t, err) {
					assert.EqualValues(t, verdicts[result.Policy.Digest], result.Verdict)
				}
			}
		})
	}
	for i := range 4 {
		rewrite(t, c, []string{"", strict}[i%2])
		_, err := r.Reload(context.Background(), c)
		require.NoError(t, err)
	}
	asking.Wait()
	require.NoError(t, r.Close())
	require.NoError(t, r.Close(), "twice is safe")
	_, err = r.Ask(context.Background(), rapamycin)
	require.ErrorIs(t, err, host.ErrClosed)
	_, err = r.Reload(context.Background(), c)
	require.ErrorIs(t, err, host.ErrClosed)
	assert.Nil(t, r.Policy())
}
