package web_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// inDisguise answers 200 with an error in the body.
var inDisguise = standin.JSON(`{"errCode":404,"errMsg":"Invalid page size"}`)

func TestAProviderThatKeepsFailing(t *testing.T) {
	tests := []struct {
		name  string
		fault http.HandlerFunc
		class outbound.Class
		calls int
		says  string
	}{
		{"with 429 is asked five times", standin.Status(429), outbound.RateLimited, 5, "Too Many Requests"},
		{"with 429 and seconds is asked five times", standin.Status(429, "Retry-After", "2"), outbound.RateLimited, 5, "try again in 2s"},
		{"with 429 for an hour is asked once", standin.Status(429, "Retry-After", "3600"), outbound.QuotaGone, 1, "try again in 1h0m0s"},
		{"with 500 is asked five times", standin.Status(500), outbound.Transient, 5, "HTTP 500"},
		{"with 503 is asked five times", standin.Status(503), outbound.Transient, 5, "HTTP 503"},
		{"with 408 is asked five times", standin.Status(408), outbound.Transient, 5, "HTTP 408"},
		{"with 501 is asked once", standin.Status(501), outbound.BadRequest, 1, "HTTP 501"},
		{"with 401 is asked once", standin.Status(401), outbound.Blocked, 1, "HTTP 401"},
		{"with 403 is asked once", standin.Status(403), outbound.Blocked, 1, "Forbidden"},
		{"with 400 is asked once", standin.Status(400), outbound.BadRequest, 1, "Bad Request"},
		{"with 404 is asked once", standin.Status(404), outbound.NotFound, 1, "Not Found"},
		{"with HTML is asked once", standin.HTML(), outbound.Malformed, 1, "an HTML page where JSON is due"},
		{"with text is asked once", standin.Body("application/json", "Rate exceeded."), outbound.Malformed, 1, "other text where JSON is due"},
		{"with nothing is asked five times", standin.JSON(""), outbound.Transient, 5, "a blank answer"},
		{"with an error in a 200 is asked once", inDisguise, outbound.Malformed, 1, "no hits in it"},
		{"with half a body is asked five times", standin.Truncated(good), outbound.Transient, 5, "cut off"},
		{"with a slow drip is asked five times", standin.Drip(), outbound.Transient, 5, "no whole answer in time"},
		{"with an endless body is asked once", standin.Endless(), outbound.Malformed, 1, "larger than 1048576 bytes"},
		{"with a body that unpacks to 64 MiB is asked once", standin.Bomb(64 << 20), outbound.Malformed, 1, "larger than 1048576 bytes"},
		{"with a redirect to another host is asked once", standin.Redirect("http://elsewhere.test/p"), outbound.Malformed, 1, "another host: elsewhere.test"},
		{"with redirects in a circle is asked four times", standin.Redirect("/p/search"), outbound.Malformed, 4, "too many redirects"},
		{"with half a gzip is asked five times", standin.Gzip(good, 6), outbound.Transient, 5, "cut off"},
		{"with a gzip that is none is asked five times", standin.BadGzip(), outbound.Transient, 5, "does not unpack"},
		{"with another protocol is asked once", standin.Switch(), outbound.Malformed, 1, "switched to another protocol"},
		{"with a packing we did not ask for is asked once", standin.Status(200, "Content-Encoding", "br"), outbound.Malformed, 1, `packed as "br"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			inWorld(t, nil, func(t *testing.T, w *world) {
				w.server.Fail("p", -1, tt.fault)
				_, err := w.get(t, t.Context())
				e := failure(t, err)
				assert.Equal(t, tt.class, e.Class, e.Error())
				assert.Contains(t, e.Error(), tt.says)
				assert.Equal(t, tt.class == outbound.NotFound, e.Is(retrieval.ErrNotFound))
				assert.Len(t, w.server.Requests("p"), tt.calls)
				assert.Empty(t, w.server.Violations("p"))
				assert.Empty(t, w.cache.kept, "an error was cached")
				n := w.transport.Report().Provider("p")
				assert.Equal(t, []int{tt.calls, 1}, []int{n.Calls, n.Failures})
				assert.Equal(t, tt.class, n.Last)
				assert.Zero(t, n.CostMicroUSD, "only answers are paid")
			})
		})
	}
}

func TestAReaderThatPanicsGivesItsPermitBack(t *testing.T) {
	inWorld(t, func(w *world, _ *web.Options) { w.provider.Limits.InFlight = 1 }, func(t *testing.T, w *world) {
		assert.Panics(t, func() {
			_, _ = web.Get(t.Context(), w.client(t), web.Request{Op: "search", Path: "/search"}, func([]byte) (int, error) { panic("a reader's mistake") })
		})
		_, err := web.Get(deadline(t, time.Second), w.client(t), web.Request{Op: "search", Path: "/other"}, parse)
		assert.NoError(t, err)
	})
}

func TestAProviderThatFailsAndRecoversIsAnsweredFrom(t *testing.T) {
	faults := map[string]http.HandlerFunc{
		"429": standin.Status(429), "503": standin.Status(503), "half a body": standin.Truncated(good), "half a gzip": standin.Gzip(good, 6),
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			inWorld(t, nil, func(t *testing.T, w *world) {
				w.server.Fail("p", 2, fault)
				hits, err := w.get(t, t.Context())
				require.NoError(t, err)
				assert.Equal(t, []string{"one"}, hits)
				n := w.transport.Report().Provider("p")
				assert.Equal(t, []int{3, 2, 0}, []int{n.Calls, n.Retries, n.Failures})
				assert.Equal(t, int64(5000), n.CostMicroUSD)
			})
		})
	}
}

func TestRetryAfterIsHeededByAllCallers(t *testing.T) {
	headers := map[string]func() string{
		"as seconds": func() string { return "7" },
		"as a date":  func() string { return time.Now().Add(7 * time.Second).UTC().Format(http.TimeFormat) },
	}
	for name, header := range headers {
		t.Run(name, func(t *testing.T) {
			inWorld(t, nil, func(t *testing.T, w *world) {
				w.server.Fail("p", 1, func(rw http.ResponseWriter, r *http.Request) { standin.Status(429, "Retry-After", header())(rw, r) })
				start := time.Now()
				_, err := w.get(t, t.Context())
				require.NoError(t, err)
				assert.InDelta(t, 7, time.Since(start).Seconds(), 0.2)

				w.server.Fail("p", 1, standin.Status(429, "Retry-After", "50"))
				_, err = web.Get(deadline(t, 10*time.Second), w.client(t), web.Request{Op: "search", Path: "/other"}, parse)
				assert.Equal(t, outbound.RateLimited, failure(t, err).Class, "its wait passes the deadline: it says so at once")
				start = time.Now()
				_, err = web.Get(t.Context(), w.client(t), web.Request{Op: "search", Path: "/third"}, parse)
				require.NoError(t, err)
				assert.InDelta(t, 50, time.Since(start).Seconds(), 0.2, "who comes later waits, too")
			})
		})
	}
}

func deadline(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

func TestBackOffNeverPassesTheDeadline(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		w.server.Fail("p", -1, standin.Status(503, "Retry-After", "20"))
		start := time.Now()
		_, err := w.get(t, deadline(t, 10*time.Second))
		e := failure(t, err)
		assert.Equal(t, outbound.Transient, e.Class)
		assert.Equal(t, 1, e.Tries)
		assert.Less(t, time.Since(start), time.Second, "it gives up at once, not at the deadline")
	})
}

func TestABreakerOpensLetsOneProbeThroughAndCloses(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		w.server.Fail("p", 6, standin.Status(503))
		_, err := w.get(t, t.Context())
		require.Error(t, err)
		_, err = w.get(t, t.Context())
		assert.Equal(t, outbound.Unavailable, failure(t, err).Class)
		assert.Len(t, w.server.Requests("p"), 5, "an open breaker asks nobody")

		time.Sleep(61 * time.Second)
		_, err = w.get(t, t.Context())
		assert.Equal(t, outbound.Unavailable, failure(t, err).Class, "the probe failed: open again")
		assert.Len(t, w.server.Requests("p"), 6)

		time.Sleep(61 * time.Second)
		_, err = w.get(t, t.Context())
		assert.NoError(t, err)
	})
}

func TestABlockedAccountIsOutForAllProcessesAnotherAccountIsNot(t *testing.T) {
	dir := t.TempDir()
	shared := func(w *world, o *web.Options) {
		o.Governor, _ = outbound.NewGovernor(outbound.GovernorOptions{Dir: dir, Uptime: unknownUptime})
		w.governor = o.Governor
	}
	inWorld(t, shared, func(t *testing.T, w *world) {
		w.server.Fail("p", 1, standin.Status(403))
		_, err := w.get(t, t.Context())
		assert.Equal(t, outbound.Blocked, failure(t, err).Class)
		time.Sleep(48 * time.Hour)
		_, err = w.get(t, t.Context())
		assert.Equal(t, outbound.Unavailable, failure(t, err).Class, "this process does not ask again")
		assert.ErrorIs(t, err, outbound.ErrAccountRefused)

		w.provider.Secrets = []string{"another-key"}
		_, err = w.get(t, t.Context())
		assert.NoError(t, err)
	})
	inWorld(t, shared, func(t *testing.T, w *world) { // bubbles start at the same time: "another process, a moment later"
		_, err := w.get(t, t.Context())
		assert.Equal(t, outbound.Unavailable, failure(t, err).Class)
		assert.ErrorIs(t, err, outbound.ErrAccountRefused)
		require.NoError(t, w.governor.Reset(t.Context(), "p"))
		_, err = w.get(t, t.Context())
		assert.NoError(t, err)
	})
}

func TestABudgetThatIsUsedUpStopsTheProviderUntilItsReset(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		left := 0.0005
		w.provider.Budget = func(http.Header, time.Time) outbound.Budget {
			return outbound.Budget{Remaining: &left, Need: 0.001, Reset: time.Hour}
		}
		_, err := w.get(t, t.Context())
		require.NoError(t, err, "the answer itself is good")
		other := web.Request{Op: "search", Path: "/other"}
		_, err = web.Get(t.Context(), w.client(t), other, parse)
		e := failure(t, err)
		assert.Equal(t, []any{outbound.Unavailable, time.Hour}, []any{e.Class, e.After})
		assert.NotErrorIs(t, err, outbound.ErrAccountRefused)
		time.Sleep(time.Hour)
		_, err = web.Get(t.Context(), w.client(t), other, parse)
		assert.NoError(t, err)
	})
}

func TestStricterLimitsThatAnAnswerStatesHold(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		w.provider.Budget = func(http.Header, time.Time) outbound.Budget {
			return outbound.Budget{Interval: 3 * time.Second, InFlight: 1}
		}
		c, start := w.client(t), time.Now()
		for _, path := range []string{"/a", "/b", "/c"} {
			_, err := web.Get(t.Context(), c, web.Request{Op: "search", Path: path}, parse)
			require.NoError(t, err)
		}
		assert.Equal(t, 6*time.Second, time.Since(start).Round(time.Millisecond))
	})
}

func TestARedirectWithinTheHostIsARequestOfItsOwn(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		w.server.Fail("p", 1, standin.Redirect("/p/moved?x=1&mailto="+strings.ReplaceAll(mail, "@", "%40")))
		_, err := w.get(t, t.Context())
		require.NoError(t, err)
		assert.Equal(t, 2, w.transport.Report().Provider("p").Calls)
		assert.Empty(t, w.server.Violations("p"), "and keeps its distance")
	})
}

func TestARedirectToAnAllowedHostCarriesNoSecret(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		w.provider.Hosts = []string{"mirror.test"}
		w.server.Fail("p", 1, func(rw http.ResponseWriter, r *http.Request) {
			standin.Redirect("http://mirror.test/q/moved?"+r.URL.RawQuery)(rw, r)
		})
		_, err := w.get(t, t.Context())
		require.NoError(t, err)
		assert.Equal(t, []string{"GET /moved?q=ice"}, w.server.Requests("q"))
	})
}
