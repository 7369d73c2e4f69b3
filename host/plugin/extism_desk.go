package plugin

import (
	"context"
	"slices"

	extism "github.com/extism/go-sdk"
	"github.com/tetratelabs/wazero/api"
)

// A span is a piece of the kernel's memory, through which messages go.
type span struct{ at, n uint64 }

// A desk lets an extism guest and the host hand each other things: what the guest has
// allocated in the kernel's memory and what it has said, in one call. The kernel's own data
// lies between these blocks and is not guarded by the kernel, so a guest may write to its blocks only.
type desk struct {
	tank   *tank
	log    *guestLog
	limits *Limits
	plugin *extism.Plugin // nil while a start section runs
	kernel api.Memory
	mod    api.Module // the guest; nil until it has come to the host once

	input   span
	output  span
	failure span   // the text of its own error
	blocks  []span // in use, by address; the input is one
	made    int64  // all blocks of this call, which the kernel walks through when it allocates
	vars    map[string][]byte
	held    int // bytes of vars
}

// deskKey finds the desk of an instance in the context with which it is called.
type deskKey struct{}

func deskOf(ctx context.Context) *desk { return ctx.Value(deskKey{}).(*desk) }

// meet gets to know the guest.
func (d *desk) meet(mod api.Module) {
	if d.mod == nil {
		d.mod = mod
		d.tank.attach(mod)
	}
}

// clear forgets a call.
func (d *desk) clear() {
	d.input, d.output, d.failure = span{}, span{}, span{}
	d.blocks, d.made = d.blocks[:0], 0
	d.vars, d.held = nil, 0
}

// take notes a block that the kernel has made, unless it does not lie in memory: then it is as
// full as when it gives address 0, only its reckoning is wrong.
func (d *desk) take(at, n uint64) bool {
	d.made++
	if at == 0 || at+n > uint64(d.kernel.Size()) {
		return false
	}
	i, _ := d.find(at)
	d.blocks = slices.Insert(d.blocks, i, span{at, n})
	return true
}

func (d *desk) full(what string, n uint64) *Error {
	e := fault(KindMemory, "%s %d bytes, does not fit beside %d others into the memory for messages", what, n, len(d.blocks))
	e.Used, e.Limit = int64(d.kernel.Size()), d.limits.MemoryBytes
	return e
}

// find gives the place of a block's address, and whether there is one.
func (d *desk) find(at uint64) (int, bool) {
	return slices.BinarySearchFunc(d.blocks, at, func(b span, at uint64) int {
		switch {
		case b.at < at:
			return -1
		case b.at > at:
			return 1
		}
		return 0
	})
}

// owns reports that all of s lies within one block.
func (d *desk) owns(s span) bool {
	i, exact := d.find(s.at)
	if !exact {
		i--
	}
	if i < 0 {
		return false
	}
	b := d.blocks[i]
	return s.n <= b.n && s.at-b.at <= b.n-s.n
}

// block returns the block at that address, or a fault that stops the guest.
func (d *desk) block(at uint64) span {
	i, ok := d.find(at)
	if !ok {
		panic(fault(KindTrap, "bad access: it has no block at %d of the memory for messages", at))
	}
	return d.blocks[i]
}

// view reads a span, which has been checked.
func (d *desk) view(s span) []byte {
	b, _ := d.kernel.Read(uint32(s.at), uint32(s.n))
	return b
}

// text copies the beginning of a span that people will read.
func (d *desk) text(s span) string {
	s.n = min(s.n, 16*longestText)
	return string(d.view(s))
}

// allocate makes a block for the guest. What the kernel does for it is paid for: it walks
// through all blocks, and clears the bytes before the next call.
func (d *desk) allocate(c *extism.CurrentPlugin, n uint64) uint64 {
	if n == 0 {
		return 0
	}
	if n > uint64(d.limits.MemoryBytes) {
		panic(d.full("a block of", n))
	}
	d.tank.charge(int64(n) + d.made*unitsPerBlock)
	at, err := c.Alloc(n)
	if err != nil {
		panic(err)
	}
	if !d.take(at, n) {
		panic(d.full("a block of", n))
	}
	return at
}

// release frees a block of the guest; what is none stays as it is.
func (d *desk) release(c *extism.CurrentPlugin, at uint64) {
	i, ok := d.find(at)
	if !ok || at == d.input.at {
		return
	}
	d.tank.charge(d.made * unitsPerBlock)
	d.blocks = slices.Delete(d.blocks, i, i+1)
	if err := c.Free(at); err != nil {
		panic(err)
	}
}
