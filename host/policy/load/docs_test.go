package load_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy/load"
)

// TestExamplesOfTheDocsLoad holds every hcl block of the written parts that is a
// whole policy to the checks that an operator's file gets.
func TestExamplesOfTheDocsLoad(t *testing.T) {
	var text []byte
	for _, path := range []string{"../../../docs/policy.md", "../../../docs/operators.md"} {
		page, err := os.ReadFile(path)
		require.NoError(t, err)
		text = append(text, page...)
	}
	examples := regexp.MustCompile("(?s)```hcl\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, examples)
	for _, e := range examples {
		if strings.Contains(e[1], "\npolicy ") || strings.HasPrefix(e[1], "policy ") {
			_, diags := load.Load(load.Options{Path: write(t, "p.policy.hcl", e[1]), Shipped: shippedPolicies()})
			assert.Empty(t, listing(diags), e[1])
		}
	}
}
