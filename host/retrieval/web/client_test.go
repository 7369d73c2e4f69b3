package web_test

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// real adapts the host's cache, as the host does.
type real struct{ *cache.Cache }

func cacheKey(provider string, k web.Key) cache.Key {
	return cache.NewKey(cache.Kind("http." + provider)).Bytes(k[:]).Sum()
}

func (r real) Do(ctx context.Context, provider string, k web.Key, fn func(context.Context) ([]byte, error)) ([]byte, error) {
	body, _, err := r.Cache.Do(ctx, cacheKey(provider, k), fn)
	return body, err
}

func (r real) Get(provider string, k web.Key) ([]byte, bool, error) {
	return r.Cache.Get(cacheKey(provider, k))
}

// On the real cache and the real network of this machine: callers that want the same thing at the same
// time share one request, and each report says who paid.
func TestCallersOfOneThingShareARequest(t *testing.T) {
	s := standin.New(standin.Route{Provider: "p", Latency: 50 * time.Millisecond, Answer: standin.JSON(good)})
	kept, err := cache.OpenMemory()
	require.NoError(t, err)
	defer func() { require.NoError(t, kept.Close()) }()
	tr, err := web.New(web.Options{Governor: governor(t, t.TempDir()), Cache: real{kept}})
	require.NoError(t, err)
	defer func() { require.NoError(t, tr.Close()) }()
	c, err := tr.Client(web.Provider{Name: "p", Base: s.Listen(t) + "/p", Format: web.JSON, Limits: outbound.Limits{InFlight: 4}})
	require.NoError(t, err)
	question := outbound.NewReport()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			hits, err := web.Get(outbound.WithReport(t.Context(), question), c, search, parse)
			assert.NoError(t, err)
			assert.Equal(t, []string{"one"}, hits)
		})
	}
	wg.Wait()
	_, err = web.Get(t.Context(), c, search, parse)
	require.NoError(t, err)
	assert.Len(t, s.Requests("p"), 1)
	assert.Equal(t, outbound.Counters{Calls: 1, CacheHits: 7}, counts(question))
	assert.Equal(t, outbound.Counters{Calls: 1, CacheHits: 8}, counts(tr.Report()))
	assert.Equal(t, []string{"p"}, tr.Report().Providers())
}

// counts are those of provider p without its waits: on a busy machine a file takes its time.
func counts(r *outbound.Report) outbound.Counters {
	c := r.Provider("p")
	c.Waits, c.Waited = 0, 0
	return c
}

func TestTheDeadlineOfOneCallerIsNotAnothers(t *testing.T) {
	kept, err := cache.OpenMemory()
	require.NoError(t, err)
	defer func() { require.NoError(t, kept.Close()) }()
	s := standin.New(standin.Route{Provider: "p", Latency: 200 * time.Millisecond, Answer: standin.JSON(good)})
	tr, err := web.New(web.Options{Governor: governor(t, ""), Cache: real{kept}})
	require.NoError(t, err)
	defer func() { require.NoError(t, tr.Close()) }()
	c, err := tr.Client(web.Provider{Name: "p", Base: s.Listen(t) + "/p", Limits: outbound.Limits{InFlight: 4}})
	require.NoError(t, err)
	hasty := make(chan error)
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	go func() {
		_, err := web.Get(short, c, search, parse)
		hasty <- err
	}()
	_, err = web.Get(t.Context(), c, search, parse)
	assert.NoError(t, err)
	assert.ErrorIs(t, <-hasty, context.DeadlineExceeded)
}

func TestABodyInAnotherCharsetIsReadAsUTF8(t *testing.T) {
	tests := []struct{ name, contentType, body string }{
		{"latin 1", "application/json; charset=ISO-8859-1", "{\"hits\":[\"Bj\xf6rk\"]}"},
		{"UTF-8 with a byte order mark", "application/json", "\ufeff{\"hits\":[\"Björk\"]}"},
		{"a charset that nobody knows", "application/json; charset=klingon", `{"hits":["Björk"]}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			inWorld(t, nil, func(t *testing.T, w *world) {
				w.server.Fail("p", 1, standin.Body(tt.contentType, tt.body))
				hits, err := w.get(t, t.Context())
				require.NoError(t, err)
				assert.Equal(t, []string{"Björk"}, hits)
			})
		})
	}
	t.Run("invalid UTF-8 becomes U+FFFD", func(t *testing.T) {
		inWorld(t, nil, func(t *testing.T, w *world) {
			w.server.Fail("p", 1, standin.JSON("{\"hits\":[\"a\xffb\"]}"))
			hits, err := w.get(t, t.Context())
			require.NoError(t, err)
			assert.Equal(t, []string{"a\ufffdb"}, hits)
		})
	})
}

func TestAGzipAnswerIsUnpackedAndARequestWithABodyIsAPost(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		w.server.Fail("p", 1, standin.Gzip(good, 0))
		_, err := web.Get(t.Context(), w.client(t), web.Request{Op: "batch", Path: "/batch", Body: `{"ids":[]}`}, parse)
		require.NoError(t, err)
		assert.Equal(t, []string{"POST /batch?mailto=somebody%40example.org"}, w.server.Requests("p"))
	})
}

func TestASourceCanJudgeByShape(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		w.provider.Classify = func(a web.Answer) outbound.Verdict {
			if len(a.Body) == 14 {
				return outbound.Verdict{Class: outbound.RateLimited, Detail: "throttled", Wait: 3 * time.Second}
			}
			return a.ByStatus()
		}
		w.server.Fail("p", 1, standin.Body("text/plain", "Rate exceeded."))
		start := time.Now()
		_, err := w.get(t, t.Context())
		require.NoError(t, err)
		assert.InDelta(t, 3, time.Since(start).Seconds(), 0.1)
	})
}

func TestAProviderThatCannotWorkIsRefused(t *testing.T) {
	tr, err := web.New(web.Options{Governor: governor(t, "")})
	require.NoError(t, err)
	for _, p := range []web.Provider{
		{Name: "../up", Base: "https://x.test"}, {Name: "P", Base: "https://x.test"}, {Name: "p"}, {Name: "p", Base: "ftp://x.test"},
		{Name: "p", Base: "https://me:pw@x.test"}, {Name: "p", Base: "https://x.test?key=1"},
	} {
		_, err := tr.Client(p)
		assert.Error(t, err, "%+v", p)
	}
	_, err = web.New(web.Options{})
	assert.Error(t, err, "without a governor nobody is polite")
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC)
	tests := []struct {
		value string
		want  time.Duration
	}{
		{"", 0}, {"120", 2 * time.Minute}, {"1.5", 1500 * time.Millisecond}, {"-3", 0}, {"NaN", 0}, {"soon", 0}, {"1e300", 48 * time.Hour},
		{"Sat, 21 Nov 2026 04:01:00 GMT", time.Minute}, {"Sat, 21 Nov 2026 03:01:00 GMT", 0}, {"Sat, 21 Nov 2099 03:01:00 GMT", 48 * time.Hour},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, outbound.RetryAfter(http.Header{"Retry-After": {tt.value}}, now), tt.value)
	}
}

func TestCredentials(t *testing.T) {
	path := filepath.Join(t.TempDir(), "credentials")
	write := func(text string, mode os.FileMode) {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		require.NoError(t, os.Chmod(path, mode))
	}
	write("# keys\n\nA_KEY = from-file \nB_KEY=b\n", 0o600)
	c, err := outbound.ReadCredentials(path, []string{"A_KEY=from-environment", "B_KEY=", "C_KEY=c", "="})
	require.NoError(t, err)
	assert.Equal(t, []string{"from-environment", "b", "c", ""},
		[]string{c.Value("A_KEY"), c.Value("B_KEY"), c.Value("C_KEY"), c.Value("D_KEY")})
	assert.NotContains(t, c.String()+c.GoString(), "from-")

	write("A_KEY=1", 0o644)
	_, err = outbound.ReadCredentials(path, nil)
	assert.ErrorContains(t, err, "chmod 600")
	write("A_KEY=1\nsecret\n", 0o600)
	_, err = outbound.ReadCredentials(path, nil)
	assert.ErrorContains(t, err, ":2: want NAME=VALUE")
	assert.NotContains(t, err.Error(), "secret")
	_, err = outbound.ReadCredentials(path+"x", nil)
	assert.Error(t, err)
}

// What is kept may be of another version, or imported: where no parser takes it, the provider is asked.
func TestAKeptAnswerThatIsNoneIsAskedForAnew(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		_, err := w.get(t, t.Context())
		require.NoError(t, err)
		for key := range w.cache.kept {
			w.cache.kept[key] = []byte("null")
		}
		hits, err := w.get(t, t.Context())
		require.NoError(t, err)
		assert.Equal(t, []string{"one"}, hits)
		assert.Len(t, w.server.Requests("p"), 2)
	})
}
