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
