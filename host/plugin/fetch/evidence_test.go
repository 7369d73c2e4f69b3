package fetch_test

import (
	"io"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-containerregistry/pkg/registry"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/host/sign"
)

// signer signs as `plugin sign` does.
func signer(t *testing.T) (*sign.PrivateKey, func(manifest, module string) ([]*sign.Bundle, error)) {
	t.Helper()
	k, err := sign.Generate(sign.KindECDSA)
	require.NoError(t, err)
	return k, func(manifest, module string) ([]*sign.Bundle, error) {
		b, err := k.SignStatement(sign.PredicateSignature, nil, sign.SubjectOf("repository", manifest), sign.SubjectOf("m.wasm", module))
		return []*sign.Bundle{b}, err
	}
}

func verify(t *testing.T, m *fetch.Module, o fetch.Options, k *sign.PrivateKey) error {
	t.Helper()
	e, err := m.Evidence(t.Context(), o, false)
	require.NoError(t, err)
	_, err = sign.Verify(e.Bundles, sign.Signers{Keys: []*sign.PublicKey{k.Public}}, e.Artifact(m), sign.PredicateSignature)
	return err
}

func TestASignatureTravelsThroughRegistriesWithAndWithoutTheReferrersAPI(t *testing.T) {
	for name, h := range map[string]*hub{"API": newHub(t), "fallback tag": newHub(t)} {
		if name == "API" {
			h.Handler = registry.New(registry.WithReferrersSupport(true), registry.Logger(log.New(io.Discard, "", 0)))
		}
		dir := t.TempDir()
		o := fetch.Options{Dir: dir}
		push(t, h.ref("mine:1"), module)
		k, bundles := signer(t)
		m, err := fetch.Open(t.Context(), h.ref("mine:1"), o)
		require.NoError(t, err)
		require.ErrorIs(t, verify(t, m, o, k), sign.ErrUnsigned, name)
		for range 2 {
			_, err = fetch.Sign(t.Context(), h.ref("mine:1"), bundles, o)
			require.NoError(t, err)
		}
		require.NoError(t, verify(t, m, o, k), name)
		e, err := m.Evidence(t.Context(), o, true)
		require.NoError(t, err)
		assert.Len(t, e.Bundles, 1, "%s: an equal signature is not sent twice", name)
		h.Close()
		e, err = m.Evidence(t.Context(), fetch.Options{Dir: dir, Offline: true}, true)
		require.NoError(t, err)
		assert.True(t, e.Kept)
		require.NoError(t, verify(t, m, fetch.Options{Dir: dir, Offline: true}, k), name)
	}
}

func TestASignatureOfWhatTheTagHoldsNowIsNoneOfAnEarlierModule(t *testing.T) {
	h := newHub(t)
	push(t, h.ref("mine:1"), module)
	old, err := fetch.Open(t.Context(), h.ref("mine:1"), fetch.Options{})
	require.NoError(t, err)
	_, err = fetch.Push(t.Context(), h.ref("mine:1"), fetch.Artifact{Wasm: append([]byte("x"), module...), Replace: true}, fetch.Options{})
	require.NoError(t, err)
	k, bundles := signer(t)
	_, err = fetch.Sign(t.Context(), h.ref("mine:1"), bundles, fetch.Options{})
	require.NoError(t, err)
	require.ErrorIs(t, verify(t, old, fetch.Options{}, k), sign.ErrUnsigned)
}

func TestSignaturesLieBesideFilesAndAddresses(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "mine.wasm")
	write(t, path, module)
	k, _ := signer(t)
	b, err := k.SignBytes(module)
	require.NoError(t, err)
	text, err := b.JSON()
	require.NoError(t, err)
	server := serve(t, http.FileServer(http.Dir(dir)))
	for _, o := range []struct {
		text string
		fetch.Options
	}{{path, fetch.Options{}}, {server.URL + "/mine.wasm", fetch.Options{Digest: sumOf(module)}}} {
		require.NoError(t, os.RemoveAll(path+fetch.SignatureSuffix))
		m, err := fetch.Open(t.Context(), o.text, o.Options)
		require.NoError(t, err)
		require.ErrorIs(t, verify(t, m, o.Options, k), sign.ErrUnsigned)
		write(t, path+fetch.SignatureSuffix, text)
		require.NoError(t, verify(t, m, o.Options, k))
		write(t, path+fetch.SignatureSuffix, []byte("{"))
		require.ErrorIs(t, verify(t, m, o.Options, k), sign.ErrMalformed)
	}
}

func TestAServerThatFailsIsNotTakenForOneWithoutSignatures(t *testing.T) {
	h := newHub(t)
	push(t, h.ref("mine:1"), module)
	m, err := fetch.Open(t.Context(), h.ref("mine:1"), fetch.Options{})
	require.NoError(t, err)
	h.damage = func(w http.ResponseWriter, _ *http.Request) bool {
		w.WriteHeader(http.StatusForbidden)
		return true
	}
	_, err = m.Evidence(t.Context(), fetch.Options{}, false)
	require.Error(t, err)
}
