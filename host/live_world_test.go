package host_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
	"github.com/sparkhost/sparkhost/internal/testwasm"
)

// liveText is a policy that asks each of the providers once a question, at base; settings go into every source's block.
func liveText(base, settings string, providers ...string) string {
	var b strings.Builder
	for _, p := range providers {
		own := ""
		if p == "opensearch" {
			own = `index = "papers"`
		}
		fmt.Fprintf(&b, "source %q {\n  base_url = %q\n  %s\n  %s\n}\n\n", p, base+"/"+p, own, settings)
	}
	fmt.Fprintf(&b, `policy "live" {
  extends = [as_written]
  sources = [%s]
  order   = [one]
  budget {
    max_wall = "240h"
  }
  intent "one" { queries = ["{question}"] }
  round "one" {
    intents = [one]
    results = 5
  }
}
`, strings.Join(providers, ", "))
	return b.String()
}

// A liveWorld is a stand-in of all providers, held to their published limits, and a config that searches it.
type liveWorld struct {
	server *standin.Server
	config host.Config
}

// inLiveWorld runs a test on a fake clock, without a network.
func inLiveWorld(t *testing.T, routes []standin.Route, settings string, test func(*testing.T, *liveWorld)) {
	t.Helper()
	dir := t.TempDir()
	home := warmHome(t)
	synctest.Test(t, func(t *testing.T) {
		w := &liveWorld{server: standin.New(routes...)}
		dial, stop := w.server.Pipe()
		defer stop()
		var names []string
		for _, r := range routes {
			names = append(names, r.Provider)
		}
		file := filepath.Join(dir, "live.policy.hcl")
		require.NoError(t, os.WriteFile(file, []byte(liveText(standin.PipeBase, settings, names...)), 0o600))
		w.config = host.Config{Policy: file, Home: home, Dial: dial}
		test(t, w)
	})
}

// published are all providers with their published limits.
func published() []standin.Route {
	out := standin.Libraries()
	for i := range out {
		out[i].Limits = standin.Published(out[i].Provider)
	}
	return out
}

// warmHome is a new folder with the compiled plugins, which no test here is about.
func warmHome(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	testwasm.Link(t, home)
	return home
}

// ask answers the questions with a host of its own.
func (w *liveWorld) ask(t *testing.T, questions ...evidence.Question) []*record.Result {
	t.Helper()
	h, err := host.Open(context.Background(), w.config)
	require.NoError(t, err)
	defer func() { assert.NoError(t, h.Close()) }()
	var out []*record.Result
	for _, q := range questions {
		r, err := h.Ask(context.Background(), q)
		require.NoError(t, err)
		out = append(out, r)
	}
	return out
}

// zinc is a question that the shelf of the stand-in answers.
var zinc = evidence.Question{ID: "q", Question: "Zinc lozenges shorten the common cold.", Type: "claim"}

// line is a result without its time.
func line(t *testing.T, r *record.Result) string {
	t.Helper()
	r.Budget.ElapsedMS = 0
	b, err := record.Canonical(r)
	require.NoError(t, err)
	return string(b)
}

// failedNames are the sources that a result says it had to do without.
func failedNames(r *record.Result) []string {
	var out []string
	for _, f := range r.FailedSources {
		out = append(out, f.Source)
	}
	return out
}

// refuse is a network that there is not.
func refuse(context.Context, string, string) (net.Conn, error) {
	return nil, errors.New("the test has no network")
}

// leaky answers like a library and gives away in header and body what it was sent.
func leaky(provider string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		in := httptest.NewRecorder()
		query := r.URL.RawQuery
		header := fmt.Sprint(r.Header)
		standin.Library(provider)(in, r)
		body := in.Body.String()
		echo := strings.NewReplacer(`"`, "", "<", "", ">", "", "&", " ", "\\", "").Replace(query + " " + header)
		if strings.HasPrefix(body, "{") {
			body = fmt.Sprintf(`{"echo":%q,`, echo) + body[1:]
		} else {
			body += "<!-- " + strings.ReplaceAll(echo, "--", "") + " -->"
		}
		http.SetCookie(w, &http.Cookie{Name: "session", Value: "canary-crumb"})
		w.Header().Set("Content-Type", in.Header().Get("Content-Type"))
		_, _ = w.Write([]byte(body))
	}
}
