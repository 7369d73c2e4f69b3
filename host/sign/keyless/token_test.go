package keyless_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/sign"
	"github.com/sparkhost/sparkhost/host/sign/keyless"
)

func environ(of map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) { v, ok := of[name]; return v, ok }
}

func TestATokenComesFromTheVariableOrTheJob(t *testing.T) {
	answer := `{"value":"of the job"}`
	job := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer secret" || r.URL.Query().Get("audience") != "sigstore" || r.URL.Query().Get("api") != "1" {
			http.Error(w, "who?", http.StatusForbidden)
			return
		}
		_, _ = w.Write([]byte(answer))
	}))
	defer job.Close()
	in := map[string]string{"ACTIONS_ID_TOKEN_REQUEST_URL": job.URL + "?api=1", "ACTIONS_ID_TOKEN_REQUEST_TOKEN": "secret"}
	got, err := keyless.Token(t.Context(), environ(in))
	require.NoError(t, err)
	assert.Equal(t, "of the job", got)
	in[keyless.TokenVariable] = " of the variable\n"
	got, err = keyless.Token(t.Context(), environ(in))
	require.NoError(t, err)
	assert.Equal(t, "of the variable", got)
	delete(in, keyless.TokenVariable)
	for _, answer = range []string{"", "{}", "nonsense"} {
		_, err = keyless.Token(t.Context(), environ(in))
		require.ErrorIs(t, err, keyless.ErrToken)
	}
	in["ACTIONS_ID_TOKEN_REQUEST_TOKEN"] = "wrong"
	_, err = keyless.Token(t.Context(), environ(in))
	require.ErrorContains(t, err, "403")
	_, err = keyless.Token(t.Context(), environ(nil))
	require.ErrorContains(t, err, "SIGSTORE_ID_TOKEN")
}

func TestAProgramWithoutTheTagSaysHowToGetOne(t *testing.T) {
	if sign.Keyless {
		t.Skip("built with the tag keyless")
	}
	_, err := keyless.New("token", nil, keyless.Services{})
	require.ErrorIs(t, err, keyless.ErrNotBuilt)
}
