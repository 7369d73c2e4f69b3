package cli

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/google/go-containerregistry/pkg/registry"
	"github.com/rogpeppe/go-internal/testscript"
)

// serveRegistry is a program of the scripts: `registry FILE` serves an OCI registry on a free port of
// loopback, whose address it writes to FILE, until it is killed.
func serveRegistry() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		err = os.WriteFile(os.Args[1]+".new", []byte(listener.Addr().String()), 0o600)
	}
	if err == nil {
		err = os.Rename(os.Args[1]+".new", os.Args[1])
	}
	if err == nil {
		server := http.Server{Handler: registry.New(registry.Logger(log.New(io.Discard, "", 0))), ReadHeaderTimeout: time.Minute}
		err = server.Serve(listener)
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// address waits for a file that another program writes, and sets a variable to its content:
// address VARIABLE FILE.
func address(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: address VARIABLE FILE")
	}
	for range 1000 {
		if b, err := os.ReadFile(ts.MkAbs(args[1])); err == nil && len(b) > 0 {
			ts.Setenv(args[0], strings.TrimSpace(string(b)))
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("%s was not written", args[1])
}
