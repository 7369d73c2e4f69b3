//go:build wasip1

// Command extism is the kernel as a JSON plugin of the extism ABI, as its Go PDK would have it: the
// input crosses in words of eight bytes, and encoding/json reads it.
package main

import (
	"encoding/binary"
	"encoding/json"

	"github.com/sparkhost/sparkhost/host/plugin/peers/kernel"
)

//go:wasmimport extism:host/env input_length
func inputLength() uint64

//go:wasmimport extism:host/env input_load_u64
func inputLoad(offset uint64) uint64

//go:wasmimport extism:host/env input_load_u8
func inputLoadByte(offset uint64) uint32

//go:wasmimport extism:host/env alloc
func alloc(size uint64) uint64

//go:wasmimport extism:host/env store_u64
func store(offset, value uint64)

//go:wasmimport extism:host/env store_u8
func storeByte(offset uint64, value uint32)

//go:wasmimport extism:host/env output_set
func outputSet(offset, size uint64)

//go:wasmexport score
func score() int32 {
	var in struct{ Items, Options [][]uint32 }
	if err := json.Unmarshal(input(), &in); err != nil {
		return 1
	}
	out, err := json.Marshal(map[string][]float64{"scores": kernel.Score(in.Items, in.Options)})
	if err != nil {
		return 1
	}
	output(out)
	return 0
}

func input() []byte {
	n := inputLength()
	b := make([]byte, 0, n+8)
	for at := uint64(0); at+8 <= n; at += 8 {
		b = binary.LittleEndian.AppendUint64(b, inputLoad(at))
	}
	for at := uint64(len(b)); at < n; at++ {
		b = append(b, byte(inputLoadByte(at)))
	}
	return b
}

func output(b []byte) {
	n := uint64(len(b))
	place := alloc(n)
	at := uint64(0)
	for ; at+8 <= n; at += 8 {
		store(place+at, binary.LittleEndian.Uint64(b[at:]))
	}
	for ; at < n; at++ {
		storeByte(place+at, uint32(b[at]))
	}
	outputSet(place, n)
}

func main() {}
