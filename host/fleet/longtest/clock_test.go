//go:build linux

package longtest

import (
	"bufio"
	"bytes"
	"debug/elf"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A timepiece sets the clock of a running program that was built with clocks that can be off.
type timepiece struct {
	t      *testing.T
	memory string // of the process
	at     int64  // address of the variable by which the clock is off
}

func newTimepiece(t *testing.T, program string, process int) timepiece {
	t.Helper()
	file, err := elf.Open(program)
	require.NoError(t, err)
	defer file.Close()
	symbols, err := file.Symbols()
	require.NoError(t, err)
	for _, s := range symbols {
		if s.Name == "time.fleetSkew" {
			return timepiece{t, fmt.Sprintf("/proc/%d/mem", process), int64(s.Value)}
		}
	}
	t.Fatal("the program's clock cannot be set")
	return timepiece{}
}

// jump sets the clock off by so much from now on.
func (p timepiece) jump(by time.Duration) {
	p.t.Helper()
	memory, err := os.OpenFile(p.memory, os.O_WRONLY, 0)
	require.NoError(p.t, err)
	defer memory.Close()
	_, err = memory.WriteAt(binary.NativeEndian.AppendUint64(nil, uint64(int64(by/time.Second))), p.at)
	require.NoError(p.t, err)
}

var listens = regexp.MustCompile(`http://127\.0\.0\.1:\d+`)

// serving starts a service, and returns its address.
func serving(t *testing.T, f *fleet, args ...string) (c *exec.Cmd, address string) {
	t.Helper()
	c = f.command("clock", append([]string{"serve", "--listen", "127.0.0.1:0", "--no-token", "--corpus", f.corpus}, args...)...)
	said, err := c.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill() })
	lines, heard := bufio.NewScanner(said), ""
	for lines.Scan() {
		heard += lines.Text() + "\n"
		if address = listens.FindString(lines.Text()); address != "" {
			go func() { _, _ = io.Copy(io.Discard, said) }()
			return c, address
		}
	}
	t.Fatal("the service did not start: " + heard)
	return nil, ""
}

// call sends a request and reads the whole answer.
func call(t *testing.T, method, url, kind, body string) (int, []byte) {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	require.NoError(t, err)
	r.Header.Set("Content-Type", kind)
	resp, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp.StatusCode, data
}

// The wall clock of a service jumps by hours and days, there and back, while it answers questions and a batch, with deadlines and a budget of the day.
func TestAServiceWhoseClockJumpsKeepsDeadlinesBudgetsAndStreams(t *testing.T) {
	f := newFleet(t)
	f.program = built(t).sparkhost
	lines, err := os.ReadFile(filepath.Join(filepath.Dir(f.corpus), "questions.jsonl"))
	require.NoError(t, err)
	all := bytes.Split(bytes.TrimSpace(lines), []byte("\n"))[:40]
	c, address := serving(t, f, "--questions-per-day", "60", "--workers", "1", "--policy", "baseline")
	clock := newTimepiece(t, f.program, c.Process.Pid)
	var b struct {
		Submitted time.Time
		Links     map[string]string
	}
	status, body := call(t, "POST", address+"/v1/batches", "application/jsonl", string(bytes.Join(all, []byte("\n"))))
	require.Equal(t, http.StatusAccepted, status, "%s", body)
	require.NoError(t, json.Unmarshal(body, &b))
	watched := make(chan string, 1)
	go func() { _, events := call(t, "GET", address+b.Links["events"], "", ""); watched <- string(events) }()
	for n, by := range []time.Duration{25 * time.Hour, -25 * time.Hour, 0, 720 * time.Hour, -720 * time.Hour, time.Hour, -time.Minute, 49 * time.Hour, 0, 25 * time.Hour} {
		clock.jump(by)
		status, body := call(t, "POST", address+"/v1/ask?timeout=120", "application/json", fmt.Sprintf(`{"id":"j%d","type":"claim","question":"Rapamycin inhibits mTORC1."}`, n))
		require.Equal(t, http.StatusOK, status, "%s", body)
		var r struct {
			Budget struct{ ElapsedMS float64 } `json:"budget"`
		}
		require.NoError(t, json.Unmarshal(body, &r))
		var use struct {
			Usage struct {
				Questions int
				Resets    int `json:"resets_in_s"`
			}
		}
		_, body = call(t, "GET", address+"/v1/budget", "", "")
		require.NoError(t, json.Unmarshal(body, &use), "%s", body)
		assert.Equal(t, len(all)+n+1, use.Usage.Questions, "after %v: no day has begun", by)
	}
	events := <-watched
	assert.Equal(t, len(all), strings.Count(events, "event: answer"))
	assert.Contains(t, events, `event: end`+"\n"+`data: {"batch"`)
	_, again := call(t, "POST", address+"/v1/batches", "application/jsonl", `{"id":"late","question":"What inhibits mTORC1?"}`)
	before := b.Submitted
	require.NoError(t, json.Unmarshal(again, &b))
	assert.Greater(t, b.Submitted.Sub(before), 24*time.Hour, "the clock has really jumped")
	_, got := call(t, "GET", address+b.Links["results"]+"?wait=true", "", "")
	assert.Contains(t, string(got), `"id":"late"`)
	for _, ms := range regexp.MustCompile(`"elapsed_ms":([0-9.e+-]+)`).FindAllStringSubmatch(string(got), -1) {
		took, err := strconv.ParseFloat(ms[1], 64)
		require.NoError(t, err)
		assert.Less(t, took, 60_000.0, "the time of the work, not of the jump")
		assert.GreaterOrEqual(t, took, 0.0)
	}
	began := time.Now()
	require.NoError(t, c.Process.Signal(syscall.SIGTERM))
	require.NoError(t, c.Wait())
	assert.Less(t, time.Since(began), 20*time.Second)
}
