package serve_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/fleet/account"
	manifest "github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/broker"
	fleetqueue "github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/serve"
	"github.com/sparkhost/sparkhost/host/serve/api"
	"github.com/sparkhost/sparkhost/host/serve/auth"
	"github.com/sparkhost/sparkhost/host/serve/front"
	"github.com/sparkhost/sparkhost/internal/thorough"
	"github.com/sparkhost/sparkhost/internal/visible"
)

// fleetOf is a queue inside this process, with so many workers of the service. It is closed after the service.
func fleetOf(t *testing.T, workers int) *front.Fleet {
	t.Helper()
	b, err := broker.Open(t.Context(), broker.Options{Dir: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, b.Close()) })
	return fleetOn(t, b, workers)
}

func fleetOn(t *testing.T, b *broker.Broker, workers int) *front.Fleet {
	t.Helper()
	q, err := fleetqueue.Open(t.Context(), b, 0)
	require.NoError(t, err)
	accounts, err := account.Open(t.Context(), b)
	require.NoError(t, err)
	return &front.Fleet{Queue: q, Accounts: accounts, Workers: workers}
}

// runOf returns the lines of `run` for questions, without elapsed times.
func runOf(t *testing.T, policy string, questions [][]byte) string {
	t.Helper()
	alone, err := host.Open(context.Background(), host.Config{Policy: policy, Corpus: []string{corpus}, Home: home(t)})
	require.NoError(t, err)
	defer alone.Close()
	var out []byte
	for _, line := range questions {
		q, err := evidence.ParseQuestion(line)
		require.NoError(t, err)
		res, err := alone.Ask(context.Background(), q)
		require.NoError(t, err)
		text, err := record.Canonical(res)
		require.NoError(t, err)
		out = append(out, visible.Escaped(append(text, '\n'))...)
	}
	return elapsed.ReplaceAllString(string(out), `"elapsed_ms":0`)
}

// submitted posts a batch.
func submitted(s *service, query, questions string) (b api.Batch) {
	s.t.Helper()
	status, h, body := s.do("POST", "/v1/batches"+query, "application/jsonl", questions)
	require.Equal(s.t, http.StatusAccepted, status, "%s", body)
	require.NoError(s.t, json.Unmarshal(body, &b))
	assert.Equal(s.t, b.Links["self"], h.Get("Location"))
	return b
}

func TestABatchOfAServiceIsAnsweredAsRunAnswersIt(t *testing.T) {
	thorough.Only(t, "a tenth of the sample questions, three times")
	f := folder{t, t.TempDir()}
	f.put("mine.policy.hcl", "policy \"mine\" { extends = [standard] }\n")
	s := start(t, serve.Options{Config: config("standard"), Folder: f.dir, Fleet: fleetOf(t, 2)})
	var all [][]byte // of each type some
	for i, line := range lines(t) {
		if i%10 == 0 {
			all = append(all, line)
		}
	}
	for policy, path := range map[string]string{"standard": "standard", "mine": f.dir + "#mine"} {
		b := submitted(s, "?policy="+policy, string(bytes.Join(all, []byte("\n"))))
		assert.Equal(t, policy, b.Policy)
		_, h, got := s.do("GET", b.Links["results"]+"?wait=true", "", "")
		assert.Equal(t, "application/jsonl", h.Get("Content-Type"))
		want := runOf(t, path, all)
		assert.Equal(t, want, elapsed.ReplaceAllString(string(got), `"elapsed_ms":0`))
		_, _, stored := s.do("GET", b.Links["results"], "", "")
		assert.Equal(t, string(got), string(stored), "the same later")

		again := submitted(s, "?policy="+policy, string(bytes.Join(all, []byte("\n"))))
		assert.Equal(t, b.Batch, again.Batch, "the same questions are the same batch")
		assert.Equal(t, "done", again.State)
	}
	var list api.Batches
	s.get("/v1/batches", &list)
	require.Len(t, list.Batches, 2)
	assert.Equal(t, len(all), list.Batches[0].Answered)
	var runs api.Runs
	s.get("/v1/runs", &runs)
	assert.Equal(t, 2*len(all), runs.Total, "what the service answers itself is in its list")
}

func TestTheEventsOfABatchTellEachAnswerOnceThoughTheStreamIsCut(t *testing.T) {
	s := start(t, serve.Options{Config: config("baseline"), Fleet: fleetOf(t, 1)})
	b := submitted(s, "", batch("e", 12))
	var all []event
	for last, ended := "", false; !ended; {
		var some []event
		some, ended = follow(t, s.client, s.url+b.Links["events"], last, 5)
		if all = append(all, some...); len(all) > 0 {
			last = all[len(all)-1].id
		}
	}
	require.Len(t, all, 12)
	for i, e := range all {
		var a api.BatchAnswer
		require.NoError(t, json.Unmarshal([]byte(e.data), &a))
		assert.Equal(t, "answer", e.name)
		assert.Equal(t, fmt.Sprint(i+1), e.id)
		assert.Equal(t, fmt.Sprint("e-", i), a.ID)
		assert.Equal(t, record.VerdictAnswered, a.Verdict)
		assert.NotEmpty(t, a.Run)
	}
	_, _, stream := s.do("GET", b.Links["events"], "", "", "Last-Event-ID", "12")
	assert.NotContains(t, string(stream), "event: answer")
	assert.Contains(t, string(stream), `event: end`+"\n"+`data: {"batch":"`+b.Batch+`","state":"done"`)
}

func TestABatchThatIsCancelledEndsItsWatchersAndGoesOnWhenItIsSubmittedAgain(t *testing.T) {
	keys, secrets := keyring(t, auth.Token{Name: "one", Role: auth.Ask}, auth.Token{Name: "two", Role: auth.Ask}, auth.Token{Name: "operator", Role: auth.Operate})
	fleet := fleetOf(t, 0)
	s := start(t, serve.Options{Config: config("baseline"), Keys: keys, Fleet: fleet})
	s.token = secrets[0]
	b := submitted(s, "", batch("c", 3))
	assert.Equal(t, "open", b.State)
	assert.Equal(t, 3, b.Waiting)
	assert.Equal(t, "token one", b.By)
	ended, watcher := make(chan string, 2), *s // its own token, while those of s change
	for _, path := range []string{b.Links["events"], b.Links["results"] + "?wait=true"} {
		go func() {
			_, _, body := watcher.do("GET", path, "", "")
			ended <- string(body)
		}()
	}
	s.token = secrets[1]
	status, _, _ := s.do("DELETE", b.Links["self"], "", "")
	assert.Equal(t, http.StatusForbidden, status, "another client's")
	status, _, _ = s.do("POST", b.Links["self"]+"/retry", "", "")
	assert.Equal(t, http.StatusForbidden, status)
	s.token = secrets[0]
	status, _, _ = s.do("DELETE", b.Links["self"], "", "")
	assert.Equal(t, http.StatusNoContent, status)
	said := <-ended + <-ended
	assert.Contains(t, said, `"state":"cancelled"`)
	assert.Contains(t, said, "urn:sparkhost:problem:cancelled")
	again := submitted(s, "", batch("c", 3))
	assert.Equal(t, b.Batch, again.Batch)
	assert.Equal(t, "open", again.State)
	s.token = secrets[2]
	status, _, _ = s.do("DELETE", b.Links["self"], "", "")
	assert.Equal(t, http.StatusNoContent, status, "an operator may")
	d := served(t, s)
	for path, target := range map[string]string{"/v1/batches": "/v1/batches", "/v1/batches/{batch}": b.Links["self"]} {
		_, _, body := s.do("GET", target, "", "")
		d.holds(path, "get", "200", "application/json", body)
	}
	_, _, body := s.do("POST", b.Links["self"]+"/retry", "", "")
	d.holds("/v1/batches/{batch}/retry", "post", "200", "application/json", body)
}

func TestABatchCountsInTheBudgetOfItsClientOnce(t *testing.T) {
	keys, secrets := keyring(t, auth.Token{Name: "few", Role: auth.Ask, QuestionsPerDay: 5}, auth.Token{Name: "poor", Role: auth.Ask, USDPerDay: 1})
	f := folder{t, t.TempDir()}
	f.put("dear.policy.hcl", "policy \"dear\" {\n  extends = [baseline]\n  budget { max_cost = \"0.05 USD\" }\n}\n")
	s := start(t, serve.Options{Config: config("baseline"), Folder: f.dir, Keys: keys, Fleet: fleetOf(t, 0)})
	s.token = secrets[0]
	for range 3 {
		submitted(s, "", batch("b", 3))
	}
	var use api.Budget
	s.get("/v1/budget", &use)
	assert.EqualValues(t, 3, use.Usage.Questions, "the same batch is one")
	status, _, _ := s.do("POST", "/v1/batches", "application/jsonl", batch("more", 3))
	assert.Equal(t, http.StatusTooManyRequests, status, "all or none")
	s.get("/v1/budget", &use)
	assert.EqualValues(t, 3, use.Usage.Questions)

	s.token = secrets[1]
	// The batch that is taken comes last; whoever asks for it again, whatever the budget, gets it.
	for _, c := range []struct {
		query string
		want  int
	}{{"?policy=dear", 400}, {"?policy=dear&budget_usd=2", 429}, {"?policy=dear&budget_usd=nan", 400}, {"?policy=dear&budget_usd=0.6", 202}, {"?policy=dear", 202}} {
		status, _, body := s.do("POST", "/v1/batches"+c.query, "application/jsonl", batch("p", 3))
		assert.Equal(t, c.want, status, "%s: %s", c.query, body)
	}
	s.get("/v1/budget", &use)
	assert.EqualValues(t, 600_000, use.Usage.CostMicroUSD, "the whole budget of the batch")
}

func TestASubmissionThatBrokeOffIsPaidByTheNext(t *testing.T) {
	keys, secrets := keyring(t, auth.Token{Name: "few", Role: auth.Ask, QuestionsPerDay: 5})
	fleet := fleetOf(t, 0)
	s := start(t, serve.Options{Config: config("baseline"), Keys: keys, Fleet: fleet})
	s.token = secrets[0]
	b := submitted(s, "", batch("o", 2))
	m, err := fleet.Queue.Change(t.Context(), b.Batch, func(m *manifest.Manifest) { m.Pushed, m.PaidQuestions = false, 0 }) // as registered
	require.NoError(t, err)
	var use api.Budget
	for range 2 {
		again := submitted(s, "", batch("o", 2))
		require.Equal(t, m.ID, again.Batch)
		s.get("/v1/budget", &use)
		assert.EqualValues(t, 4, use.Usage.Questions)
	}
}

func TestAClientThatHangsUpPaysForItsBatch(t *testing.T) {
	const n = 3000
	fleet := fleetOf(t, 0)
	s := start(t, serve.Options{Config: config("baseline"), Fleet: fleet})
	ctx, hangUp := context.WithCancel(t.Context())
	defer hangUp()
	r, err := http.NewRequestWithContext(ctx, "POST", s.url+"/v1/batches", strings.NewReader(batch("h", n)))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/jsonl")
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if resp, err := s.client.Do(r); err == nil {
			_ = resp.Body.Close()
		}
	}()
	require.Eventually(t, func() bool {
		all, _, err := fleet.Queue.Manifests(t.Context())
		return err == nil && len(all) == 1
	}, time.Minute, time.Millisecond)
	hangUp()
	<-ended
	require.Eventually(t, func() bool {
		all, _, err := fleet.Queue.Manifests(t.Context())
		return err == nil && all[0].Pushed && all[0].PaidQuestions == n
	}, time.Minute, 20*time.Millisecond)
	var use api.Budget
	s.get("/v1/budget", &use)
	assert.EqualValues(t, n, use.Usage.Questions)
}

func TestTheTermsOfABatchAreThoseOfWhoSubmittedIt(t *testing.T) {
	keys, secrets := keyring(t, auth.Token{Name: "one", Role: auth.Ask}, auth.Token{Name: "two", Role: auth.Ask}, auth.Token{Name: "operator", Role: auth.Operate})
	f := folder{t, t.TempDir()}
	f.put("dear.policy.hcl", "policy \"dear\" {\n  extends = [baseline]\n  budget { max_cost = \"0.05 USD\" }\n}\n")
	s := start(t, serve.Options{Config: config("baseline"), Folder: f.dir, Keys: keys, Fleet: fleetOf(t, 0)})
	s.token = secrets[0]
	first := submitted(s, "?policy=dear&budget_usd=2&deadline=600", batch("t", 3))
	require.NotEmpty(t, first.Deadline)
	assert.Equal(t, first, submitted(s, "?policy=dear", batch("t", 3)), "terms that are not given stay")

	s.token = secrets[1]
	assert.Equal(t, first, submitted(s, "?policy=dear&budget_usd=2", batch("t", 3)))
	refused := func(query string) {
		status, _, body := s.do("POST", "/v1/batches?policy=dear"+query, "application/jsonl", batch("t", 3))
		assert.Equal(t, http.StatusForbidden, status, "%s: %s", query, body)
	}
	refused("&budget_usd=1")
	refused("&deadline=9")
	s.token = secrets[2]
	changed := submitted(s, "?policy=dear&budget_usd=3", batch("t", 3))
	assert.InDelta(t, 3, changed.BudgetUSD, 1e-9)
	assert.Equal(t, first.By, changed.By)
	status, _, _ := s.do("DELETE", first.Links["self"], "", "")
	require.Equal(t, http.StatusNoContent, status)
	s.token = secrets[1]
	refused("")
	s.token = secrets[0]
	assert.Equal(t, "open", submitted(s, "?policy=dear", batch("t", 3)).State)
}

func TestMistakesOfBatchesAreProblems(t *testing.T) {
	s := start(t, serve.Options{Config: config("baseline"), Fleet: fleetOf(t, 0)})
	for _, c := range []struct {
		method, path, body string
		status             int
		says               string
	}{
		{"POST", "/v1/batches", "", 400, "no question"},
		{"POST", "/v1/batches", rapamycin + "\n" + rapamycin, 400, "used twice"},
		{"POST", "/v1/batches?policy=nonesuch", rapamycin, 404, "nonesuch"},
		{"POST", "/v1/batches?deadline=-1", rapamycin, 400, "between 0 and"},
		{"POST", "/v1/batches?budget_usd=0", rapamycin, 400, "budget_usd"},
		{"GET", "/v1/batches/0123456789abcdef", "", 404, "no such batch"},
		{"GET", "/v1/batches/0123456789abcdef/events", "", 404, "no such batch"},
		{"GET", "/v1/batches/0123456789abcdef/results", "", 404, "no such batch"},
		{"DELETE", "/v1/batches/..%2fx", "", 404, "not the id of a batch"},
	} {
		status, h, body := s.do(c.method, c.path, "application/jsonl", c.body)
		assert.Equal(t, c.status, status, "%s %s: %s", c.method, c.path, body)
		assert.Equal(t, "application/problem+json", h.Get("Content-Type"))
		assert.Contains(t, string(body), c.says)
	}
}

// What the service's workers do not finish stays on the queue, and the next service answers it.
func TestAServiceThatEndsLeavesItsBatchesToTheNext(t *testing.T) {
	fleet := fleetOf(t, 1)
	s := start(t, serve.Options{Config: config("baseline"), Fleet: fleet, Drain: 5 * time.Second})
	n := thorough.Number(60, 20)
	b := submitted(s, "", batch("n", n))
	events, _ := follow(t, s.client, s.url+b.Links["events"], "", 2)
	require.Len(t, events, 2)
	watched := make(chan string, 1)
	go func() {
		_, _, body := s.do("GET", b.Links["events"], "", "")
		watched <- string(body)
	}()
	require.Eventually(t, func() bool {
		var now api.Batch
		s.get(b.Links["self"], &now)
		return now.Answered > 2
	}, time.Minute, time.Millisecond)
	began := time.Now()
	require.NoError(t, s.stop())
	assert.Less(t, time.Since(began), 20*time.Second, "an open stream does not hold up the end")
	assert.NotContains(t, <-watched, "event: end", "its client comes back")
	next := start(t, serve.Options{Config: config("baseline"), Fleet: fleet})
	_, _, got := next.do("GET", b.Links["results"]+"?wait=true", "", "")
	assert.Equal(t, n, strings.Count(string(got), `"verdict":"answered"`))
}
