package conformance

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestThePageExplainsEachCheckInTurnAndNoOther(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "plugin-conformance.md"))
	require.NoError(t, err)
	var explained []string
	for _, m := range regexp.MustCompile(`(?m)^### (.+)\n\nWhy: .+\n(?:.+\n)*Fix: .+$`).FindAllSubmatch(page, -1) {
		explained = append(explained, string(m[1]))
	}
	assert.Equal(t, IDs(), explained)
	assert.Len(t, regexp.MustCompile(`(?m)^### `).FindAll(page, -1), len(explained), "each heading is followed by Why and Fix")
}
