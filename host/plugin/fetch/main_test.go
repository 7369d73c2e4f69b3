package fetch_test

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/registry"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// module is not a plugin; this package looks at bytes only.
var module = []byte("\x00asm\x01\x00\x00\x00 and more")

func sumOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// serve answers requests on loopback until the test ends.
func serve(t *testing.T, h http.Handler) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

// A hub is a real registry that a test can disturb.
type hub struct {
	http.Handler
	*httptest.Server
	user   string                                        // wanted, with the password "secret"
	damage func(http.ResponseWriter, *http.Request) bool // answers in the registry's place
}

func newHub(t *testing.T) *hub {
	h := &hub{Handler: registry.New(registry.Logger(log.New(io.Discard, "", 0)))}
	h.Server = serve(t, http.HandlerFunc(h.answer))
	return h
}

func (h *hub) answer(w http.ResponseWriter, r *http.Request) {
	user, password, _ := r.BasicAuth()
	switch {
	case h.user != "" && (user != h.user || password != "secret"):
		w.Header().Set("WWW-Authenticate", `Basic realm="hub"`)
		w.WriteHeader(http.StatusUnauthorized)
	case h.damage == nil || !h.damage(w, r):
		h.Handler.ServeHTTP(w, r)
	}
}

// ref names something in the hub.
func (h *hub) ref(rest string) string {
	return "oci://" + strings.TrimPrefix(h.URL, "http://") + "/" + rest
}

func isBlob(r *http.Request) bool {
	return r.Method == http.MethodGet && strings.Contains(r.URL.Path, "/blobs/sha256:")
}

func write(t *testing.T, path string, b []byte) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, b, 0o600))
}
