// Package longtest holds the tests of a fleet that take minutes. They run with SPARKHOST_FLEET_LONG=1, as .ci/long sets it.
package longtest

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
)

func TestMain(m *testing.M) {
	if os.Getenv("SPARKHOST_FLEET_LONG") == "" {
		fmt.Println("set SPARKHOST_FLEET_LONG=1 for the tests of minutes")
		return
	}
	os.Exit(m.Run())
}

const questions = 500

// A fleet is the files and the program of one test.
type fleet struct {
	t                   *testing.T
	dir, program        string
	corpus, asked, want string
}

// newFleet builds the program and answers all questions with one process.
func newFleet(t *testing.T) *fleet {
	t.Helper()
	f := &fleet{t: t, dir: t.TempDir()}
	f.program = filepath.Join(f.dir, "sparkhost")
	out, err := exec.Command("go", "build", "-o", f.program, "github.com/sparkhost/sparkhost/cmd/sparkhost").CombinedOutput()
	require.NoError(t, err, "%s", out)
	example, err := filepath.Abs("../../../examples/quickstart")
	require.NoError(t, err)
	f.corpus, f.asked = filepath.Join(example, "corpus.jsonl"), filepath.Join(f.dir, "questions.jsonl")
	lines, err := os.ReadFile(filepath.Join(example, "questions.jsonl"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(f.asked, many(string(lines)), 0o600))
	f.run("one", "run", "--corpus", f.corpus, "--questions", f.asked, "--format", "jsonl", "--out", f.file("one.jsonl"))
	f.want = f.read("one.jsonl")
	return f
}

var questionID = regexp.MustCompile(`"id": *"([^"]+)"`)

// many repeats questions under other ids.
func many(lines string) []byte {
	var b bytes.Buffer
	all := strings.Split(strings.TrimSpace(lines), "\n")
	for n := range questions {
		fmt.Fprintln(&b, questionID.ReplaceAllString(all[n%len(all)], `"id":"$1-`+strconv.Itoa(n)+`"`))
	}
	return b.Bytes()
}

func (f *fleet) file(name string) string { return filepath.Join(f.dir, name) }

// command is the program with a cache folder of its own, as on a machine of its own.
func (f *fleet) command(machine string, args ...string) *exec.Cmd {
	c := exec.Command(f.program, args...)
	c.Env = append(os.Environ(), "SPARKHOST_CACHE="+f.file("cache-"+machine))
	return c
}

func (f *fleet) run(machine string, args ...string) {
	f.t.Helper()
	out, err := f.command(machine, args...).CombinedOutput()
	require.NoError(f.t, err, "%s", out)
}

var elapsed = regexp.MustCompile(`"elapsed_ms":[0-9.e+-]+`)

func (f *fleet) read(name string) string {
	f.t.Helper()
	data, err := os.ReadFile(f.file(name))
	require.NoError(f.t, err)
	return elapsed.ReplaceAllString(string(data), `"elapsed_ms":0`)
}

// worker keeps one worker running until ctx ends; kill ends the present one by kill -9.
func (f *fleet) worker(ctx context.Context, machine, url string) (kill func()) {
	var mu sync.Mutex
	var now *exec.Cmd
	var running sync.WaitGroup
	running.Go(func() {
		for ctx.Err() == nil {
			c := f.command(machine, "worker", "--nats", url, "--slots", "1")
			mu.Lock()
			now = c
			err := c.Start()
			mu.Unlock()
			if err == nil {
				_ = c.Wait() // it was killed
			}
		}
	})
	kill = func() {
		mu.Lock()
		defer mu.Unlock()
		if now != nil && now.Process != nil {
			_ = now.Process.Kill() // it may just have ended
		}
	}
	f.t.Cleanup(func() { kill(); running.Wait() })
	return kill
}

// Workers are killed every two seconds and the leader of the cluster every ten.
func TestWorkersAndLeadersAreKilledAndEachQuestionHasOneRightResult(t *testing.T) {
	f := newFleet(t)
	servers := fleettest.Start(t, 3, nil)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var kills []func()
	for n := range 4 {
		kills = append(kills, f.worker(ctx, fmt.Sprint("w", n), servers.URL()))
	}
	submitted := f.command("submitter", "submit", "--nats", servers.URL(), "--corpus", f.corpus, "--questions", f.asked, "--wait", "--out", f.file("fleet.jsonl"))
	var said bytes.Buffer
	submitted.Stderr = &said
	require.NoError(t, submitted.Start())
	ended := make(chan error, 1)
	go func() { ended <- submitted.Wait() }()
	killed, leaders := f.harass(servers, kills, ended)
	stop()
	t.Logf("killed %d workers and %d leaders; the submitter said:\n%s", killed, leaders, said.String())
	got := f.read("fleet.jsonl")
	assert.Equal(t, questions, strings.Count(got, "\n"))
	assert.Equal(t, f.want, got)
	assert.NotZero(t, killed)
}

// harass kills until the submitter has ended, and wants that to be a success.
func (f *fleet) harass(servers *fleettest.Servers, kills []func(), ended <-chan error) (killed, leaders int) {
	random := rand.New(rand.NewPCG(seed(), 0))
	every := time.NewTicker(2 * time.Second)
	defer every.Stop()
	for n := 1; ; n++ {
		select {
		case err := <-ended:
			require.NoError(f.t, err)
			return killed, leaders
		case <-every.C:
		case <-f.t.Context().Done():
			f.t.Fatal("out of time")
		}
		kills[random.IntN(len(kills))]()
		killed++
		if leader := servers.Leader(); n%5 == 0 && leader >= 0 {
			servers.Stop(leader)
			leaders++
			time.Sleep(500 * time.Millisecond)
			servers.Run(leader)
		}
	}
}

// seed is that of SPARKHOST_FLEET_SEED, else 1.
func seed() uint64 {
	n, err := strconv.ParseUint(os.Getenv("SPARKHOST_FLEET_SEED"), 10, 64)
	if err != nil {
		return 1
	}
	return n
}

// seeds is the number of seeds of SPARKHOST_FLEET_SEEDS, from seed on; else 1.
func seeds() uint64 {
	n, err := strconv.ParseUint(os.Getenv("SPARKHOST_FLEET_SEEDS"), 10, 64)
	if err != nil {
		return 1
	}
	return n
}
