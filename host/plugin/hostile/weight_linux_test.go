package hostile_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
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

// TestNoModuleTakesMoreMemoryToLoadThanIsDocumented loads each in a process of its own and asks the system how
// much that held at most.
func TestNoModuleTakesMoreMemoryToLoadThanIsDocumented(t *testing.T) {
	if name := os.Getenv(loadedCase); name != "" {
		loadHere(t, name)
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
			usage := child.ProcessState.SysUsage().(*syscall.Rusage)
			assert.Less(t, usage.Maxrss>>10, int64(mostMemory))
			verdict, _, _ := strings.Cut(out.String(), "\n")
			t.Logf("%d MB, %v: %s", usage.Maxrss>>10, (child.ProcessState.UserTime() + child.ProcessState.SystemTime()).Round(10*time.Millisecond), verdict)
		})
	}
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
