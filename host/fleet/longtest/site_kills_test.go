//go:build linux

package longtest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What happens how often while the fleet works.
const (
	killEvery   = 2 * time.Second
	leaderEvery = 10 * time.Second
	cutAt       = 20 * time.Second
	cutFor      = 15 * time.Second
	drain       = 10 * time.Second
)

// results are lines without the times that they took.
func results(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return elapsed.ReplaceAllString(string(data), `"elapsed_ms":0`)
}

// Three servers and four workers on machines whose clocks are up to 30 seconds apart and whose packets take 5 ms. Every 2 seconds a worker is
// killed or told to end, every 10 seconds the leader of the jobs is killed, for 15 seconds a server and two workers are cut off, and the
// submitter is killed three times and repeated.
func TestNoKillAndNoPartitionLosesDoublesOrChangesAResult(t *testing.T) {
	s := newSite(t)
	want := s.alone()
	require.Equal(t, questions, strings.Count(want, "\n"))
	for n := range seeds() {
		t.Run(fmt.Sprint("seed", seed()+n), func(t *testing.T) {
			one := newSite(t)
			one.survives(want, rand.New(rand.NewPCG(seed()+n, 0)))
		})
	}
}

// survives has a new batch answered under all this.
func (s *site) survives(want string, random *rand.Rand) {
	began := time.Now()
	s.start()
	h := &harm{site: s, random: random}
	said := s.submitted(h, "500")
	assert.Equal(s.t, want, results(s.t, s.file("fleet.jsonl")))
	s.keepsLimits()
	requests := map[string]int{}
	for _, p := range providers {
		requests[p] = len(s.sources.Requests(p))
		assert.GreaterOrEqual(s.t, requests[p], questions, "each question searches each source")
	}
	s.t.Logf("%v: %d workers killed, %d told to end (at most %v), %d leaders and %d submitters killed, %d packets cut, %d retries; requests %v; the submitter said:\n%s",
		time.Since(began).Round(time.Second), h.killed, h.ended, h.longest.Round(time.Millisecond), h.leaders, h.submitters, h.packets, h.retries, requests, said)
}

// start starts servers and workers.
func (s *site) start() {
	for _, one := range s.servers {
		one.run(s.t, one.command(s.programs.nats, "-c", one.file("nats.conf")))
	}
	for _, one := range s.workers {
		s.work(one)
	}
}

func (s *site) work(m *machine) {
	m.run(s.t, s.sparkhost(m, "worker", "--nats", s.url(), "--slots", "1", "--drain", drain.String()))
}

// submit starts a submission, which says its end on a channel.
func (s *site) submit(budget string) (c *exec.Cmd, said *bytes.Buffer, ended chan error) {
	said, ended = &bytes.Buffer{}, make(chan error, 1)
	c = s.sparkhost(s.office, "submit", "--nats", s.url(), "--wait", "--out", s.file("fleet.jsonl"), "--budget-usd", budget)
	c.Stderr = said
	require.NoError(s.t, s.office.Start(c))
	go func() { ended <- c.Wait() }()
	return c, said, ended
}

// submitted repeats the submission until one comes to its end, and does harm meanwhile.
func (s *site) submitted(h *harm, budget string) string {
	for range 3 {
		c, _, ended := s.submit(budget)
		select {
		case err := <-ended: // too early for the servers, or for the test
			s.t.Logf("a submission ended by itself: %v", err)
		case <-time.After(time.Duration(h.random.IntN(3_000)) * time.Millisecond):
			_ = c.Process.Kill() // it may just have ended
			<-ended
			h.submitters++
		}
	}
	for {
		_, said, ended := s.submit(budget)
		if err := h.do(ended); err == nil {
			return said.String()
		}
		require.Contains(s.t, said.String(), "failed 5 times", "a question may lose five workers, one after the other; nothing else may end a submission")
		s.retry(said.String())
		h.retries++
	}
}

var batchID = regexp.MustCompile(`batch ([0-9a-f]{16})`)

// retry does what an operator does about questions that lost too many workers.
func (s *site) retry(said string) {
	c := s.sparkhost(s.office, "batch", "retry", batchID.FindStringSubmatch(said)[1], "--nats", s.url())
	var out bytes.Buffer
	c.Stderr = &out
	require.NoError(s.t, s.office.Start(c))
	require.NoError(s.t, c.Wait(), out.String())
}
