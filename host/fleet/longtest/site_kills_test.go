//go:build linux

package longtest

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
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
	s.t.Logf("%v: %d workers killed, %d told to end (at most %v), %d leaders and %d submitters killed, %d packets cut; requests %v; the submitter said:\n%s",
		time.Since(began).Round(time.Second), h.killed, h.ended, h.longest.Round(time.Millisecond), h.leaders, h.submitters, h.packets, requests, said)
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
	_, said, ended := s.submit(budget)
	require.NoError(s.t, h.do(ended), said.String())
	return said.String()
}

// A harm ends processes of a site, cuts its network, and counts both.
type harm struct {
	*site
	random                             *rand.Rand
	killed, ended, leaders, submitters int
	packets                            int
	longest                            time.Duration
	cut                                bool
}

// do does harm until the submission ends, and returns its end.
func (h *harm) do(submission <-chan error) error {
	began, lastLeader := time.Now(), time.Now()
	tick := time.NewTicker(killEvery)
	defer tick.Stop()
	for {
		select {
		case err := <-submission:
			return err
		case <-tick.C:
		}
		h.worker()
		if time.Since(lastLeader) >= leaderEvery {
			lastLeader = time.Now()
			h.leader()
		}
		switch since := time.Since(began); {
		case since >= cutAt && since < cutAt+cutFor && !h.cut:
			h.cut = true
			h.network.Cut(h.servers[0].Node, h.workers[0].Node, h.workers[1].Node)
		case since >= cutAt+cutFor && h.packets == 0:
			h.packets = h.network.Heal()
		}
	}
}

// worker ends a worker and starts another in its place. One in four is told to end, and must within its time.
func (h *harm) worker() {
	one := h.workers[h.random.IntN(len(h.workers))]
	isCut := h.cut && h.packets == 0
	if h.random.IntN(4) > 0 || isCut {
		one.end(syscall.SIGKILL)
		h.killed++
	} else {
		took := one.end(syscall.SIGTERM)
		h.ended++
		h.longest = max(h.longest, took)
		assert.Less(h.t, took, drain+10*time.Second)
	}
	h.work(one)
}

// leader kills the server that leads the jobs, and starts it again.
func (h *harm) leader() {
	name := h.leads()
	i := slices.IndexFunc(h.servers[:], func(m *machine) bool { return m.Name == name })
	if i < 0 {
		return // an election is under way
	}
	one := h.servers[i]
	one.end(syscall.SIGKILL)
	h.leaders++
	time.Sleep(500 * time.Millisecond)
	one.run(h.t, one.command(h.programs.nats, "-c", one.file("nats.conf")))
}

// leads is the name of the server that leads the stream of jobs; empty: nobody is known to.
func (h *harm) leads() string {
	c, err := nats.Connect(h.url(), nats.SetCustomDialer(h.office), nats.Timeout(time.Second))
	if err != nil {
		return ""
	}
	defer c.Close()
	js, err := jetstream.New(c)
	if err != nil {
		return ""
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	stream, err := js.Stream(ctx, "JOBS")
	if err != nil || stream.CachedInfo().Cluster == nil {
		return ""
	}
	return stream.CachedInfo().Cluster.Leader
}

// Dial implements nats.CustomDialer on the machine's network.
func (m *machine) Dial(network, address string) (c net.Conn, err error) {
	m.Do(func() { c, err = net.DialTimeout(network, address, time.Second) })
	return c, err
}
