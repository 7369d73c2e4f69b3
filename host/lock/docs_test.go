package lock_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/lock"
)

func TestEveryCodeOfTheLockIsDocumented(t *testing.T) {
	b, err := os.ReadFile("../../docs/plugin-distribution.md")
	require.NoError(t, err)
	for _, c := range lock.Codes() {
		assert.Contains(t, string(b), c.ID)
		assert.NotEmpty(t, c.Doc)
	}
}
