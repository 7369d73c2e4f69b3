package plugin

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/sparkhost/sparkhost/host/plugin/internal/meter"
	"github.com/tetratelabs/wazero/api"
)

// FuelVersion names the rules by which fuel is counted. Counts of different versions
// cannot be compared.
const FuelVersion = meter.Version

// fuelSlice is the number of units that a guest is given at a time: some 0.05 to 0.5 ms of work. Between two
// slices it looks whether it should go on, and lets other goroutines and the collector
// of the host have their turn. A guest whose work is slow for its units, because it waits for memory or the
// machine is busy, gets smaller slices, down to leastSlice, and so does each whose deadline is near, since its next units
// may be slow ones: what is counted does not depend on them.
const (
	fuelSlice  = 500_000
	firstSlice = fuelSlice / 4 // of a call, whose units may be slow
	leastSlice = fuelSlice / 32
	longSlice  = 2 * time.Millisecond
	shortSlice = longSlice / 8
	slowUnit   = 2 * time.Microsecond // at most, as when each few of them wait for a page of memory
)

// inTime returns the units, of a slice, that end by the deadline, even if each is slow; leastSlice may end later.
func inTime(slice int64, left time.Duration) int64 {
	return max(min(slice, int64(left/slowUnit)), leastSlice)
}

// nextSlice returns the units to give after a slice of so many that took so long.
func nextSlice(slice int64, took time.Duration) int64 {
	switch {
	case took > longSlice:
		return max(slice/4, leastSlice)
	case took < shortSlice:
		return min(slice*2, fuelSlice)
	}
	return slice
}

// The reasons for which a guest is stopped; it is never resumed.
var (
	errFuel  = errors.New("fuel limit")
	errDepth = errors.New("depth limit")
	errCtx   = errors.New("context ended")
)

// A tank is the host's side of metering one instance: it grants fuel in slices to one call
// after another.
type tank struct {
	fuel, depth api.MutableGlobal // of the instance; nil before its first instruction
	refusals    api.Global        // how often its memory was not allowed to grow
	refused     uint64            // of these, before the call
	ctx         context.Context   // the caller's, while a call runs
	deadline    time.Time
	until       time.Time     // the deadline or, if that is earlier, the caller's
	wall        time.Duration // until deadline, at the beginning
	limit       int64
	granted     int64
	slice       int64     // units of the next grant
	since       time.Time // of the last one
}

// tankKey finds the tank of an instance in the context with which it is called.
type tankKey struct{}

// begin starts a call that may use limit units until the deadline.
func (t *tank) begin(ctx context.Context, limit int64, wall time.Duration) {
	t.ctx, t.wall, t.limit = ctx, wall, limit
	t.since = time.Now()
	t.deadline = t.since.Add(wall)
	t.until = t.deadline
	if callers, ok := ctx.Deadline(); ok && callers.Before(t.until) {
		t.until = callers
	}
	t.granted, t.slice = 0, firstSlice
	if t.fuel != nil {
		t.granted = min(inTime(t.slice, t.until.Sub(t.since)), limit)
		t.fuel.Set(uint64(t.granted))
		t.refused = t.refusals.Get()
	}
}

// wasRefused says that the guest asked for more memory in this call than it may have.
func (t *tank) wasRefused() bool { return t.refusals != nil && t.refusals.Get() > t.refused }

// used returns the fuel that the call has used so far. It is exact when the guest has returned.
func (t *tank) used() int64 {
	if t.fuel == nil {
		return 0
	}
	return t.granted - int64(t.fuel.Get())
}

// end says whether the call has kept its limit. The last units are charged without a check,
// so a guest that has returned may have gone beyond it all the same.
func (t *tank) end() error {
	t.ctx = nil
	if t.used() > t.limit {
		return errFuel
	}
	return nil
}

// exhausted is the function that metered modules call when fuel or depth is below zero.
func exhausted(ctx context.Context, mod api.Module, _ []uint64) {
	t := ctx.Value(tankKey{}).(*tank)
	t.attach(mod)
	t.refill()
}

// refill says why the guest has come: its calls nest too deep, or it wants fuel.
func (t *tank) refill() {
	if int64(t.depth.Get()) < 0 {
		panic(errDepth)
	}
	t.grant()
}

// attach looks the globals up, once; a start function runs before the instance is known. A
// module that is not metered has none, and is never stopped.
func (t *tank) attach(mod api.Module) {
	if t.fuel == nil {
		t.fuel, _ = mod.ExportedGlobal(meter.FuelExport).(api.MutableGlobal)
		t.depth, _ = mod.ExportedGlobal(meter.DepthExport).(api.MutableGlobal)
		t.refusals = mod.ExportedGlobal(meter.RefusedExport)
	}
}

// grant fills the tank until it is not below zero, or else stops the guest by a panic, which the
// runtime turns into the error of the call.
func (t *tank) grant() {
	now := time.Now()
	if t.granted > 0 { // else it is about to begin
		t.slice = nextSlice(t.slice, now.Sub(t.since))
	}
	t.since = now
	for left := int64(t.fuel.Get()); left < 0; {
		n := min(max(inTime(t.slice, t.until.Sub(now)), min(-left, fuelSlice)), t.limit-t.granted)
		switch {
		case n <= 0:
			panic(errFuel)
		case t.ctx.Err() != nil:
			panic(errCtx)
		case time.Now().After(t.deadline):
			panic(errWall)
		}
		t.granted += n
		left += n
		t.fuel.Set(uint64(left))
		runtime.Gosched()
	}
}

// charge takes units for work that the host does for the guest, in a function that the
// guest has called.
func (t *tank) charge(n int64) {
	if t == nil || t.fuel == nil {
		return
	}
	left := int64(t.fuel.Get()) - n
	t.fuel.Set(uint64(left))
	if left < 0 {
		t.grant()
	}
}

// hostCosts are the prices of the functions of WASI, beside what bytes written and random
// bytes cost: what the runtime does with strings and vectors is charged by their lengths.
var hostCosts = func() map[string]meter.Host {
	costs := map[string]meter.Host{}
	for _, name := range wasiFunctions {
		costs[wasiModule+"."+name] = meter.Host{Base: 500}
	}
	bounded := func(most int32, each int64, names []string, params ...int) {
		for _, name := range names {
			costs[wasiModule+"."+name] = meter.Host{Base: 500, Each: each, Params: params, Most: most}
		}
	}
	long := func(each int64, names []string, params ...int) { bounded(0, each, names, params...) }
	path := func(names []string, params ...int) { bounded(longestPath, 16, names, params...) }
	long(64, []string{"fd_read", "fd_pread", "fd_write", "fd_pwrite", "sock_recv", "sock_send", "fd_readdir", "fd_prestat_dir_name"}, 2)
	long(256, []string{"poll_oneoff"}, 2)
	path([]string{"path_create_directory", "path_readlink", "path_remove_directory", "path_unlink_file"}, 2)
	path([]string{"path_filestat_get", "path_filestat_set_times", "path_open"}, 3)
	path([]string{"path_link"}, 3, 6)
	path([]string{"path_rename"}, 2, 5)
	path([]string{"path_symlink"}, 1, 4)
	for _, f := range hostFunctions {
		costs[linkedModule+"."+f.name] = meter.Host{Base: f.base}
	}
	return costs
}()

const (
	hostChunk          = 32 << 10 // bytes that the host handles for a guest before it looks at the fuel again
	unitsPerLogByte    = 16
	unitsPerRandomByte = 2
	longestPath        = 64 << 10 // bytes; the runtime copies and cleans a path before it finds nothing there
)
