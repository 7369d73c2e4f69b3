package serve_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/serve"
	"github.com/sparkhost/sparkhost/host/serve/api"
	"github.com/sparkhost/sparkhost/host/serve/auth"
	"github.com/sparkhost/sparkhost/host/serve/quota"
)

// batch is JSON lines of so many different questions.
func batch(name string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "{\"id\":\"%s-%d\",\"type\":\"claim\",\"question\":\"Rapamycin inhibits mTORC1.\"}\n", name, i)
	}
	return b.String()
}

// ask sends a batch and returns the ids that were answered, those that were handed back and the status, 0 where no response came.
func ask(s *service, body string) (answered, handed []string, status int) {
	resp, err := s.client.Post(s.url+"/v1/ask", "application/jsonl", strings.NewReader(body))
	if err != nil {
		return nil, nil, 0
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line struct{ ID, Verdict, Type string }
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Verdict != "" {
			answered = append(answered, line.ID)
		} else if strings.HasSuffix(line.Type, "handed-back") {
			handed = append(handed, line.ID)
		}
	}
	return answered, handed, resp.StatusCode
}

func TestEndingUnderLoadAnswersOrHandsBackEveryAcceptedQuestion(t *testing.T) {
	for name, drain := range map[string]time.Duration{"all are finished": time.Minute, "some are handed back": time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			s := start(t, serve.Options{Config: config("baseline"), Drain: drain, Concurrency: 2})
			var asking sync.WaitGroup
			answered, handed, status := make([][]string, 4), make([][]string, 4), make([]int, 4)
			for i := range answered {
				asking.Go(func() { answered[i], handed[i], status[i] = ask(s, batch(fmt.Sprint("c", i), 20)) })
			}
			require.Eventually(t, func() bool {
				var h api.Health
				_, _, body := s.do("GET", "/v1/health", "", "")
				return json.Unmarshal(body, &h) == nil && h.Waiting > 60
			}, time.Minute, time.Millisecond)
			require.NoError(t, s.stop())
			asking.Wait()
			back := 0
			for i := range answered {
				want := 20
				if status[i] == http.StatusServiceUnavailable { // the end came while its questions were taken in: all or none
					want = 0
				}
				assert.Len(t, append(answered[i], handed[i]...), want, "client %d: status %d", i, status[i])
				back += len(handed[i])
			}
			assert.Equal(t, drain == time.Minute, back == 0, "%d handed back", back)
		})
	}
}

func TestAPolicyThatBreaksWhileItIsServedStaysInForceAndTheServiceSaysSo(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "mine.policy.hcl")
	put := func(body string) { // in one go: looked at every 5 ms, a file that is half written is the same twice
		whole := filepath.Join(t.TempDir(), "whole")
		require.NoError(t, os.WriteFile(whole, []byte("policy \"mine\" {\n  extends = [baseline]\n"+body+"\n}\n"), 0o600))
		require.NoError(t, os.Rename(whole, file))
	}
	put("")
	s := start(t, serve.Options{Config: config("mine"), Folder: folder, Watch: 5 * time.Millisecond})
	var before, now api.Policies
	s.get("/v1/policies", &before)
	require.Nil(t, before.Problem)
	digest := func(p api.Policies) string {
		for _, one := range p.Policies {
			if one.Name == "mine" {
				return one.Digest
			}
		}
		return ""
	}
	var asking sync.WaitGroup
	stop := make(chan struct{})
	asking.Go(func() { // requests go on all the while
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			answered, _, _ := ask(s, batch(fmt.Sprint("r", i), 1))
			assert.Len(t, answered, 1)
		}
	})
	quiet := sync.OnceFunc(func() { close(stop); asking.Wait() })
	defer quiet()
	put("  selct {}")
	require.Eventually(t, func() bool { s.get("/v1/policies", &now); return now.Problem != nil }, 3*time.Minute, 5*time.Millisecond)
	assert.Equal(t, digest(before), digest(now), "the sound version stays in force")
	assert.Equal(t, 3, now.Problem.Diagnostics[0].Line)
	put("  gate \"never\" {\n    condition = answer.citations > 1000\n    otherwise = \"fail\"\n  }")
	require.Eventually(t, func() bool {
		s.get("/v1/policies", &now)
		return now.Problem == nil && digest(now) != digest(before)
	}, 3*time.Minute, 5*time.Millisecond)
	quiet()
	_, _, body := s.do("POST", "/v1/ask", "application/json", rapamycin)
	assert.Contains(t, string(body), `"verdict":"refused"`)
}

func TestBudgetsAreByTokenAndRolesAreKept(t *testing.T) {
	keys, secrets := keyring(t, auth.Token{Name: "small", Role: auth.Ask, QuestionsPerDay: 2}, auth.Token{Name: "large", Role: auth.Operate})
	s := start(t, serve.Options{Config: config("baseline"), Keys: keys, Limits: quota.Limits{Questions: 100}})
	status, h, _ := s.do("POST", "/v1/ask", "application/json", rapamycin)
	assert.Equal(t, http.StatusUnauthorized, status)
	assert.Contains(t, h.Get("WWW-Authenticate"), "Bearer")
	s.token = secrets[0]
	for range 2 {
		status, _, body := s.do("POST", "/v1/ask", "application/json", rapamycin)
		assert.Equal(t, http.StatusOK, status, "%s", body)
	}
	status, h, body := s.do("POST", "/v1/ask", "application/json", rapamycin)
	assert.Equal(t, http.StatusTooManyRequests, status)
	assert.NotEmpty(t, h.Get("Retry-After"))
	assert.Contains(t, string(body), "questions")
	var b api.Budget
	s.get("/v1/budget", &b)
	assert.EqualValues(t, 2, b.Usage.Questions)
	status, _, _ = s.do("POST", "/v1/reload", "", "")
	assert.Equal(t, http.StatusForbidden, status)
	s.token = secrets[1]
	status, _, _ = s.do("POST", "/v1/reload", "", "")
	assert.Equal(t, http.StatusOK, status)
	status, _, body = s.do("POST", "/v1/ask", "application/jsonl", batch("x", 101))
	assert.Equal(t, http.StatusTooManyRequests, status, "all or none: %s", body)
}

func TestAQuestionThatTakesTooLongIsGivenUpAndAFullQueueRefuses(t *testing.T) {
	s := start(t, serve.Options{Config: config("standard"), Concurrency: 1, Queue: 3})
	status, h, body := s.do("POST", "/v1/ask", "application/jsonl", batch("many", 50))
	assert.Equal(t, http.StatusServiceUnavailable, status, "%s", body)
	assert.NotEmpty(t, h.Get("Retry-After"))
	status, _, body = s.do("POST", "/v1/ask?timeout=0.000001", "application/json", rapamycin)
	assert.Equal(t, http.StatusGatewayTimeout, status, "%s", body)
}

func TestNoSecretStandsInAnswersOrLogs(t *testing.T) {
	keys, secrets := keyring(t, auth.Token{Name: "one", Role: auth.Operate})
	var log bytes.Buffer
	var mu sync.Mutex
	s := start(t, serve.Options{Config: config("baseline"), Keys: keys, Log: logger(&mu, &log)})
	s.token = secrets[0]
	seen := ""
	for _, path := range []string{"/v1/health", "/v1/policies", "/v1/policies/baseline", "/v1/runs", "/v1/plugins", "/v1/sources", "/v1/budget", "/v1/nonesuch", "/login?token=" + secrets[0], "/login?token=wrong"} {
		_, h, body := s.do("GET", path, "", "")
		h.Del("Set-Cookie")
		seen += fmt.Sprint(h) + string(body)
	}
	s.do("POST", "/v1/ask", "application/json", rapamycin)
	require.NoError(t, s.stop())
	assert.Contains(t, log.String(), "run ended", "there is a log")
	for _, text := range []string{seen, log.String()} {
		assert.NotContains(t, text, secrets[0])
		assert.NotContains(t, text, auth.Hash(secrets[0]))
	}
}
