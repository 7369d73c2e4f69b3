//go:build keyless

// Package signtest is a Sigstore instance of a test's own on loopback: an authority that certifies whom a token names, and a
// log. The log is that of sigstore-go's tests; real clients ask both.
package signtest

import (
	"crypto/ecdsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/sigstore/sigstore-go/pkg/root"
	"github.com/sigstore/sigstore-go/pkg/testing/ca"
	"github.com/stretchr/testify/require"
)

// An Instance gives certificates and logs signatures.
type Instance struct {
	URL  string // of authority and log; empty until it is started
	Root []byte // the trusted root, which names no log of certificates

	log  *ca.VirtualSigstore
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// New makes an instance whose Handler nobody serves yet.
func New() (*Instance, error) {
	log, err := ca.NewVirtualSigstore()
	if err != nil {
		return nil, err
	}
	cert, key, err := ca.GenerateRootCa()
	if err != nil {
		return nil, err
	}
	i := &Instance{log: log, cert: cert, key: key}
	logs := log.RekorLogs()
	for id, one := range logs { // the ID of each is the hex text of what it should be
		if one.ID, err = hex.DecodeString(id); err != nil {
			return nil, err
		}
	}
	authority := &root.FulcioCertificateAuthority{Root: cert, ValidityPeriodStart: time.Now().Add(-time.Hour), ValidityPeriodEnd: time.Now().Add(time.Hour)}
	r, err := root.NewTrustedRoot(root.TrustedRootMediaType01, []root.CertificateAuthority{authority}, nil, nil, logs)
	if err != nil {
		return nil, err
	}
	i.Root, err = r.MarshalJSON()
	return i, err
}

// Handler serves authority and log.
func (i *Instance) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/v2/signingCert", i.certify)
	mux.HandleFunc("POST /api/v1/log/entries", i.enter)
	return mux
}

// Start starts an instance on loopback until the test ends.
func Start(t testing.TB) *Instance {
	t.Helper()
	i, err := New()
	require.NoError(t, err)
	server := httptest.NewServer(i.Handler())
	t.Cleanup(server.Close)
	i.URL = server.URL
	return i
}

// Token returns an identity token, unsigned: the instance believes everybody.
func Token(issuer, subject string) string {
	claims, _ := json.Marshal(map[string]string{"iss": issuer, "sub": subject})
	return "e30." + base64.RawURLEncoding.EncodeToString(claims) + ".e30"
}
