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

// serveRegistry is a program of the scripts: `registry FILE [LIE]` serves an OCI registry on a free port of
// loopback, whose address it writes to FILE, until it is killed. While there is a file LIE, it sends that in place of each blob.
func serveRegistry() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		err = os.WriteFile(os.Args[1]+".new", []byte(listener.Addr().String()), 0o600)
	}
	if err == nil {
		err = os.Rename(os.Args[1]+".new", os.Args[1])
	}
	if err == nil {
		server := http.Server{Handler: lying(registry.New(registry.Logger(log.New(io.Discard, "", 0)))), ReadHeaderTimeout: time.Minute}
		err = server.Serve(listener)
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// lying sends the second argument's file, while there is one, in place of each blob that is read.
func lying(honest http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && strings.Contains(r.URL.Path, "/blobs/sha256:") && len(os.Args) > 2 {
			if lie, err := os.ReadFile(os.Args[2]); err == nil {
				_, _ = w.Write(lie)
				return
			}
		}
		honest.ServeHTTP(w, r)
	})
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
