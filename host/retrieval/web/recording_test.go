package web_test

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// files returns the files below dir by relative name.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		out[filepath.ToSlash(name)] = string(b)
		return err
	}))
	return out
}

// echoing answers with all the secrets that it was sent.
func echoing(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: "session", Value: "crumb"})
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"hits":["one"],"next":"https://x.test/?%s","key":%q,"mail":%q}`, r.URL.RawQuery, r.Header.Get("X-Key"), mail)
}

func TestARecordingAnswersOfflineWithTheSameBytesAndHoldsNoSecret(t *testing.T) {
	dir := t.TempDir()
	record := func(w *world, o *web.Options) { o.RecordDir = dir }
	var online []string
	var failed string
	inWorld(t, record, func(t *testing.T, w *world) {
		w.server.Fail("p", 1, echoing)
		_, err := w.get(t, t.Context())
		require.NoError(t, err)
		online, err = w.get(t, t.Context())
		require.NoError(t, err)
		assert.Len(t, w.server.Requests("p"), 1, "the second answer is the cache's")
		w.server.Fail("p", 1, standin.Status(400))
		_, err = web.Get(t.Context(), w.client(t), web.Request{Op: "fetch", Path: "/bad"}, parse)
		failed = failure(t, err).Error()
	})
	first := files(t, dir)
	assert.Len(t, first, 2)
	for name, content := range first {
		for _, secret := range []string{key, mail, strings.ReplaceAll(mail, "@", "%40"), "crumb"} {
			assert.NotContains(t, name+content, secret)
		}
	}
	offline := func(w *world, o *web.Options) { record(w, o); o.Offline, o.Dial = true, nil }
	inWorld(t, offline, func(t *testing.T, w *world) {
		hits, err := w.get(t, t.Context())
		require.NoError(t, err)
		assert.Equal(t, online, hits)
		_, err = web.Get(t.Context(), w.client(t), web.Request{Op: "fetch", Path: "/bad"}, parse)
		assert.Equal(t, failed, failure(t, err).Error(), "a failure repeats itself, too")
		_, err = web.Get(t.Context(), w.client(t), web.Request{Op: "fetch", Path: "/unknown"}, parse)
		e := failure(t, err)
		assert.Equal(t, outbound.Missing, e.Class)
		assert.Contains(t, e.Error(), "GET /unknown", "it says which request is missing")
		assert.Empty(t, w.server.Requests("p"))
	})
	assert.Equal(t, first, files(t, dir), "offline writes nothing")

	again := t.TempDir()
	inWorld(t, func(w *world, o *web.Options) { o.RecordDir = again }, func(t *testing.T, w *world) {
		w.server.Fail("p", 1, standin.Status(503))
		w.server.Fail("p", 1, echoing)
		_, err := w.get(t, t.Context())
		require.NoError(t, err)
	})
	for name, content := range files(t, again) {
		assert.Equal(t, first[name], content, "the same exchange is the same file, whatever happened on the way")
	}
}

func TestOfflineAnswersFromTheCacheWithoutRecordings(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		_, err := w.get(t, t.Context())
		require.NoError(t, err)
		tr, err := web.New(web.Options{Governor: w.governor, Cache: w.cache, Offline: true})
		require.NoError(t, err)
		c, err := tr.Client(w.provider)
		require.NoError(t, err)
		hits, err := web.Get(t.Context(), c, search, parse)
		require.NoError(t, err)
		assert.Equal(t, []string{"one"}, hits)
		assert.Equal(t, outbound.Counters{CacheHits: 1}, tr.Report().Provider("p"))
	})
}

func TestARecordingThatIsDamagedIsMissing(t *testing.T) {
	dir := t.TempDir()
	inWorld(t, func(w *world, o *web.Options) { o.RecordDir = dir }, func(t *testing.T, w *world) {
		_, err := w.get(t, t.Context())
		require.NoError(t, err)
	})
	for name := range files(t, dir) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(`{"class":`), 0o600))
	}
	inWorld(t, func(w *world, o *web.Options) { o.RecordDir, o.Offline = dir, true }, func(t *testing.T, w *world) {
		_, err := w.get(t, t.Context())
		e := failure(t, err)
		assert.Equal(t, outbound.Missing, e.Class)
		assert.Contains(t, e.Error(), "record it again")
	})
}

func TestNoErrorShowsASecret(t *testing.T) {
	faults := map[string]http.HandlerFunc{
		"an error that repeats them": func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(400)
			echoing(w, r)
		},
		"a broken connection": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"a body that does not parse": func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintf(w, `{"error":%q}`, key)
		},
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			inWorld(t, nil, func(t *testing.T, w *world) {
				w.server.Fail("p", -1, fault)
				_, err := web.Get(t.Context(), w.client(t), search, func(b []byte) (int, error) { return 0, fmt.Errorf("what is %s?", b) })
				for e := err; e != nil; {
					for _, secret := range []string{key, mail, strings.ReplaceAll(mail, "@", "%40")} {
						assert.NotContains(t, e.Error(), secret)
					}
					u, ok := e.(interface{ Unwrap() error })
					if !ok {
						break
					}
					e = u.Unwrap()
				}
			})
		})
	}
}
