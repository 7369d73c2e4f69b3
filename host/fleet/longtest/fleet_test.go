// Package longtest holds the tests of a fleet that take minutes. They run with SPARKHOST_FLEET_LONG=1, as .ci/long sets it.
package longtest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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
	t             *testing.T
	dir, program  string
	corpus, asked string
}

// newFleet builds the program and writes the questions.
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

var elapsed = regexp.MustCompile(`"elapsed_ms":[0-9.e+-]+`)

func (f *fleet) read(name string) string {
	f.t.Helper()
	data, err := os.ReadFile(f.file(name))
	require.NoError(f.t, err)
	return elapsed.ReplaceAllString(string(data), `"elapsed_ms":0`)
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
