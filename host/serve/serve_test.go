package serve_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/serve"
	"github.com/sparkhost/sparkhost/host/serve/auth"
	"github.com/sparkhost/sparkhost/internal/testwasm"
)

const (
	corpus    = "../../examples/quickstart/corpus.jsonl"
	questions = "../../examples/quickstart/questions.jsonl"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if code == 0 {
		// nats.go v1.55.0 may lose this goroutine when it has put an object: it begins after its channel is gone.
		lost := goleak.IgnoreTopFunction("github.com/nats-io/nats.go/jetstream.(*jetStream).resetPendingAcksOnReconnect")
		if err := goleak.Find(lost); err != nil {
			println(err.Error())
			code = 1
		}
	}
	os.Exit(code)
}

// home is a folder that has the compiled plugins.
func home(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	testwasm.Link(t, dir)
	return dir
}

// A service is a running one.
type service struct {
	t      testing.TB
	url    string
	home   string
	server *serve.Server
	client *http.Client
	token  string
	stop   func() error // ends it and waits
}

// start runs a service on the loopback. Of o, what is not set is as for the sample corpus.
func start(t testing.TB, o serve.Options) *service {
	t.Helper()
	o.Config.Corpus = []string{corpus}
	if o.Config.Home == "" {
		o.Config.Home = home(t)
	}
	s, err := serve.New(context.Background(), o)
	require.NoError(t, err)
	return listen(t, s, o.Config.Home)
}

// listen lets a server serve on the loopback, until the test ends.
func listen(t testing.TB, s *serve.Server, home string) *service {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	transport := &http.Transport{MaxIdleConnsPerHost: 64}
	stop := sync.OnceValue(func() error {
		cancel()
		err := <-done
		transport.CloseIdleConnections()
		return err
	})
	t.Cleanup(func() { assert.NoError(t, stop()) })
	return &service{t: t, url: "http://" + l.Addr().String(), home: home, server: s, client: &http.Client{Transport: transport}, stop: stop}
}

// do sends a request and returns status and body.
func (s *service) do(method, path, kind, body string, headers ...string) (int, http.Header, []byte) {
	s.t.Helper()
	r, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	require.NoError(s.t, err)
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	if s.token != "" {
		r.Header.Set("Authorization", "Bearer "+s.token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := s.client.Do(r)
	require.NoError(s.t, err)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	require.NoError(s.t, err)
	return resp.StatusCode, resp.Header, data
}

// get reads JSON.
func (s *service) get(path string, into any) {
	s.t.Helper()
	status, _, body := s.do("GET", path, "", "")
	require.Equal(s.t, http.StatusOK, status, "%s", body)
	require.NoError(s.t, json.Unmarshal(body, into))
}

// post sends JSON and reads JSON.
func (s *service) post(path string, in, into any) {
	s.t.Helper()
	raw, err := json.Marshal(in)
	require.NoError(s.t, err)
	status, _, body := s.do("POST", path, "application/json", string(raw))
	require.Less(s.t, status, 300, "%s", body)
	require.NoError(s.t, json.Unmarshal(body, into))
}

// lines are the sample questions.
func lines(t testing.TB) [][]byte {
	t.Helper()
	data, err := os.ReadFile(questions)
	require.NoError(t, err)
	return bytes.Split(bytes.TrimSpace(data), []byte("\n"))
}

const rapamycin = `{"id":"q1","type":"claim","question":"Rapamycin inhibits mTORC1."}`

// keyring is one of tokens by role.
func keyring(t testing.TB, tokens ...auth.Token) (*auth.Keyring, []string) {
	t.Helper()
	var secrets []string
	for i := range tokens {
		secret := auth.NewSecret()
		secrets = append(secrets, secret)
		tokens[i].Hash = auth.Hash(secret)
	}
	k, err := auth.NewKeyring(tokens)
	require.NoError(t, err)
	return k, secrets
}

func config(policy string) host.Config { return host.Config{Policy: policy} }

func writeFile(path string, data []byte) error { return os.WriteFile(path, data, 0o600) }

// locked writes under a lock.
type locked struct {
	mu *sync.Mutex
	w  io.Writer
}

// Write implements io.Writer.
func (l locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

func logger(mu *sync.Mutex, w io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(locked{mu, w}, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// A bearer adds a token to each request.
type bearer struct {
	token string
	next  http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	return b.next.RoundTrip(r)
}
