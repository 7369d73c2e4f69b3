package longtest

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// skew is the variable of the environment by which a program's clock is off, in seconds.
const skew = "SPARKHOST_FLEET_SKEW"

// skewed is added to package time of the programs under test. The time since the start of the machine stays right, as where a clock is set wrong.
const skewed = `package time

import "syscall"

var fleetSkew = func() (seconds int64) {
	text, _ := syscall.Getenv("` + skew + `")
	sign := int64(1)
	for _, r := range text {
		if r == '-' {
			sign = -1
			continue
		}
		seconds = 10*seconds + int64(r-'0')
	}
	return sign * seconds
}()
`

// programs are built once for all tests of this process.
type programs struct{ sparkhost, nats string }

// kept is the variable of the environment that names a folder for the programs, so that several processes with a seed each build them once.
const kept = "SPARKHOST_FLEET_PROGRAMS"

var build = sync.OnceValues(func() (p programs, err error) {
	dir := os.Getenv(kept)
	if dir == "" {
		dir, err = os.MkdirTemp("", "sparkhost-fleet-")
	} else {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return p, err
	}
	p = programs{filepath.Join(dir, "sparkhost"), filepath.Join(dir, "nats-server")}
	overlay, err := writeOverlay(dir)
	if err != nil {
		return p, err
	}
	return p, errors.Join(
		compile(p.sparkhost, overlay, "github.com/sparkhost/sparkhost/cmd/sparkhost"),
		compile(p.nats, overlay, "github.com/nats-io/nats-server/v2"),
	)
})

// compile makes a program unless it is there.
func compile(path, overlay, from string) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	c := exec.Command("go", "build", "-overlay", overlay, "-o", path, from)
	c.Stderr = os.Stderr
	return c.Run()
}

// built returns the programs with clocks that can be off.
func built(t *testing.T) programs {
	t.Helper()
	p, err := build()
	require.NoError(t, err)
	return p
}

// writeOverlay writes what changes package time, and says so in the form of go build.
func writeOverlay(dir string) (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", err
	}
	source := filepath.Join(strings.TrimSpace(string(root)), "src", "time")
	now, err := os.ReadFile(filepath.Join(source, "time.go"))
	if err != nil {
		return "", err
	}
	const reading = "sec, nsec, mono := runtimeNow()\n"
	changed := strings.ReplaceAll(string(now), reading, reading+"\tsec += fleetSkew\n")
	replace := map[string]string{}
	for name, text := range map[string]string{"time.go": changed, "fleet_skew.go": skewed} {
		replace[filepath.Join(source, name)] = filepath.Join(dir, name)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return "", err
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "overlay.json")
	return path, os.WriteFile(path, data, 0o600)
}
