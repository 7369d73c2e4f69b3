package plugin

import (
	"context"

	"github.com/tetratelabs/wazero/api"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A sparkGuest is a guest of the spark ABI.
type sparkGuest struct {
	ctx    context.Context // of the instance
	limits *Limits
	mod    api.Module
	mem    api.Memory
	alloc  api.Function
	entry  api.Function // looked up once, because a look-up allocates
	stack  [2]uint64    // parameters and result of the function being called
}

func (g *sparkGuest) describe() (*contract.Manifest, error) {
	if err := g.mod.ExportedFunction(exportDescribe).CallWithStack(g.ctx, g.stack[:1]); err != nil {
		return nil, err
	}
	if e := checkManifestSize(int64(uint32(g.stack[0]))); e != nil {
		return nil, e
	}
	b, err := g.output(g.stack[0])
	if err != nil {
		return nil, err
	}
	m := &contract.Manifest{}
	if err := m.Unmarshal(b); err != nil {
		return nil, breach(err)
	}
	return m, nil
}

func (g *sparkGuest) bind(kind contract.Kind) { g.entry = g.mod.ExportedFunction(sparkEntry(kind)) }

func (g *sparkGuest) call(_ *contract.Request, input []byte) ([]byte, error) {
	at, err := g.write(input)
	if err != nil {
		return nil, err
	}
	g.stack[0], g.stack[1] = uint64(at), uint64(len(input))
	if err := g.entry.CallWithStack(g.ctx, g.stack[:]); err != nil {
		return nil, err
	}
	return g.output(g.stack[0])
}

// write copies input into memory that the guest allocates for it.
func (g *sparkGuest) write(input []byte) (uint32, error) {
	if int64(len(input)) > g.limits.MemoryBytes {
		return 0, over(KindMemory, int64(len(input)), g.limits.MemoryBytes, "the request")
	}
	g.stack[0] = uint64(len(input))
	if err := g.alloc.CallWithStack(g.ctx, g.stack[:1]); err != nil {
		return 0, err
	}
	at := uint32(g.stack[0])
	switch {
	case at == 0 && len(input) > 0:
		e := fault(KindMemory, "%s gave no memory for a request of %d bytes", exportAlloc, len(input))
		e.Used, e.Limit = int64(g.mem.Size()), g.limits.MemoryBytes
		return 0, e
	case !g.mem.Write(at, input):
		return 0, fault(KindContract, "%s gave %d for %d bytes, outside of its memory of %d bytes", exportAlloc, at, len(input), g.mem.Size())
	}
	return at, nil
}

// output reads what a packed pointer and length point at.
func (g *sparkGuest) output(packed uint64) ([]byte, error) {
	at, n := uint32(packed>>32), uint32(packed)
	if int64(n) > int64(g.limits.OutputBytes) {
		return nil, over(KindContract, int64(n), int64(g.limits.OutputBytes), "its answer")
	}
	view, ok := g.mem.Read(at, n)
	if !ok {
		return nil, fault(KindContract, "its answer is said to be %d bytes at %d, outside of its memory of %d bytes", n, at, g.mem.Size())
	}
	return append(make([]byte, 0, n), view...), nil
}

func (g *sparkGuest) memory() (largest, total uint64) {
	n := uint64(g.mem.Size())
	return n, n
}

func (g *sparkGuest) close() { _ = g.mod.Close(context.Background()) }
