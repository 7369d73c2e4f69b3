package plugin

import (
	"context"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// validateBytes is the size of the code validated at a time: the interpreter makes some thirty bytes of one.
const validateBytes = 512 << 10

// stub is a function that is valid whatever its type: no locals, unreachable, end.
var stub = []byte{3, 0, 0x00, 0x0b}

// validate compiles for the interpreter, which is the quickest way to a verdict: a window of the functions after
// another, with stubs for all others, so that it takes little memory however many there are. That
// a function is valid does not depend on what others do.
func validate(ctx context.Context, wasm []byte) error {
	bodies := bodiesOf(wasm)
	if len(bodies) == 0 {
		return validateWhole(ctx, wasm)
	}
	for from, to := 0, 0; from < len(bodies); from = to {
		size := 0
		for to = from; to < len(bodies) && (to == from || size+len(bodies[to]) <= validateBytes); to++ {
			size += len(bodies[to])
		}
		window := wasm
		if from > 0 || to < len(bodies) {
			window = replaceSections(wasm, map[byte][]byte{sectionCode: windowOf(bodies, from, to)})
		}
		if err := validateWhole(ctx, window); err != nil {
			return err
		}
	}
	return nil
}

func validateWhole(ctx context.Context, wasm []byte) error {
	rt := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter().
		WithCoreFeatures(api.CoreFeaturesV2).WithDebugInfoEnabled(false))
	defer rt.Close(ctx)
	_, err := rt.CompileModule(ctx, wasm)
	return err
}

// bodiesOf cuts the first code section of an inspected module into its functions, each with its length; none if
// anything about it is odd, which is for the validator to say.
func bodiesOf(wasm []byte) (bodies [][]byte) {
	r := &sectionReader{b: wasm[len(wasmHeader):]}
	for len(r.b) > 0 {
		id, s := r.byte(), &sectionReader{b: r.take(r.u32())}
		if id != sectionCode || r.err != nil {
			continue
		}
		s.each(maxFunctions, func() {
			whole := s.b
			s.take(s.u32())
			bodies = append(bodies, whole[:len(whole)-len(s.b)])
		})
		if s.err != nil || len(s.b) > 0 {
			return nil
		}
		return bodies
	}
	return nil
}

// windowOf returns a code section of which all functions but those from one to before another are stubs.
func windowOf(bodies [][]byte, from, to int) []byte {
	b := appendUint(nil, uint64(len(bodies)))
	for i, body := range bodies {
		if i < from || i >= to {
			body = stub
		}
		b = append(b, body...)
	}
	return b
}
