package web_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

func TestAMirrorHasALineOfItsOwn(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		mirror := w.provider
		mirror.Base = "http://mirror.test/q"
		c, err := w.transport.Client(mirror)
		require.NoError(t, err)
		w.server.Fail("q", 5, standin.Status(503))
		_, err = web.Get(t.Context(), c, search, parse)
		require.Error(t, err, "five failures open its breaker")
		start := time.Now()
		_, err = w.get(t, t.Context())
		assert.NoError(t, err, "the service itself is asked")
		assert.Zero(t, time.Since(start), "and waits for nobody")
		require.NoError(t, w.governor.Reset(t.Context(), "p"), "of all lines")
		_, err = web.Get(t.Context(), c, web.Request{Op: "search", Path: "/again"}, parse)
		assert.NoError(t, err)
	})
}

func TestWhatOneAddressAnswersIsNotServedForAnother(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		mirror := w.provider
		mirror.Base = standin.PipeBase + "/q"
		c, err := w.transport.Client(mirror)
		require.NoError(t, err)
		for range 2 {
			_, err = web.Get(t.Context(), c, search, parse)
			require.NoError(t, err)
			_, err = w.get(t, t.Context())
			require.NoError(t, err)
		}
		assert.Len(t, w.server.Requests("q"), 1)
		assert.Len(t, w.server.Requests("p"), 1, "the service itself is asked, once")
	})
}

func TestServicesOfOneNameAndNotOneContentHaveRealms(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		_, err := w.get(t, t.Context())
		require.NoError(t, err)
		for _, realm := range []string{"one", "two"} {
			w.provider.Realm = realm
			for range 2 {
				_, err := w.get(t, t.Context())
				require.NoError(t, err)
			}
		}
		assert.Len(t, w.server.Requests("p"), 3, "none answers from another's cache")
	})
}

func TestASourceOfItsOwnTriesAndTime(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		w.provider.Tries, w.provider.Timeout = 2, 3*time.Second
		w.server.Fail("p", -1, standin.Drip())
		start := time.Now()
		_, err := w.get(t, t.Context())
		assert.Equal(t, outbound.Transient, failure(t, err).Class)
		assert.Len(t, w.server.Requests("p"), 2)
		assert.InDelta(t, 6, time.Since(start).Seconds(), 1.2, "two requests and a back-off of a second at most")
	})
}

func TestAskingAnewForgetsThatAProviderIsOut(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		w.server.Fail("p", 1, standin.Status(403))
		_, err := w.get(t, t.Context())
		require.Equal(t, outbound.Blocked, failure(t, err).Class)
		_, err = w.get(t, t.Context())
		require.Equal(t, outbound.Unavailable, failure(t, err).Class)
	})
	dir := t.TempDir()
	share := func(anew bool) func(*world, *web.Options) {
		return func(w *world, o *web.Options) {
			g, err := outbound.NewGovernor(outbound.GovernorOptions{Dir: dir, Uptime: unknownUptime})
			require.NoError(t, err)
			o.Governor, w.governor, o.AskAnew = g, g, anew
		}
	}
	inWorld(t, share(false), func(t *testing.T, w *world) {
		w.server.Fail("p", 1, standin.Status(403))
		_, err := w.get(t, t.Context())
		require.Equal(t, outbound.Blocked, failure(t, err).Class)
	})
	inWorld(t, share(true), func(t *testing.T, w *world) {
		_, err := w.get(t, t.Context())
		assert.NoError(t, err)
	})
}

func TestWhatIsLeftOfAQuotaIsReported(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		left := 41.0
		w.provider.Budget = func(http.Header, time.Time) outbound.Budget { return outbound.Budget{Remaining: &left} }
		_, err := w.get(t, t.Context())
		require.NoError(t, err)
		require.NotNil(t, w.transport.Report().Provider("p").Left)
		assert.Equal(t, 41.0, *w.transport.Report().Provider("p").Left)
	})
}

func TestTheReasonOfAFailureDoesNotDependOnItsTime(t *testing.T) {
	e := outbound.Error{Provider: "p", Class: outbound.RateLimited, Status: 429, Detail: "slow down", After: 200 * time.Millisecond, Tries: 5}
	assert.Equal(t, "p: rate limited (HTTP 429)", e.Reason())
	assert.Equal(t, "p: rate limited (HTTP 429): slow down; try again in 1s (5 tries)", e.Error())
}

func TestRecordingsAreReadInOrderAndNotWrittenTo(t *testing.T) {
	first, second, own := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "own")
	for dir, hits := range map[string]string{first: "first", second: "second"} {
		inWorld(t, func(_ *world, o *web.Options) { o.RecordDir = dir }, func(t *testing.T, w *world) {
			w.server.Fail("p", 2, standin.JSON(strings.ReplaceAll(good, "one", hits)))
			_, err := w.get(t, t.Context())
			require.NoError(t, err)
			if dir == second {
				_, err = web.Get(t.Context(), w.client(t), web.Request{Op: "search", Path: "/more"}, parse)
				require.NoError(t, err)
			}
		})
	}
	offline := func(_ *world, o *web.Options) {
		o.Recordings, o.RecordDir, o.Offline, o.Dial = []string{first, second}, own, true, nil
	}
	inWorld(t, offline, func(t *testing.T, w *world) {
		hits, err := w.get(t, t.Context())
		require.NoError(t, err)
		assert.Equal(t, []string{"first"}, hits)
		hits, err = web.Get(t.Context(), w.client(t), web.Request{Op: "search", Path: "/more"}, parse)
		require.NoError(t, err)
		assert.Equal(t, []string{"second"}, hits)
		_, err = web.Get(t.Context(), w.client(t), web.Request{Op: "search", Path: "/none"}, parse)
		require.Error(t, err)
		assert.Equal(t, outbound.Counters{CacheHits: 2, Failures: 1, Last: outbound.Missing}, w.transport.Report().Provider("p"))
	})
	_, err := os.Stat(own)
	assert.ErrorIs(t, err, os.ErrNotExist, "offline makes no folder")
	_, err = web.New(web.Options{Governor: governor(t, ""), Recordings: []string{own}})
	assert.ErrorContains(t, err, "there is no folder")
}
