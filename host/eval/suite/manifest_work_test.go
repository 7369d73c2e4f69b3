package suite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/bounded"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

func FuzzWorkOfManifests(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) { _, _ = parseManifest("m", []byte(text)) },
		`{"format_version":1,"seed":1,"run_flags":["--offline"],"policies":[{"name":"p#","digest":"d"}],"packs":[{"name":"q#","corpus_sha256":["c"]}],"runs":[{"policy":"p","pack":"q","repeat":0}]}`)
}

func TestAManifestOfVeryManyPoliciesIsRefused(t *testing.T) {
	dir := t.TempDir()
	text := `{"format_version":1,"policies":[` + strings.Repeat(`{},`, mostNames) + `{}]}`
	require.NoError(t, os.WriteFile(filepath.Join(dir, ManifestName), []byte(text), 0o600))
	require.ErrorIs(t, (&Manifest{}).Resume(dir), bounded.ErrTooLarge)
}
