package plugin

import (
	"context"
	"time"

	"github.com/tetratelabs/wazero/experimental"
)

// warmStep is the number of bytes that are made ready at a time: between two steps the host looks at the deadline.
const warmStep = 1 << 20

// A linear is the memory of a guest. Where the system allows it, its addresses are reserved up to its limit, so that it
// never moves, and its pages are made ready when it grows, not when the guest first touches them: a guest that
// touched them itself would take milliseconds for a few units of fuel.
type linear struct {
	tank  *tank
	space []byte // reserved; nil if it could not be
	bytes []byte // of the guest
	warm  int    // bytes of space that are ready
}

// Allocate implements [experimental.MemoryAllocator].
func (i *instance) Allocate(_, limit uint64) experimental.LinearMemory {
	l := &linear{tank: &i.tank, space: reserve(limit)}
	i.memories = append(i.memories, l)
	return l
}

// Reallocate implements [experimental.LinearMemory].
func (l *linear) Reallocate(size uint64) []byte {
	switch {
	case l.space == nil:
		l.bytes = append(l.bytes, make([]byte, size-uint64(len(l.bytes)))...)
	case size > uint64(len(l.space)):
		return nil
	default:
		l.warmUp(int(size))
		l.bytes = l.space[:size:size]
	}
	return l.bytes
}

// warmUp makes pages ready up to size, or until the deadline is over. A guest whose deadline is over is
// stopped when it is charged for what it grew by.
func (l *linear) warmUp(size int) {
	for l.warm < size && !l.tank.over() {
		next := min(l.warm+warmStep, size)
		populate(l.space[l.warm:next])
		l.warm = next
	}
}

// Free implements [experimental.LinearMemory]. The memory is given back with the instance: a guest that
// exits is closed while its call is still under way.
func (l *linear) Free() {}

// release gives the memory back.
func (l *linear) release() {
	unreserve(l.space)
	l.space, l.bytes = nil, nil
}

// over says that the guest has to stop.
func (t *tank) over() bool {
	return t.ctx != nil && t.ctx.Err() != nil || time.Now().After(t.deadline)
}

// withMemory lets the modules that are instantiated with the context have their memory of i.
func (i *instance) withMemory(ctx context.Context) context.Context {
	return experimental.WithMemoryAllocator(ctx, i)
}
