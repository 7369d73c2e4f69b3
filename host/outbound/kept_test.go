package outbound

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

// A state lies in a folder that others may write to, or at a server; it is read and written again for each request.
func FuzzWorkOfAState(f *testing.F) {
	path, now := filepath.Join(f.TempDir(), "p.json"), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	doubling.Fuzz(f, func(t testing.TB, text string) {
		s := Kept{Data: []byte(text)}.decoded(now)
		assert.NotEmpty(t, encoded(s, now))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		require.NoError(t, read(path, &s))
		s.settle(now, "", 0)
		s.admit(ask{id: "a", holder: "h", account: "x", limits: Limits{}.withDefaults()}, now)
	}, `{"version":1,"last":"2026-01-01T00:00:00Z","flights":[{"id":"#","until":"2026-01-02T00:00:00Z","holder":"h"},{"id":"b"}],`+
		`"stops":[{"account":"a#","class":"auth","until":"2026-01-02T00:00:00Z"},{"account":"b"}],"failures":3,"behind":{"text":"down"}}`)
}
