package plugin

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// long is a function with that many bytes of code, give or take a few.
func long(size int) testFunc {
	return testFunc{params: i32, body: bytes.Repeat([]byte{opLocalGet, 0, opDrop}, size/3)}
}

func TestAFunctionIsValidatedWhereverItStands(t *testing.T) {
	for at := range 5 {
		made := handmade()
		for range 5 {
			made.funcs = append(made.funcs, long(validateBytes/2-50))
		}
		require.NoError(t, validate(context.Background(), made.bytes()))
		made.funcs[4+at].body = i32Const(1) // a result that nobody wants
		err := validate(context.Background(), made.bytes())
		require.Error(t, err)
		assert.Contains(t, err.Error(), fmt.Sprintf("function[%d]", 4+at))
	}
}

func TestAModuleIsValidatedInWindowsOfItsCode(t *testing.T) {
	made := handmade()
	for range 20 {
		made.funcs = append(made.funcs, long(100<<10))
	}
	wasm := made.bytes()
	bodies := bodiesOf(wasm)
	require.Len(t, bodies, 24)
	window := replaceSections(wasm, map[byte][]byte{sectionCode: windowOf(bodies, 4, 9)})
	assert.Less(t, len(window), 5*(100<<10)+2_000, "what is not in the window is no code to speak of")
	assert.Equal(t, bodies[4:9], bodiesOf(window)[4:9])
	assert.Equal(t, stub, bodiesOf(window)[9])
	assert.NoError(t, validateWhole(context.Background(), window))
	assert.Equal(t, wasm, replaceSections(wasm, map[byte][]byte{sectionCode: windowOf(bodies, 0, 24)}))
}

func TestCodeThatCannotBeCutIsValidatedAsAWhole(t *testing.T) {
	wasm := handmade().bytes()
	assert.Error(t, validate(context.Background(), wasm[:len(wasm)-1]))
	assert.Error(t, validate(context.Background(), append(wasm, sectionCode, 1, 0)), "a second code section")
}
