//go:build wasm

// Command extism is the module of the extism ABI that the tests of host/plugin build with stock Go,
// written against extism:host/env by hand.
package main

import (
	"encoding/binary"

	"github.com/sparkhost/sparkhost/host/plugin/internal/specimen/behaviour"
	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/contract/contractjson"
)

//go:wasmimport extism:host/env input_length
func inputLength() uint64

//go:wasmimport extism:host/env input_load_u8
func inputLoad8(at uint64) uint32

//go:wasmimport extism:host/env input_load_u64
func inputLoad64(at uint64) uint64

//go:wasmimport extism:host/env alloc
func alloc(n uint64) uint64

//go:wasmimport extism:host/env store_u8
func store8(at uint64, v uint32)

//go:wasmimport extism:host/env store_u64
func store64(at, v uint64)

//go:wasmimport extism:host/env output_set
func outputSet(at, n uint64)

//go:wasmimport extism:host/env error_set
func errorSet(at uint64)

func input() []byte {
	b := make([]byte, inputLength())
	n := len(b) &^ 7
	for i := 0; i < n; i += 8 {
		binary.LittleEndian.PutUint64(b[i:], inputLoad64(uint64(i)))
	}
	for i := n; i < len(b); i++ {
		b[i] = byte(inputLoad8(uint64(i)))
	}
	return b
}

func put(b []byte) (at, n uint64) {
	at = alloc(uint64(len(b)))
	whole := len(b) &^ 7
	for i := 0; i < whole; i += 8 {
		store64(at+uint64(i), binary.LittleEndian.Uint64(b[i:]))
	}
	for i := whole; i < len(b); i++ {
		store8(at+uint64(i), uint32(b[i]))
	}
	return at, uint64(len(b))
}

func fail(err error) int32 {
	at, _ := put([]byte(err.Error()))
	errorSet(at)
	return 1
}

//go:wasmexport describe
func describe() int32 {
	m := behaviour.Manifest()
	b, err := contractjson.MarshalManifest(&m)
	if err != nil {
		return fail(err)
	}
	outputSet(put(b))
	return 0
}

//go:wasmexport score
func score() int32 {
	r, err := contractjson.UnmarshalRequest(input())
	if err != nil {
		return fail(err)
	}
	result, err := behaviour.Score(r)
	if err != nil {
		return fail(err)
	}
	b, err := contractjson.MarshalResponse(&contract.Response{Score: result})
	if err != nil {
		return fail(err)
	}
	outputSet(put(b))
	return 0
}

func main() {}
