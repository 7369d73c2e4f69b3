//go:build !(386 || amd64 || arm || arm64 || loong64 || mips64le || mipsle || ppc64le || riscv64 || wasm)

package contract

import (
	"math"
	"slices"
)

func appendFixed32s(dst []byte, list []uint32) []byte {
	for _, v := range list {
		dst = append(dst, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	return dst
}

func appendDoubles(dst []byte, list []float64) []byte {
	for _, v := range list {
		bits := math.Float64bits(v)
		dst = appendFixed32s(dst, []uint32{uint32(bits), uint32(bits >> 32)})
	}
	return dst
}

func readFixed32s(dst []uint32, b []byte) []uint32 {
	dst = slices.Grow(dst, len(b)/4)
	for ; len(b) > 0; b = b[4:] {
		dst = append(dst, uint32(littleEndian(b[:4])))
	}
	return dst
}

func readDoubles(dst []float64, b []byte) []float64 {
	dst = slices.Grow(dst, len(b)/8)
	for ; len(b) > 0; b = b[8:] {
		dst = append(dst, math.Float64frombits(littleEndian(b[:8])))
	}
	return dst
}
