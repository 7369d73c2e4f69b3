//go:build keyless

package keyless_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/sign"
	"github.com/sparkhost/sparkhost/host/sign/keyless"
	"github.com/sparkhost/sparkhost/host/sign/signtest"
)

const (
	workflow = "https://forge.example/team/brevity/.github/workflows/release.yml@refs/tags/v1.2.0"
	issuer   = "https://token.forge.example"
)

func TestWhatIsSignedForATokenVerifiesByItsIdentity(t *testing.T) {
	module, at := []byte("a module"), signtest.Start(t)
	s, err := keyless.New(signtest.Token(issuer, workflow), at.Root, keyless.Services{Authority: at.URL, Log: at.URL})
	require.NoError(t, err)
	assert.Nil(t, s.Identity())
	about := sign.SubjectOf("brevity.wasm", sign.ArtifactOf(module).Digest)
	const behaviour = "https://example.com/behaviour"
	for predicate, make := range map[string]func(context.Context) (*sign.Bundle, error){
		sign.PredicateSignature: func(ctx context.Context) (*sign.Bundle, error) { return s.SignBytes(ctx, module) },
		behaviour: func(ctx context.Context) (*sign.Bundle, error) {
			return s.SignStatement(ctx, behaviour, json.RawMessage(`{"fuel":7}`), about)
		},
	} {
		b, err := make(t.Context())
		require.NoError(t, err)
		text, err := b.JSON()
		require.NoError(t, err)
		mine, err := sign.NewIdentity(issuer, workflow, at.Root)
		require.NoError(t, err)
		assert.Equal(t, mine.ID, s.Identity().ID)
		signed, err := sign.Verify([][]byte{text}, sign.Signers{Identities: []*sign.Identity{mine}}, sign.ArtifactOf(module), predicate)
		require.NoError(t, err)
		assert.Equal(t, mine.ID, signed.Signer)
		if predicate == behaviour {
			assert.JSONEq(t, `{"fuel":7}`, string(signed.Statement.Predicate))
		}
	}
}

func TestNothingIsSignedThatDoesNotVerify(t *testing.T) {
	at, other := signtest.Start(t), signtest.Start(t)
	empty := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_, _ = w.Write([]byte("{}"))
	}))
	defer empty.Close()
	good := signtest.Token(issuer, workflow)
	tests := []struct {
		name, token string
		root        []byte
		services    keyless.Services
	}{
		{"no token", "nonsense", at.Root, keyless.Services{Authority: at.URL, Log: at.URL}},
		{"the root of another instance", good, other.Root, keyless.Services{Authority: at.URL, Log: at.URL}},
		{"the log of another instance", good, at.Root, keyless.Services{Authority: at.URL, Log: other.URL}},
		{"a log that answers nothing", good, at.Root, keyless.Services{Authority: at.URL, Log: empty.URL}},
		{"an authority that answers nothing", good, at.Root, keyless.Services{Authority: empty.URL, Log: at.URL}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, err := keyless.New(test.token, test.root, test.services)
			require.NoError(t, err)
			_, err = s.SignBytes(t.Context(), []byte("a module"))
			require.ErrorIs(t, err, keyless.ErrServices)
		})
	}
	_, err := keyless.New(good, []byte("{}"), keyless.Services{})
	require.ErrorIs(t, err, sign.ErrIdentity)
}

func TestServicesCannotHoldASignatureNorPassTheTokenOn(t *testing.T) {
	at := signtest.Start(t)
	passed := make(chan string, 1)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { passed <- r.Header.Get("Authorization") }))
	defer elsewhere.Close()
	redirects := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer redirects.Close()
	echoes := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, r.Header.Get("Authorization"), http.StatusBadRequest)
	}))
	defer echoes.Close()
	switches := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := w.(http.Hijacker).Hijack()
		if assert.NoError(t, err) {
			_, _ = c.Write([]byte("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"))
		}
	}))
	defer switches.Close()
	token := signtest.Token(issuer, workflow)
	for name, services := range map[string]keyless.Services{
		"redirects": {Authority: redirects.URL, Log: at.URL}, "echoes": {Authority: echoes.URL, Log: at.URL},
		"switches": {Authority: at.URL, Log: switches.URL}, "no log": {Authority: at.URL, Log: "nonsense"},
	} {
		s, err := keyless.New(token, at.Root, services)
		require.NoError(t, err)
		_, err = s.SignBytes(t.Context(), []byte("a module"))
		require.ErrorIs(t, err, keyless.ErrServices, name)
		assert.NotContains(t, err.Error(), token, name)
	}
	assert.Empty(t, passed)
	ended, end := context.WithCancel(t.Context())
	end()
	s, err := keyless.New(token, at.Root, keyless.Services{Authority: at.URL, Log: at.URL})
	require.NoError(t, err)
	_, err = s.SignBytes(ended, []byte("a module"))
	require.ErrorIs(t, err, context.Canceled)
}
