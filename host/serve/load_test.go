package serve_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/serve"
	"github.com/sparkhost/sparkhost/host/serve/api"
)

// long skips a test outside of .ci/long, and says for how long it asks: SPARKHOST_LOAD_SECONDS, 60 by default.
func long(t *testing.T) time.Duration {
	if os.Getenv("SPARKHOST_LONG") != "1" {
		t.Skip("SPARKHOST_LONG=1 runs it, as .ci/long does")
	}
	seconds, err := strconv.Atoi(os.Getenv("SPARKHOST_LOAD_SECONDS"))
	if err != nil {
		seconds = 60
	}
	return time.Duration(seconds) * time.Second
}

// numbered is a question of the quick start under an id of its own, so that no two runs are shared.
func numbered(all []string, n int64) string {
	var q map[string]any
	if err := json.Unmarshal([]byte(all[int(n)%len(all)]), &q); err != nil {
		panic(err)
	}
	q["id"] = fmt.Sprintf("load-%d", n)
	out, err := json.Marshal(q)
	if err != nil {
		panic(err)
	}
	return string(out)
}

// rate asks with so many workers for a time, and returns questions per second.
func rate(workers int, span time.Duration, next *atomic.Int64, ask func(n int64)) float64 {
	var done atomic.Int64
	var group sync.WaitGroup
	began := time.Now()
	for range workers {
		group.Go(func() {
			for time.Since(began) < span {
				ask(next.Add(1))
				done.Add(1)
			}
		})
	}
	group.Wait()
	return float64(done.Load()) / time.Since(began).Seconds()
}

// heap returns the megabytes in use after a collection.
func heap() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc+m.StackInuse) / (1 << 20)
}

// The service and `run --concurrency 2` take turns on the same questions.
func TestLoadOf64ClientsIsAnsweredAtEightTenthsOfRun(t *testing.T) {
	span, all := long(t)/3, stringsOf(lines(t))
	s := start(t, serve.Options{Config: config("standard"), Concurrency: 2})
	h, err := host.Open(context.Background(), host.Config{Policy: "standard", Corpus: []string{corpus}, Home: home(t)})
	require.NoError(t, err)
	defer h.Close()
	var next, failed atomic.Int64
	post := func(n int64) {
		resp, err := s.client.Post(s.url+"/v1/ask", "application/json", strings.NewReader(numbered(all, n)))
		if err != nil || resp.StatusCode != http.StatusOK {
			failed.Add(1)
		}
		if err == nil {
			_ = resp.Body.Close()
		}
	}
	direct := func(n int64) {
		q, err := evidence.ParseQuestion([]byte(numbered(all, n)))
		if err == nil {
			_, err = h.Ask(context.Background(), q)
		}
		if err != nil {
			failed.Add(1)
		}
	}
	rate(2, span/5, &next, direct)
	rate(64, span/5, &next, post)
	var served, run, memory []float64
	for range 3 {
		run = append(run, rate(2, span, &next, direct))
		served = append(served, rate(64, span, &next, post))
		memory = append(memory, heap())
	}
	t.Logf("questions per second: run --concurrency 2 %.1f, 64 clients %.1f; memory after each turn %.0f MB", run, served, memory)
	assert.Zero(t, failed.Load())
	assert.GreaterOrEqual(t, served[0]+served[1]+served[2], 0.8*(run[0]+run[1]+run[2]))
	assert.Less(t, memory[2], memory[0]*1.5+20, "memory is flat")
}

func TestLoadOfAThousandIdleStreamsTakesUnder100Megabytes(t *testing.T) {
	long(t)
	s := start(t, serve.Options{Config: config("standard"), Concurrency: 1})
	go ask(s, batch("busy", 200))
	require.Eventually(t, func() bool {
		_, _, body := s.do("GET", "/v1/health", "", "")
		return !strings.Contains(string(body), `"waiting":0`)
	}, time.Minute, 5*time.Millisecond)
	events := begun(t, s, "last")
	before := heap()
	ctx, cut := context.WithCancel(context.Background())
	var open sync.WaitGroup
	var began atomic.Int64
	transport := &http.Transport{}
	for range 1000 {
		open.Go(func() {
			r, _ := http.NewRequestWithContext(ctx, "GET", events, nil) // the URL is sound
			resp, err := transport.RoundTrip(r)
			if err != nil {
				return
			}
			defer resp.Body.Close()
			if _, err := bufio.NewReader(resp.Body).ReadBytes('\n'); err == nil {
				began.Add(1)
			}
			<-ctx.Done()
		})
	}
	require.Eventually(t, func() bool { return began.Load() == 1000 }, time.Minute, 10*time.Millisecond)
	used := heap() - before
	cut()
	open.Wait()
	t.Logf("1,000 streams, with their clients in the same process: %.1f MB", used)
	assert.Less(t, used, 100.0)
}

func TestLoadOfWhatIfOver500RecordsTakesUnderASecond(t *testing.T) {
	long(t)
	all := stringsOf(lines(t))
	s := start(t, serve.Options{Config: config("standard"), Concurrency: 2})
	var b bytes.Buffer
	for n := range 500 {
		b.WriteString(numbered(all, int64(n)) + "\n")
	}
	_, _, body := s.do("POST", "/v1/ask", "application/jsonl", b.String())
	require.Equal(t, 500, strings.Count(string(body), `"format_version"`))
	var took []time.Duration
	for _, v := range []string{"0.5", "0.6", "0.7", "0.55", "0.65"} {
		var out api.WhatIf
		began := time.Now()
		s.post("/v1/what-if", map[string]any{"policy": "standard", "of": "standard", "vars": map[string]string{"min_confidence": v}, "limit": 500}, &out)
		took = append(took, time.Since(began))
		require.Equal(t, 500, out.Summary.Records)
	}
	t.Logf("what-if over 500 records, first and again: %v", took)
	assert.Less(t, slices.Min(took), time.Second, "the best of five")
}

func TestLoadLeavesTheFirstEventOfAStreamQuick(t *testing.T) {
	long(t)
	s := start(t, serve.Options{Config: config("standard")})
	var worst time.Duration
	for i := range 20 {
		began := time.Now()
		url := begun(t, s, fmt.Sprint("first-", i))
		_, _ = follow(t, s.client, url, "", 1)
		worst = max(worst, time.Since(began))
	}
	t.Logf("from asking to the first event, worst of 20: %v", worst)
	assert.Less(t, worst, 200*time.Millisecond)
}
