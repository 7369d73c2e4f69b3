package serve_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/serve"
)

// certified writes a certificate for localhost and its key to files, as --tls-cert and --tls-key take them.
func certified(t *testing.T) (certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	made, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	require.NoError(t, err)
	raw, err := x509.MarshalPKCS8PrivateKey(private)
	require.NoError(t, err)
	certificate, key = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	require.NoError(t, os.WriteFile(certificate, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: made}), 0o600))
	require.NoError(t, os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: raw}), 0o600))
	return certificate, key
}

func TestAServiceSpeaksTLSWithACertificateFromFilesAndNothingOlderThan12(t *testing.T) {
	certificate, key := certified(t)
	pair, err := tls.LoadX509KeyPair(certificate, key)
	require.NoError(t, err)
	o := serve.Options{Config: config("baseline"), Certificate: &pair}
	o.Config.Corpus, o.Config.Home = []string{corpus}, home(t)
	s, err := serve.New(context.Background(), o)
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	defer func() {
		cancel()
		assert.NoError(t, <-done)
	}()
	roots := x509.NewCertPool()
	text, err := os.ReadFile(certificate)
	require.NoError(t, err)
	require.True(t, roots.AppendCertsFromPEM(text))
	get := func(scheme string, versions uint16) (*http.Response, error) {
		transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS10, MaxVersion: versions}}
		defer transport.CloseIdleConnections()
		resp, err := (&http.Client{Transport: transport}).Get(scheme + "://" + l.Addr().String() + "/v1/health")
		if err == nil {
			err = resp.Body.Close()
		}
		return resp, err
	}
	resp, err := get("https", tls.VersionTLS13)
	require.NoError(t, err)
	assert.Equal(t, http.StatusOK, resp.StatusCode)
	_, err = get("https", tls.VersionTLS11)
	require.Error(t, err, "TLS 1.1")
	resp, err = get("http", tls.VersionTLS13)
	require.NoError(t, err)
	assert.Equal(t, http.StatusBadRequest, resp.StatusCode, "plain HTTP is refused")
}
