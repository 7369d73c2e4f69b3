//go:build 386 || amd64 || arm || arm64 || loong64 || mips64le || mipsle || ppc64le || riscv64 || wasm

package contract

import (
	"slices"
	"unsafe"
)

// On a little-endian machine a packed fixed-width field is the memory of its slice, so
// columns are copied whole. The views below never outlive the call that makes them.

func appendFixed32s(dst []byte, list []uint32) []byte {
	return append(dst, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), 4*len(list))...)
}

func appendDoubles(dst []byte, list []float64) []byte {
	return append(dst, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), 8*len(list))...)
}

func readFixed32s(dst []uint32, b []byte) []uint32 {
	if len(b) == 0 {
		return dst
	}
	n := len(dst)
	dst = slices.Grow(dst, len(b)/4)[:n+len(b)/4]
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&dst[n])), len(b)), b)
	return dst
}

func readDoubles(dst []float64, b []byte) []float64 {
	if len(b) == 0 {
		return dst
	}
	n := len(dst)
	dst = slices.Grow(dst, len(b)/8)[:n+len(b)/8]
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&dst[n])), len(b)), b)
	return dst
}
