package plugin

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/sparkhost/sparkhost/internal/testwasm"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// world holds what is made once for all tests: the stock-Go guest of each ABI, and the compilation cache.
var world struct {
	dir, cache string
	guests     map[string]string
}

// abis are the ABIs that a guest may be of.
var abis = []string{"spark", "extism"}

// forEachABI runs a test with the stock-Go guest of each ABI.
func forEachABI(t *testing.T, test func(t *testing.T, abi string)) {
	t.Helper()
	for _, abi := range abis {
		t.Run(abi, func(t *testing.T) { test(t, abi) })
	}
}

func TestMain(m *testing.M) {
	code, err := runTests(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func runTests(m *testing.M) (int, error) {
	dir, err := os.MkdirTemp("", "sparkhost-plugin")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(dir)
	world.dir, world.cache, world.guests = dir, testwasm.Folder(), map[string]string{}
	if world.cache == "" {
		world.cache = filepath.Join(dir, "cache")
	}
	for abi, pkg := range map[string]string{"spark": "./testdata/guest", "extism": "./testdata/extism"} {
		world.guests[abi] = filepath.Join(dir, abi+".wasm")
		if out, err := build(pkg, world.guests[abi]); err != nil {
			return 1, fmt.Errorf("building the guest: %w\n%s", err, out)
		}
	}
	code := m.Run()
	if code == 0 {
		if err := goleak.Find(); err != nil {
			return 1, err
		}
	}
	return code, nil
}

func build(pkg, to string) ([]byte, error) {
	cmd := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w", "-o", to, pkg)
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	return cmd.CombinedOutput()
}

func guestWasm(t testing.TB) []byte { return guestOf(t, "spark") }

func guestOf(t testing.TB, abi string) []byte {
	t.Helper()
	wasm, err := os.ReadFile(world.guests[abi])
	require.NoError(t, err)
	return wasm
}

// newTestSandbox gives a host that is closed with the test. Under the race detector a module of stock Go may take over a minute to compile.
func newTestSandbox(t testing.TB, o Options) *Sandbox {
	t.Helper()
	o.CompileTimeout = cmp.Or(o.CompileTimeout, 10*time.Minute)
	h, err := NewSandbox(context.Background(), o)
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, h.Close(context.Background()))
		h.compiling.Wait() // so that no abandoned compilation is taken for a leak, or writes to a folder that goes
	})
	return h
}

// loadGuest loads the stock-Go guest through the shared compilation cache.
func loadGuest(t testing.TB, l Limits) *Plugin { return loadGuestOf(t, "spark", l) }

func loadGuestOf(t testing.TB, abi string, l Limits) *Plugin {
	t.Helper()
	h := newTestSandbox(t, Options{CacheDir: world.cache})
	p, err := h.Load(context.Background(), Source{Name: "specimen", Wasm: guestOf(t, abi)}, l)
	require.NoError(t, err)
	require.Equal(t, abi, p.ABI())
	return p
}

// guestRequest asks the stock-Go guest to do mode on two items.
func guestRequest(t testing.TB, p *Plugin, mode string) *contract.Request {
	t.Helper()
	settings, err := p.Settings(map[string]any{"mode": mode})
	require.NoError(t, err)
	return &contract.Request{Config: settings, Tables: []contract.Table{items([]uint32{4, 16}, []uint32{9})}}
}

// items makes a table with a column of tokens.
func items(rows ...[]uint32) contract.Table {
	tokens := contract.Column{Name: "tokens", Type: contract.ColumnTokens, Offsets: []uint32{0}}
	for _, row := range rows {
		tokens.Tokens = append(tokens.Tokens, row...)
		tokens.Offsets = append(tokens.Offsets, uint32(len(tokens.Tokens)))
	}
	return contract.Table{Name: "items", Rows: uint32(len(rows)), Columns: []contract.Column{tokens}}
}
