package outbound

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

func FuzzWorkOfCredentials(f *testing.F) {
	path := filepath.Join(f.TempDir(), "keys")
	doubling.Fuzz(f, func(t testing.TB, text string) {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, _ = ReadCredentials(path, nil)
	}, "# keys\nNAME#=value\n\n OTHER = a=b \n=\n")
}
