package reference_test

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy/reference"
)

var update = flag.Bool("update", false, "write the reference instead of comparing")

const (
	docsPath   = "../../../docs/policy.md"
	docsMarker = "<!-- generated from host/policy/schema; update with: go test ./host/policy/reference -update -->\n"
)

func TestReferenceInTheDocsIsCurrent(t *testing.T) {
	var want bytes.Buffer
	require.NoError(t, reference.WriteMarkdown(&want))
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
