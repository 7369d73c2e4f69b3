package plugin

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin/hostile"
	"github.com/sparkhost/sparkhost/host/plugin/internal/meter"
)

// FuzzMeteredModulesAreValid takes any bytes on the way of a module, up to the code: what inspection and validation let
// pass is either refused by the rewriter, or rewritten to a valid module.
func FuzzMeteredModulesAreValid(f *testing.F) {
	f.Add(handmade().bytes())
	f.Add(handmadeExtism().Bytes())
	for _, c := range hostile.Cases() {
		if wasm := c.Wasm(); len(wasm) <= 8000 {
			f.Add(wasm)
		}
	}
	f.Fuzz(func(t *testing.T, wasm []byte) {
		m, err := Inspect(wasm)
		if err != nil || len(wasm) > 8000 {
			return
		}
		if form, e := abiOf(m); e == nil && form.check(m, Limits{MemoryBytes: maxMemoryBytes}) == nil {
			wasm = form.adapt(wasm, m)
		} else {
			wasm = bounded(wasm, m)
		}
		if validate(context.Background(), wasm) != nil {
			return
		}
		out, _, err := meter.Rewrite(wasm, meter.Options{Hosts: hostCosts})
		if err != nil {
			require.ErrorIs(t, err, meter.ErrRefused)
			return
		}
		require.NoError(t, validate(context.Background(), out))
	})
}
