package plugin

import (
	"fmt"
	"runtime"
	"time"
)

// The defaults of [Limits] and [Options].
const (
	DefaultMemoryBytes    = 64 << 20
	DefaultFuel           = 5_000_000_000 // some 2 s of work, on one machine as on another
	DefaultWall           = 5 * time.Second
	DefaultOutputBytes    = 8 << 20
	DefaultLogBytes       = 16 << 10
	DefaultMaxModuleBytes = 32 << 20
	DefaultCompileTimeout = 60 * time.Second
)

const (
	pageBytes = 64 << 10
	// maxMemoryBytes keeps every offset and size within 32 bits.
	maxMemoryBytes = 4<<30 - pageBytes
	// What a module may declare at most. The runtime makes room for what is declared, so each
	// of these bounds memory of the host beside an instance's own. Stock-Go guests have some 3,000
	// functions and as many table entries.
	maxFunctions      = 100_000
	maxEntries        = 100_000   // of any other section
	maxTables         = 16        // a table's room counts for each instance
	maxTableEntries   = 1 << 20   // of all tables
	maxElements       = 100_000   // entries of all element segments, which an instance takes 0.2 µs each to begin with
	maxLocals         = 50_000    // of one function, as in browsers
	maxLocalsOfModule = 1_000_000 // of all functions
	maxTypeValues     = 1_000     // parameters, and results, of one function type
	maxValuesOfTypes  = 200_000   // parameters and results of all function types
	maxCustoms        = 10_000    // custom sections
	// maxImports is more than there are functions to import; the compiler looks through them at every call of one.
	maxImports = 256
	// recycleAfter calls an instance is replaced, so that a slow leak in a guest stays small.
	recycleAfter = 20_000
)

// Limits bound what one plugin may take. A zero field means the default.
type Limits struct {
	MemoryBytes int64         // linear memory of one instance, rounded down to pages of 64 KiB; default 64 MiB
	Fuel        int64         // units of each of: starting an instance, describing, one call; default 5e9
	FuelPerItem int64         // if set, a call may use at most so many units for each item, and Fuel in all
	Wall        time.Duration // time of the same, looked at whenever a guest yields; default 5 s
	OutputBytes int           // one response; default 8 MiB
	LogBytes    int           // the kept end of what an instance writes; default 16 KiB
	Instances   int           // how many calls run at once; default the number of CPUs in use
}

// withDefaults fills the zero fields and refuses what cannot be kept.
func (l Limits) withDefaults() (Limits, error) {
	l.MemoryBytes = orDefault(l.MemoryBytes, DefaultMemoryBytes)
	l.Fuel = orDefault(l.Fuel, DefaultFuel)
	l.Wall = orDefault(l.Wall, DefaultWall)
	l.OutputBytes = orDefault(l.OutputBytes, DefaultOutputBytes)
	l.LogBytes = orDefault(l.LogBytes, DefaultLogBytes)
	l.Instances = orDefault(l.Instances, runtime.GOMAXPROCS(0))
	switch {
	case l.MemoryBytes < pageBytes || l.MemoryBytes > maxMemoryBytes:
		return l, fmt.Errorf("a memory limit of %d bytes is not between %d and %d", l.MemoryBytes, pageBytes, int64(maxMemoryBytes))
	case l.Fuel < 0 || l.FuelPerItem < 0 || l.Wall < 0 || l.OutputBytes < 0 || l.LogBytes < 0 || l.Instances < 0:
		return l, fmt.Errorf("a limit is negative: %+v", l)
	}
	return l, nil
}

// fuelFor returns the limit of a call with that many items; one without items counts as one.
func (l Limits) fuelFor(items uint32) int64 {
	n := max(int64(items), 1)
	if l.FuelPerItem == 0 || l.FuelPerItem > l.Fuel/n {
		return l.Fuel
	}
	return l.FuelPerItem * n
}

func (l Limits) pages() uint32 { return uint32(l.MemoryBytes / pageBytes) }

// highWater returns the memory size past which an instance is replaced after its call.
func (l Limits) highWater() uint64 { return uint64(l.MemoryBytes / 4 * 3) }

func orDefault[T comparable](v, fallback T) T {
	var zero T
	if v == zero {
		return fallback
	}
	return v
}
