package corpuscmd

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

func FuzzWorkOfQueries(f *testing.F) {
	path := filepath.Join(f.TempDir(), "q.jsonl")
	doubling.Fuzz(f, func(t testing.TB, text string) {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, _ = (&searchFlags{queries: path}).readQueryFile()
	}, `{"id":"q#","text":"zinc"}`+"\n\n"+`{"id":#,"question":"a","claim":"b"}`+"\n")
}
