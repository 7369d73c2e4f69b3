package meter

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

var (
	errSpent = errors.New("fuel is spent")
	errDeep  = errors.New("calls are too deep")
)

// A tank is the host's side of metering: it grants fuel in slices, up to a limit.
type tank struct {
	slice, limit int64
	granted      int64
	asked        int
}

func bottomless() *tank { return &tank{slice: 1 << 40, limit: math.MaxInt64} }

// exhausted is the function that rewritten modules import.
func (t *tank) exhausted(_ context.Context, mod api.Module, _ []uint64) {
	if global(mod, DepthExport) < 0 {
		mod.ExportedGlobal(DepthExport).(api.MutableGlobal).Set(DefaultDepth) // the specification calls it again
		panic(errDeep)
	}
	fuel := mod.ExportedGlobal(FuelExport).(api.MutableGlobal)
	t.asked++
	for left := int64(fuel.Get()); left < 0; left = int64(fuel.Get()) {
		n := min(t.slice, t.limit-t.granted)
		if n <= 0 {
			panic(errSpent)
		}
		t.granted += n
		fuel.Set(uint64(left + n))
	}
}

// used returns the part of the grant that mod has used.
func (t *tank) used(mod api.Module) int64 { return t.granted - global(mod, FuelExport) }

func global(mod api.Module, name string) int64 { return int64(mod.ExportedGlobal(name).Get()) }

// newRuntime makes a runtime whose module ImportModule is t.
func newRuntime(t testing.TB, config wazero.RuntimeConfig, tank *tank) wazero.Runtime {
	t.Helper()
	ctx := context.Background()
	rt := wazero.NewRuntimeWithConfig(ctx, config.WithCoreFeatures(api.CoreFeaturesV2).WithMemoryLimitPages(1024))
	t.Cleanup(func() { require.NoError(t, rt.Close(ctx)) })
	_, err := rt.NewHostModuleBuilder(ImportModule).NewFunctionBuilder().
		WithGoModuleFunction(api.GoModuleFunc(tank.exhausted), nil, nil).Export(ImportName).Instantiate(ctx)
	require.NoError(t, err)
	return rt
}

var engines = map[string]func() wazero.RuntimeConfig{
	"compiler": wazero.NewRuntimeConfigCompiler, "interpreter": wazero.NewRuntimeConfigInterpreter,
}

// cause returns the part of an error that must be equal with and without metering.
func cause(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, errDeep):
		return "stack overflow"
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	if _, after, ok := strings.Cut(line, "failed: "); ok { // start function[index] failed
		line = after
	}
	return strings.TrimPrefix(line, "wasm error: ")
}
