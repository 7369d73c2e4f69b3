package web_test

import (
	"bufio"
	"context"
	"fmt"
	"github.com/sparkhost/sparkhost/internal/thorough"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// On a fake clock the stand-in sees every request to the nanosecond, so the published limits are
// held to exactly.
func TestSixtyFourCallersKeepThePublishedLimitsAndWasteNoTime(t *testing.T) {
	const callers = 64
	tests := []struct {
		provider string
		limits   outbound.Limits // as the source sets them
		latency  time.Duration
	}{
		{"arxiv", outbound.Limits{Interval: 3 * time.Second, InFlight: 1}, time.Second},
		{"arxiv", outbound.Limits{Interval: 3 * time.Second, InFlight: 1}, 4 * time.Second},
		{"crossref", outbound.Limits{Interval: time.Second/3 + 1, InFlight: 1}, 200 * time.Millisecond},
		{"semantic_scholar", outbound.Limits{Interval: 1100 * time.Millisecond, InFlight: 1}, 300 * time.Millisecond},
		{"openalex", outbound.Limits{Interval: 200 * time.Millisecond, InFlight: 4}, time.Second},
		{"europepmc", outbound.Limits{Interval: 200 * time.Millisecond, InFlight: 4}, 500 * time.Millisecond},
		{"brave", outbound.Limits{Interval: 20 * time.Millisecond, InFlight: 8}, 300 * time.Millisecond},
	}
	for _, shared := range []bool{false, true} {
		for _, tt := range thorough.Each(tests, 3) {
			t.Run(fmt.Sprintf("%s, answers in %v, shared folder %v", tt.provider, tt.latency, shared), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := standin.New(standin.Route{Provider: tt.provider, Limits: standin.Published(tt.provider), Latency: tt.latency, Answer: standin.JSON(good)})
					dial, stop := s.Pipe()
					defer stop()
					dir := ""
					if shared {
						dir = t.TempDir()
					}
					start := time.Now()
					crowd(t, callers, web.Options{Governor: governor(t, dir), Dial: dial},
						web.Provider{Name: tt.provider, Base: standin.PipeBase + "/" + tt.provider, Format: web.JSON, Limits: tt.limits})
					took := time.Since(start)
					assert.Empty(t, s.Violations(tt.provider))
					assert.Len(t, s.Requests(tt.provider), callers)
					step := max(tt.limits.Interval, tt.latency/time.Duration(tt.limits.InFlight))
					ideal := (callers-1)*step + tt.latency
					t.Logf("%.4f of the ideal schedule", took.Seconds()/ideal.Seconds())
					assert.LessOrEqual(t, took.Seconds()/ideal.Seconds(), 1.2, "took %v, ideal %v", took, ideal)
				})
			})
		}
	}
}

// unknownUptime is for bubbles, whose time passes apart from the machine's.
func unknownUptime() (string, time.Duration) { return "", 0 }

func governor(t testing.TB, dir string) *outbound.Governor {
	g, err := outbound.NewGovernor(outbound.GovernorOptions{Dir: dir, Uptime: unknownUptime})
	require.NoError(t, err)
	return g
}

// crowd asks for n different things at once.
func crowd(t testing.TB, n int, o web.Options, p web.Provider) {
	tr, err := web.New(o)
	require.NoError(t, err)
	defer func() { require.NoError(t, tr.Close()) }()
	c, err := tr.Client(p)
	require.NoError(t, err)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			r := web.Request{Op: "search", Path: "/search", Query: map[string][]string{"q": {strconv.Itoa(i)}}}
			_, err := web.Get(t.Context(), c, r, parse)
			assert.NoError(t, err)
		})
	}
	wg.Wait()
}

// What a child process of the test is told.
const (
	childBase = "SPARKHOST_TEST_CHILD_BASE"
	childDir  = "SPARKHOST_TEST_CHILD_DIR"
	childDies = "SPARKHOST_TEST_CHILD_DIES"
)

// The limits that two processes share.
var sharedLimits = outbound.Limits{Interval: 25 * time.Millisecond, InFlight: 1}

// child is a process that asks 20 times through a governor of its own, printing when it was let.
func child() int {
	g, err := outbound.NewGovernor(outbound.GovernorOptions{Dir: os.Getenv(childDir)})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	for i := range 20 {
		p, err := g.Acquire(context.Background(), "p", "", sharedLimits)
		if err != nil {
			fmt.Println(err)
			return 1
		}
		fmt.Println(p.Started().UnixNano())
		if err := touch(os.Getenv(childBase) + "/p/" + strconv.Itoa(i)); err != nil {
			fmt.Println(err)
			return 1
		}
		p.End(outbound.Outcome{Class: outbound.OK})
	}
	return 0
}

// Two processes on one folder are two callers of one governor: the moments at which it lets them
// start, which it sets under the folder's lock, are an interval apart, and the server never sees two
// requests at once. (How far apart they arrive is up to the machine, so the server does not measure it here.)
func TestTwoProcessesKeepTheLimitsTogether(t *testing.T) {
	s := standin.New(standin.Route{Provider: "p", Limits: standin.Limits{InFlight: sharedLimits.InFlight}, Latency: 5 * time.Millisecond, Answer: standin.JSON(good)})
	base, dir := s.Listen(t), t.TempDir()
	var mu sync.Mutex
	var starts []int64
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^$")
			cmd.Env = append(os.Environ(), childBase+"="+base, childDir+"="+dir)
			out, err := cmd.CombinedOutput()
			if !assert.NoError(t, err, string(out)) {
				return
			}
			mu.Lock()
			defer mu.Unlock()
			for lines := bufio.NewScanner(strings.NewReader(string(out))); lines.Scan(); {
				n, err := strconv.ParseInt(lines.Text(), 10, 64)
				if assert.NoError(t, err) {
					starts = append(starts, n)
				}
			}
		})
	}
	wg.Wait()
	assert.Empty(t, s.Violations("p"))
	require.Len(t, starts, 40)
	slices.Sort(starts)
	for i := 1; i < len(starts); i++ {
		assert.GreaterOrEqual(t, time.Duration(starts[i]-starts[i-1]), sharedLimits.Interval, "start %d", i)
	}
}

func TestAProcessThatDiedHoldsUpOthersForItsLeaseOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, limits := t.TempDir(), outbound.Limits{Interval: time.Second, InFlight: 1, Lease: 30 * time.Second}
		_, err := governor(t, dir).Acquire(t.Context(), "p", "", limits) // never ended
		require.NoError(t, err)
		start := time.Now()
		_, err = governor(t, dir).Acquire(t.Context(), "p", "", limits)
		require.NoError(t, err)
		assert.InDelta(t, 30, time.Since(start).Seconds(), 0.1)
	})
}

func TestACallerThatGivesUpLosesItsPlaceAndNothingElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, limits := governor(t, ""), outbound.Limits{Interval: 10 * time.Second, InFlight: 1}
		first, err := g.Acquire(t.Context(), "p", "", limits)
		require.NoError(t, err)
		first.End(outbound.Outcome{Class: outbound.OK})
		ctx, cancel := context.WithCancel(t.Context())
		gone := make(chan error)
		go func() {
			_, err := g.Acquire(ctx, "p", "", limits)
			gone <- err
		}()
		synctest.Wait()
		cancel()
		assert.ErrorIs(t, <-gone, context.Canceled)
		start := time.Now()
		_, err = g.Acquire(t.Context(), "p", "", limits)
		require.NoError(t, err)
		assert.Equal(t, 10*time.Second, time.Since(start))
	})
}

func TestAStateThatIsDamagedOrAFolderThatIsGoneIsNoReasonToStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, limits := t.TempDir(), outbound.Limits{Interval: time.Second, InFlight: 2}
		require.NoError(t, os.WriteFile(dir+"/p.json", []byte("{half"), 0o600))
		var told []string
		g, err := outbound.NewGovernor(outbound.GovernorOptions{Dir: dir, Uptime: unknownUptime, Notify: func(s string) { told = append(told, s) }})
		require.NoError(t, err)
		_, err = g.Acquire(t.Context(), "p", "", limits)
		require.NoError(t, err)
		require.NoError(t, os.RemoveAll(dir))
		start := time.Now()
		_, err = g.Acquire(t.Context(), "p", "", limits)
		require.NoError(t, err)
		assert.Equal(t, time.Second, time.Since(start), "its own memory goes on")
		assert.Len(t, told, 1)
	})
}

func touch(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// dying is a process that takes the only place at a provider and never gives it back.
func dying() int {
	g, err := outbound.NewGovernor(outbound.GovernorOptions{Dir: os.Getenv(childDir)})
	if err == nil {
		_, err = g.Acquire(context.Background(), "p", "", outbound.Limits{InFlight: 1})
	}
	fmt.Println("taken", err)
	select {}
}

func TestAProcessThatWasKilledHoldsNobodyUp(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), childDir+"="+dir, childDies+"=1")
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "taken <nil>\n", line)

	g, err := outbound.NewGovernor(outbound.GovernorOptions{Dir: dir})
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err = g.Acquire(ctx, "p", "", outbound.Limits{InFlight: 1})
	require.Error(t, err, "the place is taken while its process lives")

	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait() // it was killed
	ctx, cancel = context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	p, err := g.Acquire(ctx, "p", "", outbound.Limits{InFlight: 1})
	require.NoError(t, err, "the lease of 90 s is not waited for")
	p.End(outbound.Outcome{Class: outbound.OK})
	left, err := filepath.Glob(filepath.Join(dir, "*.holder"))
	require.NoError(t, err)
	assert.Len(t, left, 1, "of this process; the other's is removed")
}
