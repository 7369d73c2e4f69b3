package outbound_test

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
)

func TestAServerThatSwitchesProtocolsHoldsNobody(t *testing.T) {
	server := httptest.NewServer(standin.Switch())
	defer server.Close()
	client := http.Client{Transport: outbound.New(&http.Transport{})}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
	require.NoError(t, err)
	resp, err := client.Do(req)
	require.ErrorIs(t, err, outbound.ErrSwitched)
	assert.Nil(t, resp)
}

// Each file that makes a transport wraps it, and none uses those of net/http.
func TestEveryCallGoesByThisTransport(t *testing.T) {
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		code, err := os.ReadFile(path)
		if strings.Contains(string(code), "&http.Transport{") {
			assert.Contains(t, string(code), "outbound.New(", path)
		}
		for _, own := range []string{"http.DefaultClient", "http.DefaultTransport", "http.Get(", "http.Post(", "http.Client{}"} {
			assert.NotContains(t, string(code), own, path)
		}
		return err
	})
	require.NoError(t, err)
}
