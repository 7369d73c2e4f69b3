package roles_test

import (
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/roles"
	"github.com/sparkhost/sparkhost/host/model/standin"
	"github.com/sparkhost/sparkhost/host/outbound"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// canary is the key of the tests: it must be in the requests and nowhere else.
const canary = "sk-canary-0123456789abcdef"

var environ = []string{"THE_KEY=" + canary}

// wires are the two ways to the stand-in.
var wires = []string{"anthropic", "openai"}

// serve starts a stand-in on loopback.
func serve(t *testing.T, exchanges ...standin.Exchange) (*standin.Server, string) {
	t.Helper()
	s, err := standin.New(standin.Script{Exchanges: exchanges})
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	t.Cleanup(func() {
		require.NoError(t, s.Close())
		require.NoError(t, <-done)
	})
	return s, "http://" + l.Addr().String()
}

// config binds the role synthesis to the stand-in.
func config(wire, base string) roles.Config {
	if wire == "openai" {
		base += "/v1"
	}
	return roles.Config{
		Endpoints: map[string]roles.Endpoint{"test": {Wire: wire, BaseURL: base, Model: "claude-sonnet-4-5", KeyEnv: "THE_KEY"}},
		Roles:     map[model.Role]string{model.Synthesis: "test"},
	}
}

func options(t *testing.T) roles.Options {
	t.Helper()
	g, err := outbound.NewGovernor(outbound.GovernorOptions{})
	require.NoError(t, err)
	return roles.Options{Governor: g, Backoff: time.Millisecond}
}

// opened is the model of role synthesis.
func opened(t *testing.T, c roles.Config, o roles.Options) model.Model {
	t.Helper()
	set, err := roles.Open(c, environ, o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, set.Close()) })
	return set.Role(model.Synthesis, nil)
}

// schema of the tests: an object with a score from 0 to 1.
const schema = `{"type":"object","properties":{"score":{"type":"number","minimum":0,"maximum":1}},"required":["score"],"additionalProperties":false}`

func request(text string) model.Request {
	return model.Request{
		Role: model.Synthesis, Purpose: "test.v1", System: "You score.", MaxOutput: 100,
		Messages: []model.Message{{From: model.User, Text: text}},
	}
}

func structured(text string) model.Request {
	r := request(text)
	r.Schema = []byte(schema)
	return r
}
