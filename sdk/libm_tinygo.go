//go:build tinygo.wasm

package sdk

import _ "unsafe" // for go:linkname

// TinyGo leaves math.Exp, math.Exp2 and math.Log to a C library, whose last digits differ from one library to
// the next. Here they are what stock Go compiles for WebAssembly: both toolchains give the same answers to
// the bit, and a module needs no C library. The linker takes them by name, so the module exports them.

//export exp
func libmExp(x float64) float64 { return goExp(x) }

//export exp2
func libmExp2(x float64) float64 { return goExp2(x) }

//export log
func libmLog(x float64) float64 { return goLog(x) }

//go:linkname goExp math.exp
func goExp(x float64) float64

//go:linkname goExp2 math.exp2
func goExp2(x float64) float64

//go:linkname goLog math.log
func goLog(x float64) float64
