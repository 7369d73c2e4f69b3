//go:build linux

package longtest

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/fleettest/wire"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
)

// A site is a fleet on a network of its own: three servers, four workers, a submitter and the sources, each on a machine with a namespace, a
// cache and a clock of its own.
type site struct {
	t        *testing.T
	programs programs
	dir      string
	network  *wire.Network
	sources  *standin.Server
	servers  [3]*machine
	workers  [4]*machine
	office   *machine // of the submitter
}

// clocks are those of the machines, in seconds beside the right time: at most 30 apart.
var clocks = []int{0, 15, -15, 10, -10, 14, -14, 5}

// delay is that of each packet between two machines.
const delay = 5 * time.Millisecond

// newSite makes the machines and starts the sources; servers and workers are down.
func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{t: t, programs: built(t), dir: t.TempDir(), network: wire.New(t, delay)}
	off := 0
	add := func(name string) *machine {
		m := &machine{Node: s.network.Node(name), home: filepath.Join(s.dir, name), skew: clocks[off]}
		require.NoError(t, os.Mkdir(m.home, 0o700))
		off++
		return m
	}
	for i := range s.servers {
		s.servers[i] = add(fmt.Sprint("n", i))
	}
	for i := range s.workers {
		s.workers[i] = add(fmt.Sprint("w", i))
	}
	s.office = add("office")
	s.openSources(s.network.Node("sources"))
	for _, one := range s.servers {
		s.configure(one)
	}
	s.writeQuestions()
	return s
}

// providers are the sources that each question asks once, with the limits that they publish.
var providers = []string{"europepmc", "openalex"}

// openSources starts the stand-in of the sources, and writes the policy that names it.
func (s *site) openSources(on *wire.Node) {
	var routes []standin.Route
	var policy strings.Builder
	for _, p := range providers {
		routes = append(routes, standin.Route{Provider: p, Limits: standin.Limits{InFlight: standin.Published(p).InFlight}, Latency: 30 * time.Millisecond, Answer: standin.Library(p)})
		fmt.Fprintf(&policy, "source %q {\n  base_url = \"http://%s/%s\"\n}\n\n", p, on.Addr, p)
	}
	fmt.Fprintf(&policy, "policy \"live\" {\n  extends = [as_written]\n  sources = [%s]\n  order   = [one]\n  budget {\n    max_wall = \"1h\"\n    max_cost = \"0.01 USD\"\n  }\n"+
		"  intent \"one\" { queries = [\"{question}\"] }\n  round \"one\" {\n    intents = [one]\n    results = 5\n  }\n}\n", strings.Join(providers, ", "))
	require.NoError(s.t, os.WriteFile(s.file("live.policy.hcl"), []byte(policy.String()), 0o600))
	s.sources = standin.New(routes...)
	var l net.Listener
	var err error
	on.Do(func() { l, err = net.Listen("tcp", on.Addr.String()+":80") })
	require.NoError(s.t, err)
	h := &http.Server{Handler: s.sources}
	go func() { _ = h.Serve(l) }() // until it is closed
	s.t.Cleanup(func() { _ = h.Close() })
}

// configure writes the configuration of a server, as in examples/fleet.
func (s *site) configure(m *machine) {
	var routes []string
	for _, one := range s.servers {
		routes = append(routes, fmt.Sprintf("nats://%s:6222", one.Addr))
	}
	text := fmt.Sprintf("server_name: %s\nlisten: %s:4222\nmax_payload: 8MB\njetstream {\n  store_dir: %q\n  sync_interval: always\n}\n"+
		"cluster {\n  name: test\n  listen: %s:6222\n  routes: [%s]\n}\n", m.Name, m.Addr, m.home, m.Addr, strings.Join(routes, ", "))
	require.NoError(s.t, os.WriteFile(m.file("nats.conf"), []byte(text), 0o600))
}

func (s *site) writeQuestions() {
	var b bytes.Buffer
	for n := range questions {
		fmt.Fprintf(&b, "{\"id\":\"q%d\",\"question\":\"Zinc lozenges shorten the common cold of strain%s.\",\"type\":\"claim\"}\n", n, letters(n))
	}
	require.NoError(s.t, os.WriteFile(s.file("questions.jsonl"), b.Bytes(), 0o600))
}

// letters spells a number as a word, so that no two questions are searched for by the same words.
func letters(n int) string {
	return string([]byte{byte('a' + n%26), byte('a' + n/26%26), byte('a' + n/676)})
}

func (s *site) file(name string) string { return filepath.Join(s.dir, name) }

// url names all servers.
func (s *site) url() string {
	var out []string
	for _, one := range s.servers {
		out = append(out, fmt.Sprintf("nats://%s:4222", one.Addr))
	}
	return strings.Join(out, ",")
}

// sparkhost is a command of a machine; the questions and their policy are added for those that ask.
func (s *site) sparkhost(m *machine, args ...string) *exec.Cmd {
	if args[0] == "run" || args[0] == "submit" {
		args = append(args, "--policy", s.file("live.policy.hcl"), "--questions", s.file("questions.jsonl"))
	}
	return m.command(s.programs.sparkhost, args...)
}

// alone returns the results of one process, which is the only one at work.
func (s *site) alone() string {
	var said bytes.Buffer
	c := s.sparkhost(s.office, "run", "--format", "jsonl", "--out", s.file("one.jsonl"))
	c.Stderr = &said
	require.NoError(s.t, s.office.Start(c))
	require.NoError(s.t, c.Wait(), said.String())
	s.keepsLimits()
	return results(s.t, s.file("one.jsonl"))
}

// keepsLimits holds the requests against the limits that the sources publish. Requests at once are counted exactly. The arrival of each jitters, as
// two processors run all machines, so that intervals are measured over several: no n+2 requests within n intervals. Machines that did not know of one
// another would send four times as many.
func (s *site) keepsLimits() {
	s.t.Helper()
	for _, p := range providers {
		assert.Empty(s.t, s.sources.Violations(p))
		at, interval, wrong := s.sources.Arrivals(p), standin.Published(p).Interval, 0
		for i := range at {
			for j := i + 2; j < len(at); j++ {
				if at[j].Sub(at[i]) < time.Duration(j-i-1)*interval {
					wrong++
				}
			}
		}
		assert.Zero(s.t, wrong, "%s: pairs of requests that are too close", p)
	}
}
