package host_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// On a fake clock the stand-in sees each request to the nanosecond, so the published limits are held to exactly.
func TestSixtyFourQuestionsAtOnceKeepAllPublishedLimitsAndWasteNoTime(t *testing.T) {
	questions := thorough.Number(64, 16)
	const latency = 300 * time.Millisecond
	routes := published()
	for i := range routes {
		routes[i].Latency = latency
	}
	inLiveWorld(t, routes, "", func(t *testing.T, w *liveWorld) {
		h, err := host.Open(context.Background(), w.config)
		require.NoError(t, err)
		defer func() { assert.NoError(t, h.Close()) }()
		start := time.Now()
		var wg sync.WaitGroup
		for i := range questions {
			wg.Go(func() {
				r, err := h.Ask(context.Background(), evidence.Question{ID: fmt.Sprint(i), Question: fmt.Sprintf("Does zinc stop strain%d?", i), Type: "free_form"})
				if assert.NoError(t, err) {
					assert.Empty(t, r.FailedSources)
					assert.NotEmpty(t, r.Rounds[0].NewDocuments)
				}
			})
		}
		wg.Wait()
		took := time.Since(start)
		var ideal time.Duration
		for _, p := range standin.Providers() {
			assert.Empty(t, w.server.Violations(p), p)
			assert.Len(t, w.server.Requests(p), questions, "%s: each question once", p)
			assert.Zero(t, h.SourceReport().Provider(p).Retries)
			ideal = max(ideal, time.Duration(questions-1)*standin.Published(p).Interval+latency)
		}
		t.Logf("took %v, %.4f of the ideal schedule of %v", took, took.Seconds()/ideal.Seconds(), ideal)
		assert.LessOrEqual(t, took.Seconds()/ideal.Seconds(), 1.2)
	})
}

func TestUnderEveryFaultTheRunGoesOnNamesTheSourceAndCachesNoError(t *testing.T) {
	all := standin.Providers()
	halves := [][]string{{all[0], all[2], all[4], all[6]}, {all[1], all[3], all[5]}}
	for i, c := range thorough.Each(standin.Cases(`{"good":"enough to be cut in half"}`), 3) {
		some := halves
		if !thorough.Wanted() {
			some = halves[i%2:][:1] // each fault meets one half of the sources
		}
		for _, out := range some {
			t.Run(c.Name+" of "+strings.Join(out, ", "), func(t *testing.T) {
				inLiveWorld(t, published(), "", func(t *testing.T, w *liveWorld) {
					for _, p := range out {
						w.server.Fail(p, -1, c.Answer)
					}
					r := w.ask(t, zinc)[0]
					assert.Equal(t, record.VerdictAnswered, r.Verdict)
					assert.NotEmpty(t, r.Citations, "the other sources answer")
					assert.Equal(t, out, failedNames(r))
					assert.Contains(t, r.UncertaintyReasons, "source_failed")
					for _, f := range r.FailedSources {
						assert.Contains(t, f.Reason, f.Source+": "+strings.ReplaceAll(c.Class, "_", " "))
						assert.Equal(t, []int{1, 1}, []int{f.Searches, f.Failed})
						assert.Len(t, w.server.Requests(f.Source), c.Calls, "%s is asked again where that makes sense, and only there", f.Source)
						assert.Empty(t, w.server.Violations(f.Source))
					}
					w.config.Offline, w.config.Dial = true, refuse
					r = w.ask(t, zinc)[0]
					assert.Equal(t, out, failedNames(r), "what failed was not cached, and what was answered was")
					for _, f := range r.FailedSources {
						assert.Contains(t, f.Reason, "missing: offline, and this request was neither recorded nor cached: ")
					}
				})
			})
		}
	}
}

func TestASourceThatRecoversWithinTheRunIsNotMissed(t *testing.T) {
	inLiveWorld(t, published(), "", func(t *testing.T, w *liveWorld) {
		for _, p := range standin.Providers() {
			w.server.Fail(p, 2, standin.Status(503))
		}
		assert.Empty(t, w.ask(t, zinc)[0].FailedSources)
	})
}

// canaries are credentials that must not turn up anywhere.
func canaries() (environ []string) {
	for _, name := range []string{"BRAVE_API_KEY", "CROSSREF_PLUS_API_TOKEN", "OPENALEX_API_KEY", "SEMANTIC_SCHOLAR_API_KEY", "OPENSEARCH_TOKEN"} {
		environ = append(environ, name+"=canary-"+strings.ToLower(name))
	}
	return append(environ, "CROSSREF_MAILTO=canary.one@example.org", "OPENALEX_MAILTO=canary.two@example.org")
}

func TestARecordedRunGivesTheSameBytesWithoutTheNetworkAndHoldsNoSecret(t *testing.T) {
	routes := published()
	for i := range routes {
		routes[i].Answer = leaky(routes[i].Provider)
	}
	folder, records := t.TempDir(), t.TempDir()
	inLiveWorld(t, routes, "", func(t *testing.T, w *liveWorld) {
		w.server.Fail("europepmc", -1, standin.Status(429, "Retry-After", "2"))
		var said []string
		w.config.Environ, w.config.RecordHTTP, w.config.RecordDir = canaries(), folder, records
		w.config.Notify = func(s string) { said = append(said, s) }
		online := w.ask(t, zinc)[0]
		require.Equal(t, []string{"europepmc"}, failedNames(online))
		said = slices.DeleteFunc(said, func(s string) bool { return strings.Contains(s, "warning: P") })
		assert.Empty(t, said, "who has all keys is not told to get some")
		written := filesBelow(t, folder)
		assert.Len(t, written, len(routes), "one exchange of each source")

		w.config.Home, w.config.RecordHTTP, w.config.Recordings = warmHome(t), "", folder
		w.config.Offline, w.config.Dial = true, refuse
		offline := w.ask(t, zinc)[0]
		assert.Equal(t, line(t, online), line(t, offline))
		assert.Equal(t, written, filesBelow(t, folder), "offline records nothing")
		for name, content := range filesBelow(t, records) {
			written[name] = content
		}
		written["result"] = line(t, online)
		for name, content := range written {
			assert.NotContains(t, strings.ToLower(name+content), "canary", name)
		}

		other := w.ask(t, evidence.Question{ID: "other", Question: "Sea ice lowers the albedo.", Type: "claim"})[0]
		assert.Len(t, other.FailedSources, len(routes))
		assert.Contains(t, other.FailedSources[0].Reason, "neither recorded nor cached: GET /query?", "it says which request is missing")
	})
}

// filesBelow are the files below a folder by relative name.
func filesBelow(t *testing.T, dir string) map[string]string {
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

func TestAnswersAreKeptForAsLongAsTheirSourceAllowsAndOfflineForEver(t *testing.T) {
	inLiveWorld(t, published(), "", func(t *testing.T, w *liveWorld) {
		asked := func() (n []int) {
			w.ask(t, zinc)
			for _, p := range []string{"arxiv", "crossref", "opensearch"} {
				n = append(n, len(w.server.Requests(p)))
			}
			return n
		}
		assert.Equal(t, []int{1, 1, 1}, asked())
		assert.Equal(t, []int{1, 1, 1}, asked(), "at once")
		time.Sleep(23 * time.Hour)
		assert.Equal(t, []int{1, 1, 2}, asked(), "a day later")
		time.Sleep(2 * time.Hour)
		assert.Equal(t, []int{2, 1, 3}, asked(), "the next day")
		time.Sleep(8 * 24 * time.Hour)
		assert.Equal(t, []int{3, 2, 4}, asked(), "in the week after the next")
		time.Sleep(30 * 24 * time.Hour)
		w.config.Offline, w.config.Dial = true, refuse
		assert.Empty(t, w.ask(t, zinc)[0].FailedSources)
	})
}

func TestTheRecordAndTheHostSayWhatWasDoneWithEachSource(t *testing.T) {
	records := t.TempDir()
	inLiveWorld(t, published(), "", func(t *testing.T, w *liveWorld) {
		w.server.Fail("crossref", 1, standin.Status(503))
		w.config.RecordDir, w.config.Environ = records, []string{"BRAVE_API_KEY=k-1234"}
		var said []string
		w.config.Notify = func(s string) { said = append(said, s) }
		h, err := host.Open(context.Background(), w.config)
		require.NoError(t, err)
		r, err := h.Ask(context.Background(), zinc)
		require.NoError(t, err)
		assert.Equal(t, standin.Providers(), h.SourceReport().Providers())
		crossref, brave := h.SourceReport().Provider("crossref"), h.SourceReport().Provider("brave")
		assert.Equal(t, []int{2, 1, 0}, []int{crossref.Calls, crossref.Retries, crossref.Failures})
		assert.Equal(t, budget.DefaultPrices()["brave"], brave.CostMicroUSD, "reported is what was reserved")
		assert.InDelta(t, r.Budget.CostUSD, float64(brave.CostMicroUSD+h.SourceReport().Provider("openalex").CostMicroUSD)/1e6, 1e-9)
		require.NoError(t, h.Close())

		told := strings.Join(said, "\n")
		for _, name := range []string{"CROSSREF_MAILTO", "OPENALEX_API_KEY", "SEMANTIC_SCHOLAR_API_KEY"} {
			assert.Equal(t, 1, strings.Count(told, name), "each source that could do more says so once: %s", told)
		}
		assert.NotContains(t, told, "BRAVE_API_KEY")
		for _, text := range filesBelow(t, records) {
			assert.True(t, strings.Contains(text, `"source":{"name":"crossref","calls":2,"cache_hits":0,"waits":1,"retries":1,"failures":0`), "the record counts per source")
		}
	})
}

func TestSourcesAreCheckedByOneRequestEach(t *testing.T) {
	inLiveWorld(t, published(), "", func(t *testing.T, w *liveWorld) {
		w.config.Environ = []string{"BRAVE_API_KEY=k-1234", "OPENALEX_API_KEY=o-1234"}
		w.server.Fail("brave", -1, standin.Status(403))
		w.server.Fail("crossref", -1, standin.Status(503))
		for range 2 { // the second time asks again who was out
			checks, err := host.CheckSources(context.Background(), w.config)
			require.NoError(t, err)
			got := map[string]string{}
			for _, c := range checks {
				got[c.Name] = fmt.Sprintf("%t %s %t", c.Reachable, c.Key, c.OK())
				assert.Equal(t, 1, c.Asked.Calls, c.Name)
			}
			assert.Equal(t, map[string]string{
				"arxiv": "true not needed true", "brave": "false refused false", "crossref": "false missing false", "europepmc": "true not needed true",
				"openalex": "true valid true", "opensearch": "true valid true", "semantic_scholar": "true missing true",
			}, got)
		}
		for _, p := range standin.Providers() {
			assert.Len(t, w.server.Requests(p), 2, p)
			assert.Empty(t, w.server.Violations(p))
		}
	})
}

func TestSourcesFromOutside(t *testing.T) {
	inLiveWorld(t, published(), "", func(t *testing.T, w *liveWorld) {
		w.config.Sources = []string{"openalex", "crossref"}
		w.ask(t, zinc)
		assert.Len(t, w.server.Requests("openalex"), 1)
		assert.Len(t, w.server.Requests("crossref"), 1)
		assert.Empty(t, w.server.Requests("arxiv"))
		for _, tt := range []struct {
			sources []string
			says    string
		}{{[]string{"openalx"}, `Did you mean "openalex"?`}, {[]string{"arxiv", "arxiv"}, "named twice"}} {
			w.config.Sources = tt.sources
			_, err := host.Open(context.Background(), w.config)
			var wrong *host.PolicyError
			assert.True(t, errors.As(err, &wrong))
			assert.ErrorContains(t, err, tt.says)
		}
	})
}

func TestEverySourceHasAPriceAndEveryPriceASource(t *testing.T) {
	var priced []string
	for name := range budget.DefaultPrices() {
		if !strings.Contains(name, "/") { // prices of models
			priced = append(priced, name)
		}
	}
	slices.Sort(priced)
	assert.Equal(t, host.SourceNames(), priced)
}
