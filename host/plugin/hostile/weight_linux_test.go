package hostile_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/hostile"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// mostMemory bounds the memory of a process that loads one module, in MB: docs/sandbox.md.
const mostMemory = 400

// loadedCase names the case that the child process loads.
const loadedCase = "SPARKHOST_HOSTILE_CASE"

// TestNoModuleTakesMoreMemoryToLoadThanIsDocumented loads each in a process of its own, which says how much it
// held at most: what the system tells its parent begins with what the parent held.
func TestNoModuleTakesMoreMemoryToLoadThanIsDocumented(t *testing.T) {
	if name := os.Getenv(loadedCase); name != "" {
		loadHere(t, name)
		fmt.Println(mostHeld(t))
		return
	}
	thorough.Only(t, "a process for each costly module")
	for _, c := range hostile.Costly() {
		t.Run(c.Name, func(t *testing.T) {
			child := exec.Command(os.Args[0], "-test.run=^TestNoModuleTakesMoreMemoryToLoadThanIsDocumented$")
			child.Env = append(os.Environ(), loadedCase+"="+c.Name)
			var out bytes.Buffer
			child.Stdout, child.Stderr = &out, &out
			require.NoError(t, child.Run(), out.String())
			verdict, rest, _ := strings.Cut(out.String(), "\n")
			held := 0
			_, err := fmt.Sscanf(rest, "VmHWM: %d kB", &held)
			require.NoError(t, err, out.String())
			assert.Less(t, held>>10, mostMemory)
			t.Logf("%d MB, %v: %s", held>>10, (child.ProcessState.UserTime() + child.ProcessState.SystemTime()).Round(10*time.Millisecond), verdict)
		})
	}
}

// mostHeld returns the line of the system that says how much memory this process held at most.
func mostHeld(t *testing.T) string {
	status, err := os.ReadFile("/proc/self/status")
	require.NoError(t, err)
	for line := range strings.Lines(string(status)) {
		if strings.HasPrefix(line, "VmHWM:") {
			return strings.TrimSpace(line)
		}
	}
	t.Fatal("the system does not say how much memory a process held")
	return ""
}

// loadHere loads a case, and fails if it is refused that is to load, or the other way round.
func loadHere(t *testing.T, name string) {
	all := hostile.Costly()
	c := all[slices.IndexFunc(all, func(c hostile.Case) bool { return c.Name == name })]
	wasm := c.Wasm()
	s := newSandbox(t, plugin.Options{CompileTimeout: time.Hour, CacheDir: t.TempDir()}) // which takes more
	p, err := s.Load(context.Background(), plugin.Source{Name: "hostile", Wasm: wasm}, limitsOf(c.Bound))
	if c.Phase != hostile.PhaseCall {
		failsAs(t, &c, c.Kind, err)
		fmt.Println(len(wasm), "bytes, refused:", err)
		return
	}
	require.NoError(t, err)
	answer(t, &c, p, "")
	fmt.Println(len(wasm), "bytes, loaded")
}
