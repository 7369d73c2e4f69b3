package plugin

import (
	"context"
	"io"

	extism "github.com/extism/go-sdk"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/contract/contractjson"
)

// pluginKey is the key under which go-sdk's glue looks for the plugin that calls.
const pluginKey = extism.PluginCtxKey("plugin")

// An extismGuest is a guest of the extism ABI. The first function is called through go-sdk, by which
// the desk gets to know the guest; all others directly, since go-sdk allocates 70 KB a call and
// takes a request that does not fit for an empty one.
type extismGuest struct {
	*desk
	ctx   context.Context // of the instance, with desk and plugin
	entry api.Function    // looked up once, because a look-up allocates
	stack [1]uint64
}

// start implements image.
func (x *extismImage) start(i *instance) (guest, error) {
	d := &desk{tank: &i.tank, log: i.log, limits: &i.limits}
	ctx := context.WithValue(i.ctx, deskKey{}, d)
	early := context.WithValue(ctx, pluginKey, &extism.Plugin{}) // for a start section
	p, err := x.compiled.Instance(early, extism.PluginInstanceConfig{ModuleConfig: deaf{moduleConfig(i.log, &i.tank)}})
	if err != nil {
		return nil, err
	}
	p.SetLogger(func(extism.LogLevel, string) {}) // it is not the guest that speaks there
	d.plugin, d.kernel = p, p.Memory()
	g := &extismGuest{desk: d, ctx: context.WithValue(ctx, pluginKey, p)}
	i.guest = g
	if err := g.initialise(i); err != nil {
		g.close()
		return nil, err
	}
	return g, nil
}

// initialise runs the guest's own initialisers. One that has none, or meets nobody there, describes
// itself in vain, so that it is known.
func (g *extismGuest) initialise(i *instance) error {
	for _, name := range []string{exportInitialize, exportCtors} {
		if g.plugin.FunctionExists(initPrefix + name) {
			if err := g.introduce(initPrefix + name); err != nil {
				return err
			}
			break
		}
	}
	if g.plugin.FunctionExists(initPrefix+exportHaskell) && g.mod != nil {
		if _, err := g.mod.ExportedFunction(initPrefix+exportHaskell).Call(g.ctx, 0, 0); err != nil {
			return err
		}
	}
	if g.mod != nil {
		return nil
	}
	err := g.introduce(extismDescribe)
	if err == nil && g.mod == nil {
		err = fault(KindContract, "it described itself with no output: call output_set")
	}
	if err == nil {
		return nil
	}
	e := i.blame(err)
	e.Stage = "describe"
	return e
}

// introduce calls a function through go-sdk.
func (g *extismGuest) introduce(name string) error {
	if err := g.give(nil); err != nil {
		return err
	}
	_, _, err := g.plugin.CallWithContext(g.ctx, name, nil)
	if g.failure.n > 0 {
		return nil // its own error; whoever asks it in earnest gets it again
	}
	return err
}

func (g *extismGuest) describe() (*contract.Manifest, error) {
	if err := g.give(nil); err != nil {
		return nil, err
	}
	b, err := g.ask(g.mod.ExportedFunction(extismDescribe))
	if err != nil {
		return nil, err
	}
	if e := checkManifestSize(int64(len(b))); e != nil {
		return nil, e
	}
	m, err := contractjson.UnmarshalManifest(b)
	if err != nil {
		return nil, breach(err)
	}
	return m, nil
}

func (g *extismGuest) bind(kind contract.Kind) { g.entry = g.mod.ExportedFunction(stageOf(kind)) }

// call gives a request as JSON; without one, input is given as it is.
func (g *extismGuest) call(r *contract.Request, input []byte) ([]byte, error) {
	if r != nil {
		var err error
		if input, err = contractjson.MarshalRequest(r); err != nil {
			return nil, fault(KindRequest, "%v", err)
		}
	}
	if err := g.give(input); err != nil {
		return nil, err
	}
	view, err := g.ask(g.entry)
	if err != nil {
		return nil, err
	}
	rows := uint32(contract.MaxRows) // of input that is given as it is
	if r != nil {
		rows = itemsOf(r.Tables)
	}
	response, err := contractjson.UnmarshalAnswer(view, rows)
	if err != nil {
		return nil, breach(err)
	}
	return response.Marshal(nil), nil
}

// give makes input that of the next function; nothing of the last call is left.
func (g *extismGuest) give(input []byte) error {
	g.clear()
	if n := int64(len(input)); n > g.limits.MemoryBytes {
		return over(KindMemory, n, g.limits.MemoryBytes, "the request as JSON")
	}
	at, err := g.plugin.SetInputWithContext(context.Background(), input)
	if err != nil {
		return err
	}
	if len(input) > 0 && !g.take(at, uint64(len(input))) {
		return g.full("the request as JSON, of", uint64(len(input)))
	}
	g.input = span{at, uint64(len(input))}
	return nil
}

// ask calls a function and returns a view of its output.
func (g *extismGuest) ask(f api.Function) ([]byte, error) {
	if err := f.CallWithStack(g.ctx, g.stack[:]); err != nil {
		return nil, err
	}
	code := int32(g.stack[0])
	switch {
	case g.failure.n > 0:
		return nil, fault(KindPlugin, "%s", g.text(g.failure))
	case code != 0:
		return nil, fault(KindPlugin, "it returned the code %d without an error: say what is wrong with error_set", code)
	case g.output.n == 0:
		return nil, fault(KindContract, "its answer is empty: it called no output_set")
	}
	return g.view(g.output), nil
}

func (g *extismGuest) memory() (largest, total uint64) {
	kernel := uint64(g.kernel.Size())
	guest := uint64(0)
	if g.mod != nil && g.mod.Memory() != nil {
		guest = uint64(g.mod.Memory().Size())
	}
	return max(kernel, guest), kernel + guest
}

func (g *extismGuest) close() {
	ctx := context.Background()
	if g.mod != nil {
		_ = g.mod.Close(ctx)
	}
	_ = g.plugin.CloseWithContext(ctx)
}

// A deaf config keeps its stdout and stderr, whatever the environment tells go-sdk
// (EXTISM_ENABLE_WASI_OUTPUT). It is for go-sdk only, which gives the runtime what WithName returns.
type deaf struct{ wazero.ModuleConfig }

// WithStartFunctions implements wazero.ModuleConfig.
func (d deaf) WithStartFunctions(names ...string) wazero.ModuleConfig {
	return deaf{d.ModuleConfig.WithStartFunctions(names...)}
}

// WithStdout implements wazero.ModuleConfig.
func (d deaf) WithStdout(io.Writer) wazero.ModuleConfig { return d }

// WithStderr implements wazero.ModuleConfig.
func (d deaf) WithStderr(io.Writer) wazero.ModuleConfig { return d }
