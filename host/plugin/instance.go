package plugin

import (
	"context"

	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/tetratelabs/wazero/api"
)

// An instance is one started module. One goroutine uses it at a time.
type instance struct {
	mod    api.Module
	memory api.Memory
	alloc  api.Function
	entry  api.Function // the contract's entry point, set once the manifest is known
	log    *guestLog
	limits Limits
	tank   tank
	ctx    context.Context // of every function called: it carries the tank, and never ends
	calls  int
	stack  [2]uint64 // parameters and result of the function being called
}

// newInstance instantiates p, which runs its start section, and calls _initialize.
// On error nothing is left over, and the error carries the log.
func newInstance(ctx context.Context, p *program, l Limits) (*instance, *Error) {
	i := &instance{limits: l}
	i.log = &guestLog{limit: l.LogBytes, tank: &i.tank}
	i.ctx = context.WithValue(context.Background(), tankKey{}, &i.tank)
	i.tank.begin(ctx, l.Fuel, l.Wall)
	mod, err := p.runtime.InstantiateModule(i.ctx, p.compiled, moduleConfig(i.log, &i.tank))
	if err != nil {
		return nil, i.blame(err)
	}
	i.mod, i.memory = mod, mod.ExportedMemory(exportMemory)
	i.alloc = mod.ExportedFunction(exportAlloc)
	i.tank.attach(mod)
	if init := mod.ExportedFunction(exportInitialize); init != nil {
		err = init.CallWithStack(i.ctx, i.stack[:0])
	}
	if err == nil {
		err = i.tank.end() // not after an error: blame needs to know whose context ended
	}
	if err != nil {
		e := i.blame(err)
		i.close()
		return nil, e
	}
	return i, nil
}

// invoke calls a guest function with stack, which also takes its result.
func (i *instance) invoke(f api.Function, stack []uint64) *Error {
	if err := f.CallWithStack(i.ctx, stack); err != nil {
		return i.blame(err)
	}
	return nil
}

func (i *instance) blame(err error) *Error {
	log := i.log.String()
	e := classify(&i.tank, err, log)
	e.Stderr = log
	if e.Kind == KindMemory {
		e.Limit = i.limits.MemoryBytes
		if i.memory != nil {
			e.Used = int64(i.memory.Size())
		}
	}
	return e
}

// manifest asks what the plugin is, and checks it.
func (i *instance) manifest(ctx context.Context) (*contract.Manifest, *Error) {
	i.tank.begin(ctx, i.limits.Fuel, i.limits.Wall)
	if e := i.invoke(i.mod.ExportedFunction(exportDescribe), i.stack[:1]); e != nil {
		return nil, e
	}
	if err := i.tank.end(); err != nil {
		return nil, i.blame(err)
	}
	if n := int64(uint32(i.stack[0])); n > maxManifestBytes {
		return nil, over(KindContract, n, maxManifestBytes, "its manifest")
	}
	b, e := i.output(i.stack[0])
	if e != nil {
		return nil, e
	}
	m := &contract.Manifest{}
	if err := m.Unmarshal(b); err != nil {
		return nil, breach(err)
	}
	if m.Contract != contract.Version {
		return nil, fault(KindABI, "it was built for contract %d, this host speaks contract %d: build it with the SDK of this release", m.Contract, contract.Version)
	}
	if err := m.Validate(); err != nil {
		return nil, breach(err)
	}
	return m, nil
}

// bind looks the entry point up, once, because a look-up allocates.
func (i *instance) bind(kind contract.Kind) {
	name, _ := entryOf(kind)
	i.entry = i.mod.ExportedFunction(name)
}

// call hands input to the entry point and returns a copy of its answer. What it used is in the
// tank then.
func (i *instance) call(ctx context.Context, input []byte, may allowance) ([]byte, *Error) {
	i.calls++
	i.log.reset()
	i.tank.begin(ctx, may.fuel, may.wall)
	at, e := i.write(input)
	if e != nil {
		return nil, e
	}
	i.stack[0], i.stack[1] = uint64(at), uint64(len(input))
	if e := i.invoke(i.entry, i.stack[:]); e != nil {
		return nil, e
	}
	if err := i.tank.end(); err != nil {
		return nil, i.blame(err)
	}
	return i.output(i.stack[0])
}

// write copies input into memory that the guest allocates for it.
func (i *instance) write(input []byte) (uint32, *Error) {
	if int64(len(input)) > i.limits.MemoryBytes {
		return 0, over(KindMemory, int64(len(input)), i.limits.MemoryBytes, "the request")
	}
	i.stack[0] = uint64(len(input))
	if e := i.invoke(i.alloc, i.stack[:1]); e != nil {
		return 0, e
	}
	at := uint32(i.stack[0])
	switch {
	case at == 0 && len(input) > 0:
		e := fault(KindMemory, "%s gave no memory for a request of %d bytes", exportAlloc, len(input))
		e.Used, e.Limit = int64(i.memory.Size()), i.limits.MemoryBytes
		return 0, e
	case !i.memory.Write(at, input):
		return 0, fault(KindContract, "%s gave %d for %d bytes, outside of its memory of %d bytes", exportAlloc, at, len(input), i.memory.Size())
	}
	return at, nil
}

// output reads what a packed pointer and length point at.
func (i *instance) output(packed uint64) ([]byte, *Error) {
	at, n := uint32(packed>>32), uint32(packed)
	if int64(n) > int64(i.limits.OutputBytes) {
		return nil, over(KindContract, int64(n), int64(i.limits.OutputBytes), "its answer")
	}
	view, ok := i.memory.Read(at, n)
	if !ok {
		return nil, fault(KindContract, "its answer is said to be %d bytes at %d, outside of its memory of %d bytes", n, at, i.memory.Size())
	}
	return append(make([]byte, 0, n), view...), nil
}

// worn says that the instance has to be replaced although nothing is wrong with it.
func (i *instance) worn() bool {
	return i.calls >= recycleAfter || i.memory.Size() > i.limits.highWater()
}

func (i *instance) close() { _ = i.mod.Close(context.Background()) }
