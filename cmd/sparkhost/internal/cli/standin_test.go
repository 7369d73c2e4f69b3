package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"time"

	"github.com/sparkhost/sparkhost/host/retrieval/standin"
)

// serveStandin is a program of the scripts: `standin FILE [STATUS=PROVIDER...]` serves all providers of literature on a free port of
// loopback, whose address it writes to FILE, until it is interrupted. A provider with a status answers with that and nothing else.
func serveStandin() {
	server := standin.New(standin.Libraries()...)
	for _, arg := range os.Args[2:] {
		var provider string
		var status int
		if _, err := fmt.Sscanf(arg, "%d=%s", &status, &provider); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		server.Fail(provider, -1, standin.Status(status))
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		err = os.WriteFile(os.Args[1]+".new", []byte("http://"+listener.Addr().String()), 0o600)
	}
	if err == nil {
		err = os.Rename(os.Args[1]+".new", os.Args[1])
	}
	if err == nil {
		s := http.Server{Handler: server, ReadHeaderTimeout: time.Minute, ErrorLog: log.New(io.Discard, "", 0)}
		ended, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()
		context.AfterFunc(ended, func() { _ = s.Close() })
		err = s.Serve(listener)
	}
	if !errors.Is(err, http.ErrServerClosed) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
