package web_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// packed is a body that only unpacked makes text of.
const packed = "\xff\x00packed"

func unpacked(_ context.Context, body []byte) ([]byte, error) {
	if !bytes.Equal(body, []byte(packed)) {
		return nil, errors.New("not packed")
	}
	return []byte(good), nil
}

func TestABodyIsDecodedOnceAndKeptAsText(t *testing.T) {
	dir := t.TempDir()
	inWorld(t, func(w *world, o *web.Options) {
		w.provider.Decode = unpacked
		o.RecordDir = dir
	}, func(t *testing.T, w *world) {
		w.server.Fail("p", 1, standin.Body("application/pdf", packed))
		for range 2 {
			hits, err := w.get(t, t.Context())
			require.NoError(t, err)
			assert.Equal(t, []string{"one"}, hits)
		}
		assert.Len(t, w.server.Requests("p"), 1)
	})
	files, err := filepath.Glob(filepath.Join(dir, "p", "*.json"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	recorded, err := os.ReadFile(files[0])
	require.NoError(t, err)
	assert.Contains(t, string(recorded), `{\"hits\":[\"one\"]}`)
}

func TestABodyThatCannotBeDecodedIsAnErrorOfTheProviderIfItReadsLikeOne(t *testing.T) {
	tests := []struct {
		name, body string
		class      outbound.Class
		detail     string
	}{
		{"an error in plain text", "slow down", outbound.RateLimited, "slow down"},
		{"a page", "<html>Are you human?", outbound.Malformed, "an HTML page"},
		{"anything else", `{"hits":["two"]}`, outbound.Malformed, "not packed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			inWorld(t, func(w *world, o *web.Options) {
				w.provider.Decode = unpacked
				w.provider.Tries = 1
				w.provider.Classify = func(a web.Answer) outbound.Verdict {
					if string(a.Body) == "slow down" {
						return outbound.Verdict{Class: outbound.RateLimited}
					}
					return a.ByStatus()
				}
			}, func(t *testing.T, w *world) {
				w.server.Fail("p", -1, standin.Body("text/plain", tt.body))
				_, err := w.get(t, t.Context())
				assert.Equal(t, tt.class, failure(t, err).Class)
				assert.ErrorContains(t, err, tt.detail)
			})
		})
	}
}
