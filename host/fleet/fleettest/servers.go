// Package fleettest starts real NATS servers on the loopback interface, for tests.
package fleettest

import (
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/broker"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

// Servers are the servers of one test.
type Servers struct {
	t       testing.TB
	options []*server.Options
	all     []*server.Server
}

// Start starts one server, or a cluster of three or more, and waits until it keeps streams. change may change the options of each.
func Start(t testing.TB, n int, change func(*server.Options)) *Servers {
	t.Helper()
	s := &Servers{t: t, all: make([]*server.Server, n)}
	var routes []string
	ports := freePorts(t, n)
	for _, port := range ports {
		routes = append(routes, fmt.Sprintf("nats://127.0.0.1:%d", port))
	}
	for i := range n {
		o := &server.Options{
			ServerName: fmt.Sprintf("n%d", i), Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true, JetStream: true, StoreDir: t.TempDir(), MaxPayload: 8 << 20,
		}
		if n > 1 {
			o.Cluster = server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: ports[i]}
			o.Routes = server.RoutesFromStr(strings.Join(routes, ","))
		}
		if change != nil {
			change(o)
		}
		s.options = append(s.options, o)
		s.Run(i)
	}
	t.Cleanup(s.stopAll)
	s.ready()
	return s
}

// Run starts a server, also one that was stopped, with the data that it had.
func (s *Servers) Run(i int) {
	s.t.Helper()
	one, err := server.NewServer(s.options[i].Clone())
	require.NoError(s.t, err)
	one.Start()
	require.True(s.t, one.ReadyForConnections(30*time.Second), "it listens, unless another process took its port")
	s.options[i].Port = one.Addr().(*net.TCPAddr).Port // clients find it there when it runs again
	s.all[i] = one
}

// Stop ends a server; its data stay.
func (s *Servers) Stop(i int) {
	s.all[i].Shutdown()
	s.all[i].WaitForShutdown()
}

func (s *Servers) stopAll() {
	for i := range s.all {
		s.Stop(i)
	}
}

// Leader returns the server that leads the cluster's metadata; -1: none now.
func (s *Servers) Leader() int {
	for i, one := range s.all {
		if one.Running() && one.JetStreamIsLeader() {
			return i
		}
	}
	return -1
}

// ready waits for a leader, of which a server alone has no need.
func (s *Servers) ready() {
	if len(s.all) > 1 {
		require.Eventually(s.t, func() bool { return s.Leader() >= 0 && s.all[s.Leader()].JetStreamClusterPeers() != nil }, 30*time.Second, 20*time.Millisecond)
	}
}

// URL names all servers.
func (s *Servers) URL() string {
	var out []string
	for _, o := range s.options {
		out = append(out, fmt.Sprintf("nats://127.0.0.1:%d", o.Port))
	}
	return strings.Join(out, ",")
}

// Folder returns the folder in which server i keeps its data.
func (s *Servers) Folder(i int) string { return s.options[i].StoreDir }

// freePorts are ports that nobody listens on.
func freePorts(t testing.TB, n int) []int {
	t.Helper()
	var out []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		defer l.Close()
		out = append(out, l.Addr().(*net.TCPAddr).Port)
	}
	return out
}

// Queue opens the queue of some servers; it is closed with the test.
func Queue(t testing.TB, url string, ackWait time.Duration) *queue.Queue {
	t.Helper()
	return open(t, broker.Options{URL: url}, ackWait)
}

// Broker connects to some servers; it is closed with the test.
func Broker(t testing.TB, url string) *broker.Broker {
	t.Helper()
	b, err := broker.Open(t.Context(), broker.Options{URL: url})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	return b
}

// Embedded opens a queue on a folder inside this process. Close ends it before the test's end.
func Embedded(t testing.TB, dir string, ackWait time.Duration) (q *queue.Queue, closing func()) {
	t.Helper()
	b, err := broker.Open(t.Context(), broker.Options{Dir: dir})
	require.NoError(t, err)
	q, err = queue.Open(t.Context(), b, ackWait)
	require.NoError(t, err)
	return q, func() { require.NoError(t, b.Close()) }
}

func open(t testing.TB, o broker.Options, ackWait time.Duration) *queue.Queue {
	t.Helper()
	b, err := broker.Open(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	var q *queue.Queue
	require.Eventually(t, func() bool { // a cluster places streams when all its servers know one another
		q, err = queue.Open(t.Context(), b, ackWait)
		return err == nil
	}, 30*time.Second, 100*time.Millisecond, "%v", err)
	return q
}

// Only gives all clients of a server the same permissions.
func Only(p server.Permissions) func(*server.Options) {
	return func(o *server.Options) {
		o.Users, o.NoAuthUser = []*server.User{{Username: "only", Password: "only", Permissions: &p}}, "only"
	}
}
