package meter

import (
	"errors"
	"fmt"
)

// Version names the weights, the segment rules and the emitted code. It changes with any
// of them.
const Version = 5

// The names that a rewritten module imports and exports, and no original may use.
const (
	ImportModule = "sparkhost_meter"
	ImportName   = "exhausted" // () → ()
	FuelExport   = "sparkhost_fuel"
	DepthExport  = "sparkhost_depth"
	// RefusedExport counts how often the instance's memory was not allowed to grow.
	RefusedExport = "sparkhost_refused"
)

// The defaults of [Options].
const (
	DefaultGap   = 256
	DefaultDepth = 20_000
)

// ErrRefused is matched by every error of [Rewrite].
var ErrRefused = errors.New("cannot be metered")

// Options say how to rewrite. The zero value works.
type Options struct {
	// Gap is the most units that may be charged on a path without a check; default 256.
	Gap int64
	// Depth is the most calls that may nest, default 20,000. A call counts 1, and 1 more for each 32 parameters and
	// locals of the function. Functions that call nothing do not count.
	Depth int64
	// Hosts are the imported functions whose calls cost more than a call, by module.name.
	Hosts map[string]Host
}

// A Host is the cost of a call of an imported function: Base units, and Each for each unit of the
// parameters with these numbers. Those that are not an i32 are ignored. Most, if it is not 0, bounds these parameters: the
// function gets no greater ones, and is charged for those that the guest gave.
type Host struct {
	Base, Each int64
	Params     []int
	Most       int32
}

// Info says what a rewriting did.
type Info struct {
	Version   int
	Functions int // defined ones
	Charges   int // places where fuel is taken
	Checks    int // places where fuel is looked at
	// Room, Kept and Work estimate what the compiler needs: bytes for the largest function and for all machine
	// code, nanoseconds for the module.
	Room, Kept, Work uint64
}

// Rewrite returns the metered form of a valid module, which is not changed. Equal modules and
// options give equal bytes. It never panics; what it refuses matches [ErrRefused], and [ErrCostly] too if a compiler
// would choke on it.
//
// Fuel begins at 0 in every instance: the first check that finds less calls the import.
func Rewrite(wasm []byte, o Options) ([]byte, Info, error) {
	if o.Gap == 0 {
		o.Gap = DefaultGap
	}
	if o.Depth == 0 {
		o.Depth = DefaultDepth
	}
	m, err := split(wasm)
	if err == nil {
		err = m.outline()
	}
	if err != nil {
		return nil, Info{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	out, info, err := m.rewrite(o)
	if err != nil {
		return nil, Info{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return out, info, nil
}
