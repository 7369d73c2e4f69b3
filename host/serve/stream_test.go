package serve_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/serve"
	"github.com/sparkhost/sparkhost/host/serve/api"
)

// An event is one of a stream.
type event struct{ id, name, data string }

// follow reads a stream from an event on, at most so many events with ids; ended says that the end was told.
func follow(t testing.TB, client *http.Client, url, last string, most int) (events []event, ended bool) {
	t.Helper()
	ctx, cut := context.WithCancel(context.Background())
	defer cut()
	r, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	require.NoError(t, err)
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	resp, err := client.Do(r)
	require.NoError(t, err)
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNoContent {
		return nil, true
	}
	require.Equal(t, http.StatusOK, resp.StatusCode)
	var e event
	lines := bufio.NewReader(resp.Body)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return events, ended
		}
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch key {
		case "id":
			e.id = value
		case "event":
			e.name = value
		case "data":
			e.data = value
		case "":
			if e.name == "end" {
				return events, true
			}
			if e.id != "" {
				events = append(events, e)
			}
			e = event{}
			if most > 0 && len(events) == most {
				return events, false
			}
		}
	}
}

func begun(t testing.TB, s *service, id string) string {
	t.Helper()
	var list api.RunList
	s.post("/v1/runs", map[string]any{"questions": []any{map[string]string{"id": id, "type": "claim", "question": "Rapamycin inhibits mTORC1."}}}, &list)
	return s.url + list.Runs[0].Links["events"]
}

// Each connection reads one event and is cut, more than a hundred times, live at first and from the record later.
func TestAStreamThatIsCutAHundredTimesLosesAndDoublesNothing(t *testing.T) {
	s := start(t, serve.Options{Config: config("standard")})
	url := begun(t, s, "cut")
	var all []event
	last, cuts := "", 0
	for {
		some, ended := follow(t, s.client, url, last, 1)
		all = append(all, some...)
		if len(all) > 0 {
			last = all[len(all)-1].id
		}
		cuts++
		if ended {
			break
		}
	}
	assert.Greater(t, cuts, 100)
	whole, ended := follow(t, s.client, url, "", 0)
	require.True(t, ended)
	assert.Equal(t, whole, all)
	for i, e := range all {
		assert.Equal(t, strconv.Itoa(i+1), e.id)
	}
	assert.Equal(t, "run", all[0].name)
	assert.Equal(t, "seal", all[len(all)-1].name)
}

// A proxy passes on what it has only when its buffer of 4 KB is full, or the answer ends.
func TestAStreamComesThroughAProxyThatBuffers(t *testing.T) {
	s := start(t, serve.Options{Config: config("baseline")})
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out, err := http.NewRequestWithContext(r.Context(), r.Method, s.url+r.URL.String(), nil)
		if err != nil {
			return
		}
		resp, err := s.client.Do(out)
		if err != nil {
			return
		}
		defer resp.Body.Close()
		w.WriteHeader(resp.StatusCode)
		buffered := bufio.NewWriterSize(w, 4096)
		_, _ = io.Copy(buffered, struct{ io.Reader }{resp.Body})
		_ = buffered.Flush()
	}))
	defer proxy.Close()
	url := begun(t, s, "proxied")
	want, _ := follow(t, s.client, url, "", 0)
	got, ended := follow(t, proxy.Client(), strings.Replace(url, s.url, proxy.URL, 1), "", 0)
	assert.True(t, ended)
	assert.Equal(t, want, got)
}

// Seven pages and a hundred others watch one run while it waits; all see the same.
func TestManyWatchersOfOneRunSeeTheSame(t *testing.T) {
	s := start(t, serve.Options{Config: config("standard"), Concurrency: 1})
	var list api.RunList
	var qs []any
	for i := range 5 {
		qs = append(qs, map[string]string{"id": fmt.Sprint(i), "type": "claim", "question": "Rapamycin inhibits mTORC1."})
	}
	s.post("/v1/runs", map[string]any{"questions": qs}, &list)
	last := list.Runs[4]
	var watching sync.WaitGroup
	seen := make([][]event, 107)
	for i := range seen {
		watching.Go(func() { seen[i], _ = follow(t, s.client, s.url+last.Links["events"], "", 0) })
	}
	watching.Wait()
	for _, one := range seen {
		assert.Equal(t, seen[0], one)
	}
	assert.NotEmpty(t, seen[0])
}

func TestKindsAndARestartDoNotChangeTheNumbersOfEvents(t *testing.T) {
	o := serve.Options{Config: config("baseline")}
	o.Config.Home = home(t)
	s := start(t, o)
	url := begun(t, s, "again")
	whole, _ := follow(t, s.client, url, "", 0)
	rounds, _ := follow(t, s.client, url+"?kinds=round", "", 0)
	require.NotEmpty(t, rounds)
	for _, r := range rounds {
		assert.Equal(t, "round", r.name)
		assert.Contains(t, whole, r)
	}
	require.NoError(t, s.stop())
	again := start(t, o)
	half := whole[len(whole)/2]
	rest, ended := follow(t, again.client, strings.Replace(url, s.url, again.url, 1), half.id, 0)
	assert.True(t, ended)
	assert.Equal(t, whole[len(whole)/2+1:], rest)
	var data map[string]any
	require.NoError(t, json.Unmarshal([]byte(rest[0].data), &data))
	none, ended := follow(t, again.client, strings.Replace(url, s.url, again.url, 1), rest[len(rest)-1].id, 0)
	assert.True(t, ended)
	assert.Empty(t, none, "a client that has them all is told not to come back")
}
