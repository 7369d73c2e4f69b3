package guard_test

import (
	"context"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/serve/guard"
)

func TestClientsThatHaveSentNoRequestHoldUpNoShutdown(t *testing.T) {
	conns := &guard.Connections{Most: 10}
	server := &http.Server{ConnState: conns.Track}
	server.RegisterOnShutdown(conns.CloseIdle)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	for _, sent := range []string{"", "GET / HTTP/1.1\r\nHost: local"} {
		conn, err := net.Dial("tcp", l.Addr().String())
		require.NoError(t, err)
		defer conn.Close()
		_, err = conn.Write([]byte(sent))
		require.NoError(t, err)
	}
	require.Eventually(t, func() bool { return conns.Open() == 2 }, time.Minute, time.Millisecond)

	// Without CloseIdle the server waits for five seconds after a connection was opened.
	waiting, cancel := context.WithTimeout(t.Context(), 4*time.Second)
	defer cancel()
	require.NoError(t, server.Shutdown(waiting))
	assert.Zero(t, conns.Open())
	assert.ErrorIs(t, <-ended, http.ErrServerClosed)
}
