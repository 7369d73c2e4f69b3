package web_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// good is a good answer.
const good = `{"hits":["one"]}`

// key and mail are the secrets of the tests.
const (
	key  = "sk-very-secret-1234"
	mail = "somebody@example.org"
)

// memory is a web.Cache in memory.
type memory struct {
	mu   sync.Mutex
	kept map[web.Key][]byte
}

func (m *memory) Do(ctx context.Context, _ string, k web.Key, fn func(context.Context) ([]byte, error)) ([]byte, error) {
	if body, ok, _ := m.Get("", k); ok {
		return body, nil
	}
	body, err := fn(ctx)
	if err == nil {
		m.mu.Lock()
		m.kept[k] = body
		m.mu.Unlock()
	}
	return body, err
}

func (m *memory) Get(_ string, k web.Key) ([]byte, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	body, ok := m.kept[k]
	return body, ok, nil
}

// A world is a stand-in with one provider and a transport, in a bubble of fake time.
type world struct {
	server    *standin.Server
	governor  *outbound.Governor
	transport *web.Transport
	cache     *memory
	provider  web.Provider
}

// inWorld runs a test on a fake clock, in memory.
func inWorld(t *testing.T, change func(*world, *web.Options), test func(t *testing.T, w *world)) {
	synctest.Test(t, func(t *testing.T) {
		w := &world{cache: &memory{kept: map[web.Key][]byte{}}}
		w.server = standin.New(
			standin.Route{Provider: "p", Limits: standin.Limits{Interval: 100 * time.Millisecond, InFlight: 2}, Answer: standin.JSON(good)},
			standin.Route{Provider: "q", Answer: standin.JSON(good)})
		w.provider = web.Provider{
			Name: "p", Base: standin.PipeBase + "/p", Format: web.JSON, MaxBytes: 1 << 20,
			Limits: outbound.Limits{Interval: 100 * time.Millisecond, InFlight: 2}, Secrets: []string{key, mail},
			Authorize: func(r *http.Request) {
				r.Header.Set("X-Key", key)
				q := r.URL.Query()
				q.Set("mailto", mail)
				r.URL.RawQuery = q.Encode()
			},
		}
		dial, stop := w.server.Pipe()
		defer stop()
		governor, err := outbound.NewGovernor(outbound.GovernorOptions{Dir: t.TempDir(), Uptime: unknownUptime})
		require.NoError(t, err)
		w.governor = governor
		o := web.Options{Governor: governor, Cache: w.cache, Dial: dial, Seed: 7, Prices: map[string]int64{"p": 5000}}
		if change != nil {
			change(w, &o)
		}
		w.transport, err = web.New(o)
		require.NoError(t, err)
		defer func() { require.NoError(t, w.transport.Close()) }()
		test(t, w)
	})
}

func (w *world) client(t *testing.T) *web.Client {
	t.Helper()
	c, err := w.transport.Client(w.provider)
	require.NoError(t, err)
	return c
}

// parse holds an answer to having hits.
func parse(body []byte) ([]string, error) {
	var v struct {
		Hits []string `json:"hits"`
	}
	if err := json.Unmarshal(body, &v); err != nil {
		return nil, err
	}
	if v.Hits == nil {
		return nil, errors.New("no hits in it")
	}
	return v.Hits, nil
}

var search = web.Request{Op: "search", Path: "/search", Query: map[string][]string{"q": {"ice"}}}

func (w *world) get(t *testing.T, ctx context.Context) ([]string, error) {
	t.Helper()
	return web.Get(ctx, w.client(t), search, parse)
}

// Failure is the error as an *web.Error.
func failure(t *testing.T, err error) *outbound.Error {
	t.Helper()
	var e *outbound.Error
	require.ErrorAs(t, err, &e)
	return e
}
