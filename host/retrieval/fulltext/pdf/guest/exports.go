//go:build tinygo.wasm

package main

import "unsafe"

var input, output []byte

//go:wasmexport filter_alloc
func filterAlloc(size uint32) uint32 {
	input = make([]byte, size+1) // one more, so that it has an address
	return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(input))))
}

//go:wasmexport filter_run
func filterRun(_, size uint32) uint64 {
	text, err := lines(input[:size:size])
	if err != nil {
		text = []byte("\x00" + err.Error())
	}
	output = append(text, 0)
	return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(output))))<<32 | uint64(len(output)-1)
}
