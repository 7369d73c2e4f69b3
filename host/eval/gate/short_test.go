package gate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/bounded"
)

// A megabyte of these took the parser 28 seconds and a gigabyte.
func TestAFileOfBlocksIsShort(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gates.hcl")
	require.NoError(t, os.WriteFile(path, []byte(strings.Repeat("gate{\nx  }\n", 90_000)), 0o600))
	_, err := Read(path)
	assert.ErrorIs(t, err, bounded.ErrTooLarge)
}
