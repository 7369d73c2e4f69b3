package meter

import "fmt"

// A bill is the cost of a module to the compiler: the largest of its functions in memory, all of them in time.
type bill struct {
	room         uint64 // bytes
	work         uint64 // nanoseconds
	kept         uint64 // bytes of machine code
	blocks       uint64 // the most of a function
	instructions uint64
	each         uint64 // nanoseconds that each function costs on top
}

// What of a module is gone through again for each function, in nanoseconds.
const (
	workOfType   = 33 // the extism ABI has three signatures for each
	workOfGlobal = 5
	workOfBlock  = 8   // of the function with the most before it
	workOfValue  = 800 // of a type, once
	workOfByte   = 3   // of the largest function
)

// begin adds what is not of functions.
func (b *bill) begin(m *module) error {
	values := uint64(0)
	for _, t := range m.types {
		values += t.values()
	}
	*b = bill{work: workOfValue * values, each: workOfType*uint64(len(m.types)) + workOfGlobal*uint64(m.globals+len(m.imports))}
	return b.fault()
}

// add adds a function.
func (b *bill) add(t toll) error {
	if t.room > b.room { // memory that is used for the first time
		b.work += workOfByte * (t.room - b.room)
		b.room = t.room
	}
	b.kept += t.kept
	b.instructions += t.instructions
	b.blocks = max(b.blocks, t.blocks)
	b.work += t.work + b.each + workOfBlock*b.blocks
	return b.fault()
}

func (b *bill) fault() error {
	switch {
	case b.work > maxWork:
		return fmt.Errorf("%w: over %d s of the compiler's time for the module: %s", ErrCostly, maxWork/1_000_000_000, leaner)
	case b.room+b.kept > maxRoomOfModule:
		return fmt.Errorf("%w: over %d MB for the module, %d MB of it for one function: %s", ErrCostly, maxRoomOfModule>>20, b.room>>20, leaner)
	case b.instructions > maxInstructions:
		return fmt.Errorf("%w: over %d instructions in the module: %s", ErrCostly, maxInstructions, leaner)
	}
	return nil
}

// leaner tells the author of a module that is too large what to do.
const leaner = "build it without what it does not use, or as two plugins"
