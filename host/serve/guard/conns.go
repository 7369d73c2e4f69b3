package guard

import (
	"net"
	"net/http"
	"sync"
)

// Connections bounds the open connections of a server: when one comes that is too much, the one that was idle longest is closed.
// Its method Track is for [http.Server].ConnState.
type Connections struct {
	Most int

	mu   sync.Mutex
	all  map[net.Conn]bool
	idle []net.Conn // the longest first
}

// Track takes a change of a connection's state in.
func (c *Connections) Track(conn net.Conn, state http.ConnState) {
	if old := c.track(conn, state); old != nil {
		_ = old.Close() // its client has let it lie
	}
}

// track returns the connection to close, if one is.
func (c *Connections) track(conn net.Conn, state http.ConnState) net.Conn {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all == nil {
		c.all = map[net.Conn]bool{}
	}
	for i, one := range c.idle {
		if one == conn {
			c.idle = append(c.idle[:i], c.idle[i+1:]...)
			break
		}
	}
	switch state {
	case http.StateClosed, http.StateHijacked:
		delete(c.all, conn)
		return nil
	case http.StateNew, http.StateIdle:
		c.all[conn] = true
		c.idle = append(c.idle, conn)
	}
	if len(c.all) <= c.Most || len(c.idle) == 0 {
		return nil
	}
	old := c.idle[0]
	c.idle = c.idle[1:]
	delete(c.all, old)
	return old
}

// CloseIdle closes the connections of which no request was read whole. [http.Server.Shutdown] would wait five seconds for one of a
// client that has sent nothing, such as those that browsers open ahead of need; it is for RegisterOnShutdown.
func (c *Connections) CloseIdle() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.idle {
		_ = conn.Close()
		delete(c.all, conn)
	}
	c.idle = nil
}

// Open counts the open connections.
func (c *Connections) Open() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.all)
}
