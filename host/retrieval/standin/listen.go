package standin

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/sparkhost/sparkhost/internal/realdata"
)

// Listen serves on loopback until the test ends and returns the base address.
func (s *Server) Listen(t testing.TB) string {
	t.Helper()
	h := httptest.NewUnstartedServer(s)
	h.Config.ErrorLog = log.New(io.Discard, "", 0)
	h.Start()
	t.Cleanup(h.Close)
	return h.URL
}

// PipeBase is the base address of a server that is reached through [Server.Pipe].
const PipeBase = "http://localhost"

// Pipe serves in memory until stop is called: without a network, so that the fake clock of
// testing/synctest runs. All of it has to happen within one bubble.
func (s *Server) Pipe() (dial func(context.Context, string, string) (net.Conn, error), stop func()) {
	l := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
	h := &http.Server{Handler: s, ErrorLog: log.New(io.Discard, "", 0)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = h.Serve(l) // ends with ErrServerClosed
	}()
	return l.dial, func() {
		_ = h.Close()
		<-done
	}
}

// pipes is a listener in memory.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (l *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case l.conns <- theirs:
		return ours, nil
	case <-l.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept implements net.Listener, like what follows.
func (l *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipes) Close() error {
	close(l.closed)
	return nil
}

func (l *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "standin", Net: "pipe"} }

// Recorded reads a real body, such as "europepmc/02-search-core.json", from the folder of real data; see package realdata.
func Recorded(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(realdata.Path(t, "providers/"+name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
