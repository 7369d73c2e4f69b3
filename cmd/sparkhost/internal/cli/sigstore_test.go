//go:build keyless

package cli

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/sparkhost/sparkhost/host/sign/signtest"
)

func init() { programs["sigstore"] = serveSigstore }

// serveSigstore is a program of the scripts: `sigstore ISSUER SUBJECT` serves a Sigstore instance on a free port of loopback until it
// is killed. It writes trusted_root.json, a token for whom the arguments name to the file token, then its URL to the file url.
func serveSigstore() {
	i, err := signtest.New()
	if err == nil {
		err = os.WriteFile("trusted_root.json", i.Root, 0o600)
	}
	if err == nil {
		err = os.WriteFile("token", []byte(signtest.Token(os.Args[1], os.Args[2])), 0o600)
	}
	var listener net.Listener
	if err == nil {
		listener, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err == nil {
		err = os.WriteFile("url.new", []byte("http://"+listener.Addr().String()), 0o600)
	}
	if err == nil {
		err = os.Rename("url.new", "url")
	}
	if err == nil {
		server := http.Server{Handler: i.Handler(), ReadHeaderTimeout: time.Minute}
		err = server.Serve(listener)
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
