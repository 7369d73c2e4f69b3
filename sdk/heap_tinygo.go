//go:build tinygo.wasm && gc.custom

package sdk

import (
	"runtime"
	"unsafe"
)

// The heap of a guest that TinyGo builds with gc=custom. It never collects: what a call allocates lies in an
// arena, and the next request begins with the memory as it was after initialisation, globals included. So
// one call cannot depend on another, memory stays as small as the largest call needs, and allocating costs the
// same each time. Of the module's memory
//
//	stack | globals | allocated by init functions | a copy of these two | arena
//
// the copy is made before the first request.
var heap struct {
	next, end uintptr // the arena's free part
	kept, n   uintptr // the copy, n bytes; none before the first request
}

//go:extern __global_base
var globals [0]byte

//go:extern __heap_base
var beyondGlobals [0]byte

// rewind begins a request: what was allocated or changed since the first one is gone.
func rewind() {
	start := uintptr(unsafe.Pointer(&globals))
	if heap.n == 0 {
		mark(start)
		return
	}
	copy(bytesAt(start, heap.n), bytesAt(heap.kept, heap.n)) // heap itself is among the globals
	heap.end = memoryEnd()
}

// mark keeps the memory from start on as it is now.
func mark(start uintptr) {
	n := heap.next - start
	kept := uintptr(alloc(n, nil))
	heap.kept, heap.n = kept, n
	copy(bytesAt(kept, n), bytesAt(start, n))
}

func bytesAt(at, n uintptr) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(at)), n) }

//go:linkname initHeap runtime.initHeap
func initHeap() {
	heap.next = aligned(uintptr(unsafe.Pointer(&beyondGlobals)))
	heap.end = memoryEnd()
}

// alloc returns size bytes of zeros.
//
//go:noinline
//go:linkname alloc runtime.alloc
func alloc(size uintptr, _ unsafe.Pointer) unsafe.Pointer {
	at := heap.next
	if size > heap.end-at {
		grow(size - (heap.end - at))
	}
	heap.next = min(aligned(at+size), heap.end)
	clear(bytesAt(at, size))
	return unsafe.Pointer(at)
}

func aligned(at uintptr) uintptr { return (at + 15) &^ 15 }

const page = 64 << 10

func memoryEnd() uintptr { return uintptr(memorySize(0)) * page }

// grow makes memory larger, by as much again if it may and by what is missing if not.
func grow(missing uintptr) {
	pages := int32((uint64(missing) + page - 1) / page)
	if memoryGrow(0, max(pages, memorySize(0))) < 0 && memoryGrow(0, pages) < 0 {
		panic("out of memory")
	}
	heap.end = memoryEnd()
}

//export llvm.wasm.memory.size.i32
func memorySize(memory int32) int32

//export llvm.wasm.memory.grow.i32
func memoryGrow(memory, pages int32) int32

// What else TinyGo asks of a heap of one's own.

//go:linkname free runtime.free
func free(unsafe.Pointer) {}

//go:linkname markRoots runtime.markRoots
func markRoots(_, _ uintptr) {}

//go:linkname collect runtime.GC
func collect() {}

//go:linkname setFinalizer runtime.SetFinalizer
func setFinalizer(_, _ any) {}

//go:linkname readMemStats runtime.ReadMemStats
func readMemStats(*runtime.MemStats) {}
