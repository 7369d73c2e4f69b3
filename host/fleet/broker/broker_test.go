package broker_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/sparkhost/sparkhost/host/fleet/broker"
	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const wait = 2 * time.Second

func TestTheQueueOfAProcessIsThereForOneProcessAtATime(t *testing.T) {
	dir := t.TempDir()
	b, err := broker.Open(t.Context(), broker.Options{Dir: dir})
	require.NoError(t, err)
	assert.True(t, b.Embedded())
	_, err = broker.Open(t.Context(), broker.Options{Dir: dir, Wait: 50 * time.Millisecond})
	assert.ErrorIs(t, err, broker.ErrInUse)
	assert.ErrorContains(t, err, "give --nats to both")
	require.NoError(t, b.Close())
	b, err = broker.Open(t.Context(), broker.Options{Dir: dir, Sync: true})
	require.NoError(t, err)
	require.NoError(t, b.Close())
}

func TestAServerWithoutStreamsIsNamedAsSuch(t *testing.T) {
	s := fleettest.Start(t, 1, func(o *server.Options) { o.JetStream = false })
	_, err := broker.Open(t.Context(), broker.Options{URL: s.URL(), Wait: wait})
	assert.ErrorContains(t, err, "start it with JetStream")
}

func TestAClusterOfThreeKeepsThreeCopies(t *testing.T) {
	b, err := broker.Open(t.Context(), broker.Options{URL: fleettest.Start(t, 3, nil).URL()})
	require.NoError(t, err)
	assert.Equal(t, 3, b.Replicas)
	require.NoError(t, b.Close())
}

// authority signs certificates for 127.0.0.1, which it writes into a folder with their keys.
func authority(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	ca := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "ca"}, NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	write(t, dir, "ca", ca, ca, key, key)
	for i, name := range []string{"server", "client"} {
		own, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		require.NoError(t, err)
		write(t, dir, name, &x509.Certificate{
			SerialNumber: big.NewInt(int64(i) + 2), Subject: pkix.Name{CommonName: name}, NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
			ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		}, ca, own, key)
	}
	return dir
}

func write(t *testing.T, dir, name string, c, ca *x509.Certificate, own, signer *ecdsa.PrivateKey) {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, c, ca, &own.PublicKey, signer)
	require.NoError(t, err)
	secret, err := x509.MarshalPKCS8PrivateKey(own)
	require.NoError(t, err)
	for file, block := range map[string]*pem.Block{name + ".pem": {Type: "CERTIFICATE", Bytes: der}, name + ".key": {Type: "PRIVATE KEY", Bytes: secret}} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, file), pem.EncodeToMemory(block), 0o600))
	}
}

func TestServersThatAskForCertificatesLetInWhoHasOne(t *testing.T) {
	dir := authority(t)
	in := func(name string) string { return filepath.Join(dir, name) }
	s := fleettest.Start(t, 1, func(o *server.Options) {
		pair, err := tls.LoadX509KeyPair(in("server.pem"), in("server.key"))
		require.NoError(t, err)
		pool := x509.NewCertPool()
		ca, err := os.ReadFile(in("ca.pem"))
		require.NoError(t, err)
		require.True(t, pool.AppendCertsFromPEM(ca))
		o.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, ClientCAs: pool, ClientAuth: tls.RequireAndVerifyClientCert, MinVersion: tls.VersionTLS12}
		o.TLSTimeout = 5
	})
	b, err := broker.Open(t.Context(), broker.Options{URL: s.URL(), CA: in("ca.pem"), Cert: in("client.pem"), Key: in("client.key"), Wait: wait})
	require.NoError(t, err)
	require.NoError(t, b.Close())
	for _, o := range []broker.Options{{}, {CA: in("ca.pem")}, {CA: in("ca.pem"), Cert: in("client.pem")}} {
		o.URL, o.Wait = s.URL(), wait
		_, err := broker.Open(t.Context(), o)
		assert.ErrorContains(t, err, "--nats-cert")
	}
}

func TestWhoAsksForTLSWhereThereIsNoneIsToldSo(t *testing.T) {
	url := fleettest.Start(t, 1, nil).URL()
	_, err := broker.Open(t.Context(), broker.Options{URL: strings.Replace(url, "nats://", "tls://", 1), Wait: wait})
	assert.ErrorContains(t, err, "the servers have no TLS; use nats://")
}

// credentials makes an operator with one account for the server, and a file of credentials of a user.
func credentials(t *testing.T) (configure func(*server.Options), file string) {
	t.Helper()
	operator, err := nkeys.CreateOperator()
	require.NoError(t, err)
	account, err := nkeys.CreateAccount()
	require.NoError(t, err)
	user, err := nkeys.CreateUser()
	require.NoError(t, err)
	operatorKey, _ := operator.PublicKey()
	accountKey, _ := account.PublicKey()
	userKey, _ := user.PublicKey()
	operatorToken, err := jwt.NewOperatorClaims(operatorKey).Encode(operator)
	require.NoError(t, err)
	claims := jwt.NewAccountClaims(accountKey)
	claims.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: -1, Streams: -1, Consumer: -1}
	accountToken, err := claims.Encode(operator)
	require.NoError(t, err)
	system, err := nkeys.CreateAccount()
	require.NoError(t, err)
	systemKey, _ := system.PublicKey()
	systemToken, err := jwt.NewAccountClaims(systemKey).Encode(operator)
	require.NoError(t, err)
	userToken, err := jwt.NewUserClaims(userKey).Encode(account)
	require.NoError(t, err)
	seed, err := user.Seed()
	require.NoError(t, err)
	text, err := jwt.FormatUserConfig(userToken, seed)
	require.NoError(t, err)
	file = filepath.Join(t.TempDir(), "worker.creds")
	require.NoError(t, os.WriteFile(file, text, 0o600))
	return func(o *server.Options) {
		trusted, err := jwt.DecodeOperatorClaims(operatorToken)
		require.NoError(t, err)
		resolver := &server.MemAccResolver{}
		require.NoError(t, resolver.Store(accountKey, accountToken))
		require.NoError(t, resolver.Store(systemKey, systemToken))
		o.SystemAccount = systemKey
		o.TrustedOperators, o.AccountResolver = []*jwt.OperatorClaims{trusted}, resolver
	}, file
}

func TestServersThatAskForCredentialsLetInWhoHasThem(t *testing.T) {
	configure, file := credentials(t)
	s := fleettest.Start(t, 1, configure)
	b, err := broker.Open(t.Context(), broker.Options{URL: s.URL(), Creds: file, Wait: wait})
	require.NoError(t, err)
	require.NoError(t, b.Close())
	_, err = broker.Open(t.Context(), broker.Options{URL: s.URL(), Wait: wait})
	assert.ErrorContains(t, err, "check --nats-creds")
	_, err = broker.Open(t.Context(), broker.Options{URL: s.URL(), Creds: file + ".none", Wait: wait})
	assert.ErrorContains(t, err, "check --nats-creds")
}
