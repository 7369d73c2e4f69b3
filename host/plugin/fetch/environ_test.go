package fetch_test

import (
	"net/http"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin/fetch"
)

func TestProxyAndCredentialsAreReadFromTheGivenEnvironmentOnly(t *testing.T) {
	t.Setenv(fetch.EnvProxy, "http://elsewhere:1")
	o, err := fetch.FromEnviron(nil, fetch.Options{})
	require.NoError(t, err)
	assert.Nil(t, o.Proxy)
	assert.Empty(t, o.Credentials)
	o, err = fetch.FromEnviron([]string{"HOME=home", "HTTPS_PROXY=http://other:1"}, fetch.Options{})
	require.NoError(t, err)
	assert.Equal(t, filepath.Join("home", ".docker", "config.json"), o.Credentials)
	assert.Nil(t, o.Proxy)
	o, err = fetch.FromEnviron([]string{"HOME=home", "DOCKER_CONFIG=docker", fetch.EnvProxy + "=http://proxy:3128"}, fetch.Options{})
	require.NoError(t, err)
	assert.Equal(t, filepath.Join("docker", "config.json"), o.Credentials)
	assert.Equal(t, "proxy:3128", o.Proxy.Host)
	_, err = fetch.FromEnviron([]string{fetch.EnvProxy + "=3128"}, fetch.Options{})
	assert.ErrorContains(t, err, "SPARKHOST_PROXY is no address of a proxy; write http://HOST:PORT")
}

func TestTheProxyOfTheOptionsIsAskedForOtherMachines(t *testing.T) {
	asked := make(chan string, 9)
	proxy := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.Method + " " + r.Host
		w.WriteHeader(http.StatusForbidden)
	}))
	o, err := fetch.FromEnviron([]string{fetch.EnvProxy + "=" + proxy.URL}, fetch.Options{Digest: sumOf(module)})
	require.NoError(t, err)
	_, err = fetch.Open(t.Context(), "https://plugins.invalid/mine.wasm", o)
	require.Error(t, err)
	assert.Equal(t, "CONNECT plugins.invalid:443", <-asked)
	_, err = fetch.Open(t.Context(), site(t)+"/mine.wasm", o)
	require.NoError(t, err, "this machine is asked directly")
}
