package peers

import (
	"context"
	"encoding/json"
	"github.com/sparkhost/sparkhost/internal/thorough"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	extism "github.com/extism/go-sdk"
	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/peers/kernel"
	"github.com/sparkhost/sparkhost/host/plugin/peers/wire"
	"github.com/sparkhost/sparkhost/internal/testwasm"
	"github.com/sparkhost/sparkhost/plugins"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A work is the input to score, in the forms in which peers take it.
type work struct {
	items, hypotheses [][]uint32
	request           *contract.Request // without config
}

// newWork makes items × 150 tokens and 5 hypotheses × 12 tokens out of 20,000; the same each time.
func newWork(items int) work {
	r := rand.New(rand.NewPCG(1, 2))
	w := work{items: sets(r, items, 150), hypotheses: sets(r, 5, 12)}
	w.request = &contract.Request{Contract: contract.Version, Tables: []contract.Table{table("items", w.items), table("options", w.hypotheses)}}
	return w
}

func sets(r *rand.Rand, rows, size int) [][]uint32 {
	out := make([][]uint32, rows)
	for i := range out {
		for range size {
			out[i] = append(out[i], r.Uint32N(20_000))
		}
		slices.Sort(out[i])
		out[i] = slices.Compact(out[i])
	}
	return out
}

func table(name string, rows [][]uint32) contract.Table {
	c := contract.Column{Name: "token_set", Type: contract.ColumnTokens, Offsets: []uint32{0}}
	for _, row := range rows {
		c.Tokens = append(c.Tokens, row...)
		c.Offsets = append(c.Offsets, uint32(len(c.Tokens)))
	}
	return contract.Table{Name: name, Rows: uint32(len(rows)), Columns: []contract.Column{c}}
}

// A peer does the work once.
type peer struct {
	name string
	do   func() ([]float64, error)
}

// peersOf starts everything that can do w.
func peersOf(t testing.TB, w work) []peer {
	return []peer{
		{"native", func() ([]float64, error) { return kernel.Score(w.items, w.hypotheses), nil }},
		{"native-messages", func() ([]float64, error) { return throughMessages(w) }},
		{"spark", sandboxed(t, w, plugin.Source{Name: "peer", Wasm: guest(t, "spark")})},
		{"spark-unmetered", bare(t, w, guest(t, "spark"))},
		{"spark-shipped", sandboxed(t, w, plugin.Source{Name: "discriminative", Wasm: shipped(t)})},
		{"extism-json", extismJSON(t, w, guest(t, "extism"))},
		{"go-plugin-grpc", process(t, w)},
	}
}

// throughMessages is the host's own Go with the messages of a plugin around it.
func throughMessages(w work) ([]float64, error) {
	var sent contract.Request
	if err := sent.Unmarshal(w.request.Marshal(nil)); err != nil {
		return nil, err
	}
	rows := func(name string) [][]uint32 {
		t := sent.Table(name)
		out := make([][]uint32, t.Rows)
		for i := range out {
			out[i] = t.Column("token_set").TokensAt(i)
		}
		return out
	}
	answer := contract.Response{Score: &contract.ScoreResult{Scores: kernel.Score(rows("items"), rows("options"))}}
	return scoresOf(answer.Marshal(nil))
}

func scoresOf(answer []byte) ([]float64, error) {
	var r contract.Response
	if err := r.Unmarshal(answer); err != nil {
		return nil, err
	}
	return r.Score.Scores, nil
}

// sandboxed is the way of a run: metered, checked, digested, in a pool.
func sandboxed(t testing.TB, w work, s plugin.Source) func() ([]float64, error) {
	box, err := plugin.NewSandbox(t.Context(), plugin.Options{CacheDir: testwasm.Folder()})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, box.Close(context.Background())) })
	p, err := box.Load(t.Context(), s, plugin.Limits{Instances: 1})
	require.NoError(t, err)
	request := *w.request
	request.Config, err = p.Settings(nil)
	require.NoError(t, err)
	return func() ([]float64, error) {
		r, _, err := p.Call(context.Background(), &request)
		if err != nil {
			return nil, err
		}
		return r.Score.Scores, nil
	}
}

// bare calls the spark ABI without metering, limits or checks.
func bare(t testing.TB, w work, wasm []byte) func() ([]float64, error) {
	ctx := context.Background()
	rt := wazero.NewRuntime(ctx)
	t.Cleanup(func() { require.NoError(t, rt.Close(ctx)) })
	wasi_snapshot_preview1.MustInstantiate(ctx, rt)
	mod, err := rt.InstantiateWithConfig(ctx, wasm, wazero.NewModuleConfig().WithStartFunctions("_initialize").WithSysNanotime())
	require.NoError(t, err)
	alloc, entry := mod.ExportedFunction("spark_alloc"), mod.ExportedFunction("spark_score")
	return func() ([]float64, error) {
		input := w.request.Marshal(nil)
		at, err := alloc.Call(ctx, uint64(len(input)))
		if err != nil {
			return nil, err
		}
		mod.Memory().Write(uint32(at[0]), input)
		out, err := entry.Call(ctx, at[0], uint64(len(input)))
		if err != nil {
			return nil, err
		}
		answer, _ := mod.Memory().Read(uint32(out[0]>>32), uint32(out[0]))
		return scoresOf(answer)
	}
}

// extismJSON is extism's go-sdk as its documentation shows it, on a clock with which a Go guest's collector works.
func extismJSON(t testing.TB, w work, wasm []byte) func() ([]float64, error) {
	ctx := context.Background()
	c, err := extism.NewCompiledPlugin(ctx, extism.Manifest{Wasm: []extism.Wasm{extism.WasmData{Data: wasm}}}, extism.PluginConfig{EnableWasi: true}, nil)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close(ctx)) })
	p, err := c.Instance(ctx, extism.PluginInstanceConfig{ModuleConfig: wazero.NewModuleConfig().WithSysNanotime()})
	require.NoError(t, err)
	return func() ([]float64, error) {
		input, err := json.Marshal(map[string][][]uint32{"Items": w.items, "Options": w.hypotheses})
		if err != nil {
			return nil, err
		}
		_, out, err := p.CallWithContext(ctx, "score", input)
		if err != nil {
			return nil, err
		}
		var answer struct{ Scores []float64 }
		return answer.Scores, json.Unmarshal(out, &answer)
	}
}

// process is a plugin process of HashiCorp's go-plugin.
func process(t testing.TB, w work) func() ([]float64, error) {
	program := filepath.Join(t.TempDir(), "grpc")
	out, err := exec.Command("go", "build", "-o", program, "./testdata/grpc").CombinedOutput()
	require.NoError(t, err, string(out))
	host := goplugin.NewClient(&goplugin.ClientConfig{
		HandshakeConfig: wire.Handshake, Plugins: goplugin.PluginSet{"kernel": &wire.Plugin{}}, Cmd: exec.Command(program),
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC}, Logger: hclog.NewNullLogger(),
	})
	t.Cleanup(host.Kill)
	connection, err := host.Client()
	require.NoError(t, err)
	raw, err := connection.Dispense("kernel")
	require.NoError(t, err)
	return func() ([]float64, error) {
		answer, err := raw.(wire.Scorer).Score(context.Background(), w.request.Marshal(nil))
		if err != nil {
			return nil, err
		}
		return scoresOf(answer)
	}
}

// guest builds a guest of testdata with stock Go.
func guest(t testing.TB, name string) []byte {
	to := filepath.Join(t.TempDir(), name+".wasm")
	cmd := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w", "-o", to, "./testdata/"+name)
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	wasm, err := os.ReadFile(to)
	require.NoError(t, err)
	return wasm
}

func shipped(t testing.TB) []byte {
	wasm, err := plugins.Open("discriminative")
	require.NoError(t, err)
	return wasm
}

func TestPeersGiveEqualScores(t *testing.T) {
	thorough.Only(t, "it compiles several megabytes of guests")
	w := newWork(20)
	all := peersOf(t, w)
	want, err := all[0].do()
	require.NoError(t, err)
	for _, p := range all[1:] {
		got, err := p.do()
		require.NoError(t, err, p.name)
		require.InDeltaSlice(t, want, got, 1e-12, p.name)
	}
}
