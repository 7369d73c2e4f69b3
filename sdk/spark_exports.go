//go:build wasm || tinygo.wasm

package sdk

import (
	"unsafe"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

//go:wasmexport spark_abi_1
func sparkABI1() int32 { return 1 }

//go:wasmexport spark_alloc
func sparkAlloc(size uint32) uint32 {
	rewind()
	return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(served.reserve(size)))))
}

//go:wasmexport spark_describe
func sparkDescribe() uint64 { return place(served.describe()) }

//go:wasmexport spark_score
func sparkScore(ptr, length uint32) uint64 {
	return place(served.answer(contract.KindScore, view(ptr, length)))
}

//go:wasmexport spark_assess
func sparkAssess(ptr, length uint32) uint64 {
	return place(served.answer(contract.KindAssess, view(ptr, length)))
}

//go:wasmexport spark_calibrate
func sparkCalibrate(ptr, length uint32) uint64 {
	return place(served.answer(contract.KindCalibrate, view(ptr, length)))
}

// view returns the request that the host wrote into the place it was given.
func view(ptr, length uint32) []byte {
	if p := unsafe.SliceData(served.input); uint32(uintptr(unsafe.Pointer(p))) == ptr && length <= uint32(cap(served.input)) {
		return served.input[:length]
	}
	return nil
}

// place packs the address and length of b, which a global keeps alive.
func place(b []byte) uint64 {
	return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(b))))<<32 | uint64(len(b))
}
