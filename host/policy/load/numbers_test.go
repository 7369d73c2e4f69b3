package load_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
)

func TestANumberIsNeitherTooLargeNorTooNearToZero(t *testing.T) {
	tests := map[string]string{
		"1e-300000": "Number too small", "0.1e-300": "Number too small", "1e-600000000": "Number too small", "1e999999999": "Number too large", "2e18": "Number too large",
		"1e-300 * 1e-300 * 1e-300 * 1e-300 * 1e-300": "becomes too large or too small", "1 % (1e-300 * 1e-300 * 1e-300 * 1e-300 * 1e-300)": "becomes too large or too small",
		"1e-300": "", "0.0": "", "0e-999999999": "", "1e18": "", "0.1 + 0.2 - 0.3": "", "1e-200 * 1e-200": "",
	}
	for number, want := range tests {
		_, problems := loadText(t, "locals {\n  a = "+number+"\n  b = \"as text ${local.a}\"\n}\n"+frame("", "")) // nothing uses them
		if want == "" {
			assert.NotContains(t, problems, "error", number)
			continue
		}
		assert.Contains(t, problems, want, number)
	}
}

// The values of conditions come from runs; what they are multiplied to is bounded, too.
func TestAProductInAConditionIsBounded(t *testing.T) {
	c := condition(t, "\"a${answer.support_coverage"+strings.Repeat(" * answer.support_coverage", 20)+"}\" != \"\"")
	d, err := c.Eval(policy.State{"answer.support_coverage": 0.5})
	require.NoError(t, err)
	assert.True(t, d.Result)
	_, err = c.Eval(policy.State{"answer.support_coverage": 1e-300})
	assert.ErrorContains(t, err, "too large or too small")
}

// Whether policies extend each other too far, and where, does not depend on their order in the file.
func TestAChainOfExtendsIsJudgedInEitherOrder(t *testing.T) {
	row := func(n int) []string {
		blocks := []string{"policy \"p0\" { extends = [as_written] }\n"}
		for i := 1; i < n; i++ {
			blocks = append(blocks, fmt.Sprintf("policy \"p%d\" { extends = [p%d] }\n", i, i-1))
		}
		return blocks
	}
	verdict := func(blocks []string) string {
		_, diags := load.Load(load.Options{Path: write(t, "p.policy.hcl", strings.Join(blocks, "")), Shipped: shippedPolicies()})
		for _, d := range diags {
			d.Subject.Start.Line = 0
		}
		return listing(diags)
	}
	for n, want := range map[int]string{32: "", 33: "Too many levels of extends", 60: "Too many levels of extends"} {
		down := row(n)
		up := slices.Clone(down)
		slices.Reverse(up)
		assert.Contains(t, verdict(down), want)
		assert.Equal(t, want == "", verdict(down) == "", n)
		assert.Equal(t, verdict(down), verdict(up), n)
	}
}
