//go:build linux

package wire_test

import (
	"net"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/fleettest/wire"
)

// echo answers on a node each byte that it gets.
func echo(t *testing.T, n *wire.Node) string {
	t.Helper()
	var l net.Listener
	var err error
	n.Do(func() { l, err = net.Listen("tcp", netip.AddrPortFrom(n.Addr, 7).String()) })
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, l.Close()) })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				b := make([]byte, 1)
				for _, err := c.Read(b); err == nil; _, err = c.Read(b) {
					if _, err := c.Write(b); err != nil {
						return
					}
				}
			}()
		}
	}()
	return l.Addr().String()
}

// round sends a byte and returns after how long it is back.
func round(c net.Conn, within time.Duration) (time.Duration, error) {
	began, b := time.Now(), []byte{1}
	if err := c.SetDeadline(began.Add(within)); err != nil {
		return 0, err
	}
	if _, err := c.Write(b); err != nil {
		return 0, err
	}
	_, err := c.Read(b)
	return time.Since(began), err
}

func TestNodesHearOneAnotherWithDelayAndNotAcrossACut(t *testing.T) {
	n := wire.New(t, 5*time.Millisecond)
	a, b := n.Node("a"), n.Node("b")
	address := echo(t, b)
	var c net.Conn
	var err error
	a.Do(func() { c, err = net.DialTimeout("tcp", address, 5*time.Second) })
	require.NoError(t, err)
	defer c.Close()
	took, err := round(c, 5*time.Second)
	require.NoError(t, err)
	assert.GreaterOrEqual(t, took, 10*time.Millisecond)

	n.Cut(b)
	_, err = round(c, 100*time.Millisecond)
	assert.ErrorContains(t, err, "timeout")
	assert.NotZero(t, n.Heal())
	_, err = round(c, 10*time.Second) // TCP repeats what was lost
	assert.NoError(t, err)
}
