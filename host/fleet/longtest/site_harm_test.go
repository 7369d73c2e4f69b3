//go:build linux

package longtest

import (
	"context"
	"math/rand/v2"
	"net"
	"slices"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
)

// A harm ends processes of a site, cuts its network, and counts both.
type harm struct {
	*site
	random                             *rand.Rand
	killed, ended, leaders, submitters int
	retries                            int // of questions that lost five workers
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
