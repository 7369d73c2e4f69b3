package policy_test

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
)

const (
	docsPath   = "../../docs/policy.md"
	docsMarker = "<!-- generated from host/policy; update with: go test ./host/policy -run Reference -update -->\n"
)

func TestReferenceInTheDocsIsCurrent(t *testing.T) {
	var want bytes.Buffer
	require.NoError(t, policy.WriteReference(&want))
	text, err := os.ReadFile(docsPath)
	require.NoError(t, err)
	written, generated, found := strings.Cut(string(text), docsMarker)
	require.True(t, found, "docs/policy.md keeps its marker")
	if *update {
		require.NoError(t, os.WriteFile(docsPath, []byte(written+docsMarker+"\n"+want.String()), 0o644))
		return
	}
	assert.Equal(t, want.String(), strings.TrimPrefix(generated, "\n"))
}

// TestExamplesOfTheDocsLoad holds every hcl block of the written parts that is a
// whole policy to the checks that an operator's file gets.
func TestExamplesOfTheDocsLoad(t *testing.T) {
	var text []byte
	for _, path := range []string{docsPath, "../../docs/operators.md"} {
		page, err := os.ReadFile(path)
		require.NoError(t, err)
		text = append(text, page...)
	}
	examples := regexp.MustCompile("(?s)```hcl\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, examples)
	for _, e := range examples {
		if strings.Contains(e[1], "\npolicy ") || strings.HasPrefix(e[1], "policy ") {
			_, diags := policy.Load(policy.Options{Path: write(t, "p.policy.hcl", e[1]), Shipped: shippedPolicies()})
			assert.Empty(t, listing(diags), e[1])
		}
	}
}

func TestCodesAreUniqueAndOrdered(t *testing.T) {
	last := ""
	for _, c := range policy.Codes() {
		assert.Greater(t, c.ID, last)
		assert.Regexp(t, `^P\d{3}$`, c.ID)
		assert.Regexp(t, `^[a-z0-9-]+$`, c.Name)
		assert.NotEmpty(t, c.Doc)
		last = c.ID
	}
}
