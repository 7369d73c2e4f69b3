package policy_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/policies"
)

func TestBaselineLoads(t *testing.T) {
	set, diags := policy.Load(policy.Options{Path: "baseline", Shipped: policies.FS})
	_ = policy.WriteDiagnostics(os.Stderr, diags, set.Files(), false)
	require.Empty(t, diags)
	p, diags := set.Policy("")
	require.Empty(t, diags)
	require.Len(t, p.Rounds, 3)
	d, err := p.Gates[0].Condition.Eval(policy.State{"answer.support_coverage": 0.4})
	require.NoError(t, err)
	require.True(t, d.Result)
	_, err = p.Gates[0].Condition.Eval(policy.State{})
	require.Error(t, err)
	t.Log(err)
}
