package meter

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/sparkhost/sparkhost/internal/thorough"
)

// A script is one of the WebAssembly specification's test files, as the runtime ships them.
type script struct {
	Commands []struct {
		Type, Name, As, Filename string
		Line                     int
		Action                   struct {
			Type, Field, Module string
			Args                []value
		}
	}
}

type value struct {
	Type  string
	Lane  string `json:"lane_type"`
	Value any
}

// specFolder finds the scripts in the module cache.
func specFolder(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/tetratelabs/wazero").Output()
	require.NoError(t, err)
	dir := filepath.Join(strings.TrimSpace(string(out)), "internal", "integration_test", "spectest")
	if _, err := os.Stat(filepath.Join(dir, "v2", "testdata")); err != nil {
		t.Skip("the runtime's copy of the WebAssembly specification tests is not in the module cache")
	}
	return dir
}

// A player runs a script on one runtime.
type player struct {
	rt     wazero.Runtime
	change func([]byte) []byte
	named  map[string]api.Module
	last   api.Module
}

func newPlayer(t *testing.T, folder string, change func([]byte) []byte) *player {
	p := &player{rt: newRuntime(t, wazero.NewRuntimeConfig(), bottomless()), change: change, named: map[string]api.Module{}}
	wasm, err := os.ReadFile(filepath.Join(folder, "testdata", "spectest.wasm"))
	require.NoError(t, err)
	_, err = p.rt.InstantiateWithConfig(context.Background(), wasm, wazero.NewModuleConfig())
	require.NoError(t, err)
	return p
}

func (p *player) module(wasm []byte, name, as string) string {
	mod, err := p.rt.InstantiateWithConfig(context.Background(), p.change(wasm), wazero.NewModuleConfig().WithName(as))
	if err == nil {
		p.last = mod
		p.named[name] = mod
	}
	return cause(err)
}

// invoke calls an export and gives its results as text; references are only null or not.
func (p *player) invoke(module, field string, args []uint64) ([]string, string) {
	mod := p.last
	if module != "" {
		mod = p.named[module]
	}
	if mod == nil {
		return nil, "no module"
	}
	f := mod.ExportedFunction(field)
	if f == nil {
		return nil, "no function"
	}
	results, err := f.Call(context.Background(), args...)
	return show(f.Definition().ResultTypes(), results), cause(err)
}

func show(types []api.ValueType, results []uint64) []string {
	var out []string
	for i, v := range results {
		if i < len(types) && (types[i] == 0x70 || types[i] == api.ValueTypeExternref) {
			out = append(out, strconv.FormatBool(v == 0))
		} else {
			out = append(out, strconv.FormatUint(v, 16))
		}
	}
	return out
}

// bits turns an argument into what the runtime takes: a vector is two of them.
func (v value) bits() []uint64 {
	one := func(s string) uint64 {
		if strings.HasPrefix(s, "nan") {
			return 0x7ff8000000000000
		}
		if n, err := strconv.ParseUint(s, 10, 64); err == nil {
			return n
		}
		n, _ := strconv.ParseInt(s, 10, 64)
		return uint64(n)
	}
	switch lanes := v.Value.(type) {
	case []any:
		var out [2]uint64
		width := 128 / len(lanes)
		for i, l := range lanes {
			n := one(l.(string))
			if width < 64 {
				n &= 1<<width - 1
			}
			out[i*width/64] |= n << (i * width % 64)
		}
		return out[:]
	case string:
		if v.Type == "externref" || v.Type == "funcref" {
			if lanes == "null" {
				return []uint64{0}
			}
			return []uint64{one(lanes) + 1}
		}
		return []uint64{one(lanes)}
	}
	return []uint64{0}
}

// TestRewrittenModulesPassTheSpecificationLikeTheirOriginals plays every script side by side,
// with the usual gap and with one so small that checks are nearly everywhere.
func TestRewrittenModulesPassTheSpecificationLikeTheirOriginals(t *testing.T) {
	folder := specFolder(t)
	scripts, err := filepath.Glob(filepath.Join(folder, "v2", "testdata", "*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, scripts)
	modules, calls := 0, 0
	for n, path := range thorough.Each(scripts, 3) {
		if testing.Short() && n%8 != 0 {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".json"), func(t *testing.T) {
			gap := int64(DefaultGap)
			if n%2 == 1 {
				gap = 4
			}
			m, c := play(t, folder, path, Options{Gap: gap})
			modules, calls = modules+m, calls+c
		})
	}
	t.Logf("%d modules, %d calls", modules, calls)
}

func play(t *testing.T, folder, path string, o Options) (modules, calls int) {
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	var s script
	require.NoError(t, json.Unmarshal(raw, &s))
	original := newPlayer(t, folder, func(b []byte) []byte { return b })
	metered := newPlayer(t, folder, func(b []byte) []byte {
		out, _, err := Rewrite(b, o)
		require.NoError(t, err)
		return out
	})
	for i, c := range s.Commands {
		switch {
		case c.Type == "module" || c.Type == "assert_uninstantiable" || c.Type == "assert_unlinkable":
			wasm, err := os.ReadFile(filepath.Join(filepath.Dir(path), c.Filename))
			require.NoError(t, err)
			as := ""
			if next := i + 1; next < len(s.Commands) && s.Commands[next].Type == "register" {
				as = s.Commands[next].As
			}
			want, got := original.module(wasm, c.Name, as), metered.module(wasm, c.Name, as)
			require.Equal(t, want, got, "line %d: %s", c.Line, c.Filename)
			modules++
		case c.Action.Type == "invoke":
			var args []uint64
			for _, a := range c.Action.Args {
				args = append(args, a.bits()...)
			}
			want, wantErr := original.invoke(c.Action.Module, c.Action.Field, args)
			got, gotErr := metered.invoke(c.Action.Module, c.Action.Field, args)
			require.Equal(t, wantErr, gotErr, "line %d: %s", c.Line, c.Action.Field)
			require.Equal(t, want, got, "line %d: %s", c.Line, c.Action.Field)
			calls++
		}
	}
	return modules, calls
}

// TestInvalidModulesStayInvalid shows which of the specification's invalid modules the rewriter would
// turn into valid ones: none, so that validating the original is a second line of defence.
func TestInvalidModulesStayInvalid(t *testing.T) {
	folder := specFolder(t)
	files, err := filepath.Glob(filepath.Join(folder, "v2", "testdata", "*.wasm"))
	require.NoError(t, err)
	original := newRuntime(t, wazero.NewRuntimeConfigInterpreter(), bottomless())
	invalid, refused := 0, 0
	for _, file := range files {
		wasm, err := os.ReadFile(file)
		require.NoError(t, err)
		if _, err := original.CompileModule(context.Background(), wasm); err == nil {
			continue
		}
		invalid++
		out, _, err := Rewrite(wasm, Options{})
		if err != nil {
			assert.ErrorIs(t, err, ErrRefused)
			refused++
			continue
		}
		_, err = original.CompileModule(context.Background(), out)
		assert.Error(t, err, filepath.Base(file))
	}
	t.Logf("%d invalid modules, %d refused by the rewriter itself", invalid, refused)
}
