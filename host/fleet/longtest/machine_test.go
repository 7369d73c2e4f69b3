//go:build linux

package longtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/fleettest/wire"
)

// A machine runs one process at a time.
type machine struct {
	*wire.Node
	home string
	skew int

	mu      sync.Mutex
	process *exec.Cmd
	ended   chan struct{} // closed when the process has
	log     *os.File
}

func (m *machine) file(name string) string { return filepath.Join(m.home, name) }

func (m *machine) command(program string, args ...string) *exec.Cmd {
	c := exec.Command(program, args...)
	c.Env = append(os.Environ(), "SPARKHOST_CACHE="+m.home, fmt.Sprintf("%s=%d", skew, m.skew))
	return c
}

// run starts the machine's process. What it says is kept in a file.
func (m *machine) run(t *testing.T, c *exec.Cmd) {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	var err error
	m.log, err = os.OpenFile(m.file("log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	require.NoError(t, err)
	c.Stdout, c.Stderr = m.log, m.log
	require.NoError(t, m.Start(c))
	ended := make(chan struct{})
	m.process, m.ended = c, ended
	go func() { _ = c.Wait(); close(ended) }() // it is killed
}

// end sends a signal to the process and waits for its end, which it returns the time of.
func (m *machine) end(signal syscall.Signal) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	began := time.Now()
	_ = m.process.Process.Signal(signal) // it may have ended
	<-m.ended
	_ = m.log.Close()
	return time.Since(began)
}
