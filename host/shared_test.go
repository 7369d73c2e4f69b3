package host_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/record"
)

// sharing opens what policies share, with compiled plugins of other tests.
func sharing(t *testing.T, c host.Config) *host.Shared {
	t.Helper()
	_, opened := reloading(t, "")
	c.Home, c.Corpus = opened.Home+"-shared", opened.Corpus
	require.NoError(t, linkPlugins(opened.Home, c.Home))
	s, err := host.OpenShared(context.Background(), c)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Close()) })
	return s
}

func TestTwoPoliciesShareRecordsAndSourcesAndCloseApart(t *testing.T) {
	s := sharing(t, host.Config{})
	var open []*host.Reloader
	for _, name := range []string{"baseline", "standard"} {
		r, err := s.Reloader(context.Background(), host.Config{Policy: name, Corpus: []string{quickCorpus}})
		require.NoError(t, err)
		open = append(open, r)
		_, err = r.Ask(context.Background(), rapamycin)
		require.NoError(t, err)
	}
	require.NoError(t, open[0].Close())
	result, err := open[1].Ask(context.Background(), rapamycin)
	require.NoError(t, err, "its sources are still open")
	all, err := s.Records().List()
	require.NoError(t, err)
	assert.Len(t, all, 2)
	alone, err := host.Open(context.Background(), host.Config{Policy: "standard", Corpus: []string{quickCorpus}, Home: warmHome(t)})
	require.NoError(t, err)
	defer alone.Close()
	want, err := alone.Ask(context.Background(), rapamycin)
	require.NoError(t, err)
	result.Budget.ElapsedMS, want.Budget.ElapsedMS = 0, 0
	assert.Equal(t, want, result)
	require.NoError(t, open[1].Close())
}

func TestALeaseKeepsItsPolicyWhateverIsReloaded(t *testing.T) {
	r, c := reloading(t, "")
	lease, err := r.Acquire()
	require.NoError(t, err)
	before, err := lease.Host().RunID(rapamycin)
	require.NoError(t, err)
	rewrite(t, c, "  gate \"never\" {\n    condition = answer.citations > 1000\n    otherwise = \"fail\"\n  }")
	_, err = r.Reload(context.Background(), c)
	require.NoError(t, err)
	result, err := lease.Host().Ask(context.Background(), rapamycin)
	require.NoError(t, err)
	assert.Equal(t, before, result.Run)
	assert.EqualValues(t, "answered", result.Verdict)
	lease.Release()
	lease.Release()
}

func TestAnObserverSeesTheEventsOfTheRecord(t *testing.T) {
	var mu sync.Mutex
	seen := map[string][]record.Event{}
	s := sharing(t, host.Config{Observe: func(run string, e record.Event) {
		mu.Lock()
		defer mu.Unlock()
		seen[run] = append(seen[run], e)
	}})
	r, err := s.Reloader(context.Background(), host.Config{Policy: "baseline", Corpus: []string{quickCorpus}})
	require.NoError(t, err)
	defer r.Close()
	result, err := r.Ask(context.Background(), rapamycin)
	require.NoError(t, err)
	kept, err := s.Records().Read(result.Run)
	require.NoError(t, err)
	var want []record.Event
	for e := range kept.Events() {
		if e.Kind != record.KindTiming {
			want = append(want, e)
		}
	}
	require.Len(t, seen[result.Run], len(want))
	for i, e := range seen[result.Run] {
		assert.Equal(t, want[i].Seq, e.Seq)
		assert.JSONEq(t, string(want[i].Data), string(json.RawMessage(e.Data)), filepath.Join("event", string(e.Kind)))
	}
}

// linkPlugins lets another home use the compiled plugins of a first one.
func linkPlugins(from, to string) error {
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	return os.Symlink(filepath.Join(from, "wasm"), filepath.Join(to, "wasm"))
}
