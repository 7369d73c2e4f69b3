package evalcmd

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAnErrorOfAnAblationNamesNoTemporaryFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "sparkhost-ablate-1")
	for _, file := range []string{"mine.policy.hcl", filepath.Join("3", "mine.policy.hcl")} {
		_, err := os.Open(filepath.Join(dir, file))
		require.Error(t, err)
		err = inPlace(fmt.Errorf("part: %w", err), dir)
		assert.EqualError(t, err, "part: open mine.policy.hcl: no such file or directory")
		assert.ErrorIs(t, err, fs.ErrNotExist)
	}
	assert.NoError(t, inPlace(nil, dir))
}
