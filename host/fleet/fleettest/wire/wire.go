//go:build linux

// Package wire makes a network of machines on one machine, for tests: each node has a network namespace of its own, with its own stack and
// address, and all packets between nodes pass through the test, which delays them and can cut nodes off. It needs the rights of root, and
// neither tc nor bridges: a node's interface is a TUN device whose other end the test holds.
package wire

import (
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// A Network connects nodes. It may be used by many goroutines.
type Network struct {
	t     testing.TB
	delay time.Duration // of each packet

	mu      sync.Mutex
	nodes   []*Node
	apart   []*Node // cut off from the others, but not from one another
	dropped int
}

// New makes a network whose packets take so long from node to node. The test is skipped where this process may not make namespaces.
func New(t testing.TB, delay time.Duration) *Network {
	t.Helper()
	if err := Allowed(); err != nil {
		t.Skipf("networks of the test's own: %v", err)
	}
	return &Network{t: t, delay: delay}
}

// Allowed says why this process cannot make networks; nil: it can.
func Allowed() error {
	file, err := os.OpenFile(device, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if os.Geteuid() != 0 {
		return errors.Join(errors.New("they need root"), file.Close())
	}
	return file.Close()
}

// Node adds a machine to the network, with an address of the range that RFC 2544 keeps for tests; it goes with the test, and all that was started on it.
func (n *Network) Node(name string) *Node {
	n.t.Helper()
	n.mu.Lock()
	number := len(n.nodes) + 1
	n.mu.Unlock()
	one := &Node{Name: name, Addr: netip.AddrFrom4([4]byte{198, 18, 0, byte(number)}), work: make(chan func()), inbox: make(chan packet, 4096)}
	ready := make(chan error)
	go one.live(ready)
	require.NoError(n.t, <-ready)
	n.mu.Lock()
	n.nodes = append(n.nodes, one)
	n.mu.Unlock()
	var running sync.WaitGroup
	running.Go(func() { n.carry(one) })
	running.Go(one.receive)
	n.t.Cleanup(func() {
		close(one.work)
		_ = one.tun.Close() // it ends carry
		n.remove(one)
		close(one.inbox)
		running.Wait()
	})
	return one
}

func (n *Network) remove(one *Node) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.nodes = slices.DeleteFunc(slices.Clone(n.nodes), func(o *Node) bool { return o == one })
}

// Cut drops all packets between these nodes and the others, until [Network.Heal].
func (n *Network) Cut(apart ...*Node) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.apart = apart
}

// Heal ends a cut, and returns how many packets were dropped.
func (n *Network) Heal() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	dropped := n.dropped
	n.apart, n.dropped = nil, 0
	return dropped
}

// carry hands on what a node sends, until its interface is closed.
func (n *Network) carry(from *Node) {
	buffer := make([]byte, 64<<10)
	for {
		size, err := from.tun.Read(buffer)
		switch {
		case errors.Is(err, fs.ErrClosed):
			return
		case errors.Is(err, unix.EINTR), err == nil && size < 20:
		case err != nil:
			fmt.Fprintf(os.Stderr, "wire: %s: %v\n", from.Name, err)
			return
		default:
			n.hand(from, packet{time.Now().Add(n.delay), slices.Clone(buffer[:size])})
		}
	}
}

// hand puts a packet into the inbox of its target. One for nobody is dropped, and one that the inbox has no room for, as by a router.
func (n *Network) hand(from *Node, p packet) {
	n.mu.Lock()
	defer n.mu.Unlock()
	to := slices.IndexFunc(n.nodes, func(o *Node) bool { return o.Addr == p.target() })
	if to < 0 {
		return
	}
	if slices.Contains(n.apart, from) != slices.Contains(n.apart, n.nodes[to]) {
		n.dropped++
		return
	}
	select {
	case n.nodes[to].inbox <- p:
	default:
	}
}
