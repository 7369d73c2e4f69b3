package scaffold

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/internal/thorough"
	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/sdktest"
)

// A guest is a module called without the host, which would refuse the requests that this file makes.
type guest struct {
	name   string
	kind   string
	module api.Module
}

func newGuest(t *testing.T, language, kind string) *guest {
	_, built := made(t, language, kind)
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	t.Cleanup(func() { require.NoError(t, r.Close(ctx)) })
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	m, err := r.InstantiateWithConfig(ctx, built.wasm, wazero.NewModuleConfig().WithStartFunctions("_initialize"))
	require.NoError(t, err)
	return &guest{language, kind, m}
}

// call sends bytes as they are and returns the bytes that come back.
func (g *guest) call(t *testing.T, request []byte) []byte {
	at, err := g.module.ExportedFunction("spark_alloc").Call(t.Context(), uint64(len(request)))
	require.NoError(t, err)
	require.True(t, g.module.Memory().Write(uint32(at[0]), request))
	packed, err := g.module.ExportedFunction("spark_"+g.kind).Call(t.Context(), at[0], uint64(len(request)))
	require.NoError(t, err, "%s trapped on %x", g.name, request)
	answer, ok := g.module.Memory().Read(uint32(packed[0]>>32), uint32(packed[0]))
	require.True(t, ok)
	return bytes.Clone(answer)
}

// seeds are the encoded requests of the golden files of a contract.
func seeds(t *testing.T, m *contract.Manifest, p *Project) [][]byte {
	cases, err := sdktest.Load(p.Golden(), m)
	require.NoError(t, err)
	var out [][]byte
	for _, c := range cases {
		out = append(out, c.Request.Marshal(nil))
	}
	return out
}

// mutate damages an encoded request in one to three places.
func mutate(r *rand.Rand, seed []byte) []byte {
	b := bytes.Clone(seed)
	for range 1 + r.IntN(3) {
		at := r.IntN(len(b))
		switch r.IntN(5) {
		case 0:
			b[at] = byte(r.Uint32())
		case 1:
			b[at] ^= 1 << r.IntN(8)
		case 2:
			b = slices.Delete(b, at, at+1)
		case 3:
			b = slices.Insert(b, at, byte(r.Uint32()))
		case 4:
			b = append(b, b[at:]...)
		}
		if len(b) == 0 {
			return b
		}
	}
	return b
}

// verdict returns what the Go package says of a request: "" if it is correct; strict tells whether a
// guest has to refuse it, too. Names and limits are the host's to hold.
func verdict(b []byte) (reason string, strict bool) {
	var r contract.Request
	if err := r.Unmarshal(b); err != nil {
		return err.Error(), true
	}
	err := r.Validate()
	if err == nil {
		return "", true
	}
	return err.Error(), !strings.Contains(err.Error(), "lower_snake_case") && !strings.Contains(err.Error(), "the most are")
}

func TestDamagedRequestsAreJudgedAsInGoAndAnsweredAlike(t *testing.T) {
	for _, kind := range Contracts() {
		t.Run(kind, func(t *testing.T) {
			thorough.Only(t, "builds three guests")
			guests := []*guest{newGuest(t, "c", kind), newGuest(t, "rust", kind), newGuest(t, "assemblyscript", kind)}
			requests := damaged(seeds(t, manifestOf(t, guests[0]), newProject(t, "c", kind)))
			refused, answered := 0, 0
			for _, b := range requests {
				reason, strict := verdict(b)
				answers := make([]string, len(guests))
				for i, g := range guests {
					answers[i] = judged(t, g, b, reason, strict)
				}
				if slices.Contains(answers, "") {
					refused++
					continue
				}
				answered++
				require.Equal(t, answers[0], answers[1], "C and Rust on %x", b)
				require.Equal(t, answers[0], answers[2], "C and AssemblyScript on %x", b)
			}
			assert.Greater(t, refused, 1000)
			assert.Greater(t, answered, 100)
		})
	}
}

// damaged makes every cut and 3,000 mutations of the seeds.
func damaged(seeds [][]byte) [][]byte {
	random := rand.New(rand.NewPCG(1, 2))
	var out [][]byte
	for _, seed := range seeds {
		for n := range seed {
			out = append(out, seed[:n])
		}
	}
	for i := range 3000 {
		out = append(out, mutate(random, seeds[i%len(seeds)]))
	}
	return out
}

// judged sends b to g and holds g to the verdict. It returns a correct request's answer as text, "" for an
// error, and an undecodable answer as it is.
func judged(t *testing.T, g *guest, b []byte, reason string, strict bool) string {
	var response contract.Response
	answer := g.call(t, b)
	if err := response.Unmarshal(answer); err != nil {
		require.False(t, strict && reason != "", g.name)
		return string(answer) // the template repeats an empty name, which makes a malformed term
	}
	if reason != "" && strict {
		require.NotEmpty(t, response.Error, "%s accepts %x, Go says %s", g.name, b, reason)
	}
	if reason == "" && strings.HasPrefix(response.Error, "a term or the sum") {
		return response.Error // the template's own
	}
	if reason == "" && response.Error != "" {
		require.Contains(t, response.Error, "the request has no", "%s refuses %x", g.name, b)
	}
	if response.Error != "" || reason != "" {
		return ""
	}
	return fmt.Sprintf("%+v %+v %+v", response.Score, response.Assess, response.Calibrate)
}

func manifestOf(t *testing.T, g *guest) *contract.Manifest {
	packed, err := g.module.ExportedFunction("spark_describe").Call(t.Context())
	require.NoError(t, err)
	b, ok := g.module.Memory().Read(uint32(packed[0]>>32), uint32(packed[0]))
	require.True(t, ok)
	m := &contract.Manifest{}
	require.NoError(t, m.Unmarshal(b))
	require.NoError(t, m.Validate())
	return m
}

func TestGuestsDescribeThemselvesAlike(t *testing.T) {
	thorough.Only(t, "builds six guests")
	for _, kind := range Contracts() {
		want := manifestOf(t, newGuest(t, "go", kind))
		for _, language := range []string{"c", "rust", "assemblyscript"} {
			require.Equal(t, want.Marshal(nil), manifestOf(t, newGuest(t, language, kind)).Marshal(nil), "%s/%s", language, kind)
		}
	}
}

func TestAnotherContractAndAnotherKindAreTold(t *testing.T) {
	thorough.Only(t, "it builds plugins")
	for _, language := range []string{"c", "rust", "assemblyscript"} {
		t.Run(language, func(t *testing.T) {
			g := newGuest(t, language, "score")
			var response contract.Response
			require.NoError(t, response.Unmarshal(g.call(t, []byte{1 << 3, 2, 3 << 3, 0})))
			assert.Contains(t, response.Error, "contract 2, this plugin speaks contract 1")
			g.kind = "assess"
			require.NoError(t, response.Unmarshal(g.call(t, []byte{1 << 3, 1})))
			assert.Equal(t, "the plugin does not implement this contract", response.Error)
		})
	}
}

func TestMemoryStaysFlatOverManyCalls(t *testing.T) {
	thorough.Only(t, "it builds plugins, and calls each 11,000 times")
	for _, language := range []string{"c", "rust", "assemblyscript"} {
		t.Run(language, func(t *testing.T) {
			g := newGuest(t, language, "assess")
			list := seeds(t, manifestOf(t, g), newProject(t, language, "assess"))
			for range 1000 {
				g.call(t, list[0])
			}
			before := g.module.Memory().Size()
			for range 10000 {
				g.call(t, list[0])
			}
			assert.Equal(t, before, g.module.Memory().Size())
		})
	}
}

func TestAPanicTellsWhy(t *testing.T) {
	thorough.Only(t, "it builds plugins")
	panics := []struct{ language, file, at, with string }{
		{"c", "plugin.c", "    double half =", `    spark_panic("too dark");` + "\n    double half ="},
		{"rust", "src/lib.rs", "    let items =", `    if r.number("half") > 0.0 { panic!("too dark"); }` + "\n    let items ="},
		{"assemblyscript", "assembly/index.ts", "  const items =", `  assert(false, "too dark");` + "\n  const items ="},
	}
	for _, tt := range panics {
		t.Run(tt.language, func(t *testing.T) {
			p := newProject(t, tt.language, "score")
			path := p.Dir + "/" + tt.file
			source, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Contains(t, string(source), tt.at)
			require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(source), tt.at, tt.with, 1)), 0o600))
			built(t, p)
			wasm, err := os.ReadFile(p.Module())
			require.NoError(t, err)
			loaded, err := sandbox(t).Load(t.Context(), plugin.Source{Name: p.Name, Wasm: wasm}, plugin.Limits{})
			require.NoError(t, err)
			cases, err := sdktest.Load(p.Golden(), loaded.Manifest())
			require.NoError(t, err)
			_, _, err = loaded.Call(t.Context(), cases[0].Request)
			var e *plugin.Error
			require.True(t, errors.As(err, &e))
			assert.Equal(t, plugin.KindTrap, e.Kind)
			assert.Contains(t, e.Stderr, "too dark")
		})
	}
}

// The C SDK built natively, with the compiler's checks of memory and arithmetic, reads what the guests read.
func TestTheCSDKReadsDamagedRequestsWithoutUndefinedBehaviour(t *testing.T) {
	thorough.Only(t, "it builds with the checks of the compiler")
	cc := find("cc")
	if cc == "" && !required() {
		t.Skip("c: the command cc is not installed; SPARKHOST_REQUIRE_TOOLCHAINS=1 makes this a failure")
	}
	for _, kind := range Contracts() {
		p := newProject(t, "c", kind)
		program := filepath.Join(t.TempDir(), "program")
		sources, err := filepath.Glob(p.Dir + "/spark/*.c")
		require.NoError(t, err)
		args := append([]string{"-std=gnu11", "-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-I" + p.Dir, "-o", program, "testdata/native.c", p.Dir + "/plugin.c"}, sources...)
		out, err := exec.Command(cc, args...).CombinedOutput()
		require.NoError(t, err, string(out))
		requests := damaged(seeds(t, manifestFrom(t, program), p))
		var input []byte
		for _, b := range requests {
			input = append(binary.LittleEndian.AppendUint32(input, uint32(len(b))), b...)
		}
		run := exec.Command(program, kind)
		run.Stdin = bytes.NewReader(input)
		out, err = run.CombinedOutput()
		require.NoError(t, err, string(out))
		require.Equal(t, fmt.Sprintf("%d answered\n", len(requests)), string(out))
	}
}

// manifestFrom asks the native program what its plugin is.
func manifestFrom(t *testing.T, program string) *contract.Manifest {
	out, err := exec.Command(program).Output()
	require.NoError(t, err)
	m := &contract.Manifest{}
	require.NoError(t, m.Unmarshal(out))
	return m
}
