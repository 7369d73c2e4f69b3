package fetch_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
)

func push(t *testing.T, text string, wasm []byte) string {
	t.Helper()
	d, err := fetch.Push(t.Context(), text, fetch.Artifact{Wasm: wasm, Annotations: map[string]string{fetch.AnnotationName: "mine"}}, fetch.Options{})
	require.NoError(t, err)
	return d
}

func TestAPushedModuleIsPulledByTagAndByManifest(t *testing.T) {
	h := newHub(t)
	d := push(t, h.ref("team/mine:1.0.0"), module)
	for _, text := range []string{h.ref("team/mine:1.0.0"), h.ref("team/mine@" + d)} {
		m, err := fetch.Open(t.Context(), text, fetch.Options{})
		require.NoError(t, err)
		assert.Equal(t, module, m.Wasm)
		assert.Equal(t, sumOf(module), m.Digest)
		assert.Equal(t, h.ref("team/mine@"+d), m.Resolved)
		assert.Equal(t, "mine", m.Annotations[fetch.AnnotationName])
		assert.False(t, m.Kept)
	}
}

func TestAManifestFollowsTheConventionsAndIsTheSameEachTime(t *testing.T) {
	one, two := newHub(t), newHub(t)
	d := push(t, one.ref("mine:1"), module)
	assert.Equal(t, d, push(t, two.ref("mine:1"), module))
	resp, err := http.Get(one.URL + "/v2/mine/manifests/1") //nolint:noctx // loopback
	require.NoError(t, err)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	assert.JSONEq(t, fmt.Sprintf(`{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json",
		"config":{"mediaType":"application/vnd.wasm.config.v0+json","digest":"sha256:%s","size":%d},
		"layers":[{"mediaType":"application/wasm","digest":"sha256:%s","size":%d}],
		"annotations":{"com.github.sparkhost.plugin.name":"mine"}}`, sumOf(configOf(module)), len(configOf(module)), sumOf(module), len(module)), string(b))
	dated, err := fetch.Push(t.Context(), two.ref("mine:2"), fetch.Artifact{Wasm: module, Created: "2026-01-02T03:04:05Z"}, fetch.Options{})
	require.NoError(t, err)
	m, err := fetch.Open(t.Context(), two.ref("mine@"+dated), fetch.Options{})
	require.NoError(t, err)
	assert.Equal(t, "2026-01-02T03:04:05Z", m.Annotations["org.opencontainers.image.created"])
}

func configOf(wasm []byte) []byte {
	return []byte(`{"architecture":"wasm","os":"wasip1","layerDigests":["sha256:` + sumOf(wasm) + `"]}`)
}

func TestATagIsNotOverwrittenUnlessToldTo(t *testing.T) {
	h := newHub(t)
	push(t, h.ref("mine:1"), module)
	push(t, h.ref("mine:1"), module)
	other := fetch.Artifact{Wasm: append([]byte("x"), module...)}
	_, err := fetch.Push(t.Context(), h.ref("mine:1"), other, fetch.Options{})
	require.ErrorIs(t, err, fetch.ErrExists)
	assert.ErrorContains(t, err, "push under a new tag")
	other.Replace = true
	_, err = fetch.Push(t.Context(), h.ref("mine:1"), other, fetch.Options{})
	require.NoError(t, err)
}

func TestAPinnedModuleIsReadByDigestAlthoughItsTagMoved(t *testing.T) {
	h := newHub(t)
	push(t, h.ref("mine:1"), module)
	moved := append([]byte("x"), module...)
	_, err := fetch.Push(t.Context(), h.ref("mine:1"), fetch.Artifact{Wasm: moved, Replace: true}, fetch.Options{})
	require.NoError(t, err)
	m, err := fetch.Open(t.Context(), h.ref("mine:1"), fetch.Options{Digest: sumOf(module)})
	require.NoError(t, err)
	assert.Equal(t, module, m.Wasm)
	m, err = fetch.Open(t.Context(), h.ref("mine:1"), fetch.Options{})
	require.NoError(t, err)
	assert.Equal(t, moved, m.Wasm, "without a digest the tag decides")
}

func TestADigestThatTheRegistryDoesNotHaveIsSaidWithWhatItHas(t *testing.T) {
	h := newHub(t)
	push(t, h.ref("mine:1"), module)
	_, err := fetch.Open(t.Context(), h.ref("mine:1"), fetch.Options{Digest: strings.Repeat("0", 64)})
	require.ErrorIs(t, err, fetch.ErrDigest)
	assert.ErrorContains(t, err, sumOf(module))
	assert.ErrorContains(t, err, strings.Repeat("0", 64)+" is wanted")
}

func TestWhatIsKeptNeedsNoRegistry(t *testing.T) {
	h := newHub(t)
	dir := t.TempDir()
	push(t, h.ref("mine:1"), module)
	_, err := fetch.Open(t.Context(), h.ref("mine:1"), fetch.Options{Dir: dir})
	require.NoError(t, err)
	h.Close()
	pinned := fetch.Options{Dir: dir, Digest: sumOf(module), Offline: true}
	m, err := fetch.Open(t.Context(), h.ref("mine:1"), pinned)
	require.NoError(t, err)
	assert.True(t, m.Kept)
	assert.Equal(t, module, m.Wasm)

	write(t, filepath.Join(dir, "sha256", sumOf(module)+".wasm"), []byte("damaged"))
	_, err = fetch.Open(t.Context(), h.ref("mine:1"), pinned)
	require.ErrorIs(t, err, fetch.ErrOffline, "a damaged file counts as missing")
	_, err = fetch.Open(t.Context(), h.ref("mine:1"), fetch.Options{Dir: dir, Offline: true})
	require.ErrorIs(t, err, fetch.ErrOffline)
	assert.ErrorContains(t, err, "is not pinned")
}

func TestRegistriesThatFailAreNamedWithTheNextStep(t *testing.T) {
	other := append([]byte("y"), module[1:]...)
	tests := []struct {
		name    string
		disturb func(*hub)
		kind    error
		want    string
	}{
		{"another protocol", func(h *hub) {
			h.damage = func(w http.ResponseWriter, r *http.Request) bool {
				if isBlob(r) {
					standin.Switch()(w, r)
				}
				return isBlob(r)
			}
		}, fetch.ErrUnavailable, "switched to another protocol"},
		{"a blob that ends too early", func(h *hub) {
			h.damage = func(w http.ResponseWriter, r *http.Request) bool {
				if isBlob(r) {
					w.Header().Set("Content-Length", fmt.Sprint(len(module)))
					w.Write(module[:5])
				}
				return isBlob(r)
			}
		}, fetch.ErrUnavailable, "ends too early"},
		{"other bytes under the digest", func(h *hub) {
			h.damage = func(w http.ResponseWriter, r *http.Request) bool {
				if isBlob(r) {
					w.Write(other)
				}
				return isBlob(r)
			}
		}, fetch.ErrDigest, sumOf(other) + " instead of " + sumOf(module)},
		{"an endless blob", func(h *hub) {
			h.damage = func(w http.ResponseWriter, r *http.Request) bool {
				if isBlob(r) {
					io.Copy(w, io.LimitReader(zeros{}, 1<<20))
				}
				return isBlob(r)
			}
		}, nil, "is too large: it has more than 1000 bytes"},
		{"a registry that is gone", func(h *hub) { h.Server.Close() }, fetch.ErrUnavailable, "check the address and the network"},
		{"a login is needed", func(h *hub) { h.user = "ann" }, nil, "401 Unauthorized; log in to the registry"},
		{"a redirect to plain http elsewhere", func(h *hub) {
			h.damage = func(w http.ResponseWriter, r *http.Request) bool {
				if isBlob(r) {
					http.Redirect(w, r, "http://registry.invalid/x", http.StatusTemporaryRedirect)
				}
				return isBlob(r)
			}
		}, fetch.ErrUnavailable, "redirects to http://registry.invalid, which is not encrypted"},
		{"a manifest that is no JSON", func(h *hub) {
			h.damage = func(w http.ResponseWriter, r *http.Request) bool {
				if strings.Contains(r.URL.Path, "/manifests/") {
					w.Header().Set("Content-Type", "application/vnd.oci.image.manifest.v1+json")
					w.Write([]byte("<html>"))
				}
				return strings.Contains(r.URL.Path, "/manifests/")
			}
		}, nil, "has a manifest that is no JSON"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := newHub(t)
			push(t, h.ref("mine:1"), module)
			test.disturb(h)
			_, err := fetch.Open(t.Context(), h.ref("mine:1"), fetch.Options{MaxBytes: 1000})
			require.Error(t, err)
			if test.kind != nil {
				require.ErrorIs(t, err, test.kind)
			}
			assert.ErrorContains(t, err, test.want)
			assert.ErrorContains(t, err, h.ref("mine:1"))
		})
	}
}

// zeros is an endless stream.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestCredentialsComeFromTheDockerConfigFile(t *testing.T) {
	h := newHub(t)
	h.user = "ann"
	config := filepath.Join(t.TempDir(), "config.json")
	login := base64.StdEncoding.EncodeToString([]byte("ann:secret"))
	write(t, config, fmt.Appendf(nil, `{"auths":{%q:{"auth":%q}}}`, strings.TrimPrefix(h.URL, "http://"), login))
	o := fetch.Options{Credentials: config}
	_, err := fetch.Push(t.Context(), h.ref("mine:1"), fetch.Artifact{Wasm: module}, o)
	require.NoError(t, err)
	m, err := fetch.Open(t.Context(), h.ref("mine:1"), o)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(module, m.Wasm))
	_, err = fetch.Open(t.Context(), h.ref("mine:1"), fetch.Options{Credentials: config + ".missing"})
	assert.ErrorContains(t, err, "log in")
}

func TestAnArtifactWithoutAModuleIsNoPlugin(t *testing.T) {
	h := newHub(t)
	body := `{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":{"mediaType":"x/y","digest":"sha256:` + sumOf(nil) + `","size":0},"layers":[]}`
	r := httptest.NewRequest(http.MethodPut, "/v2/image/manifests/1", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/vnd.oci.image.manifest.v1+json")
	w := httptest.NewRecorder()
	h.Handler.ServeHTTP(w, r)
	require.Equal(t, http.StatusCreated, w.Code)
	_, err := fetch.Open(t.Context(), h.ref("image:1"), fetch.Options{})
	assert.ErrorContains(t, err, "holds no plugin: of its layers 0 have the type application/wasm")
	_, err = fetch.Open(t.Context(), h.ref("image:2"), fetch.Options{})
	assert.ErrorContains(t, err, "is not in the registry")
}
