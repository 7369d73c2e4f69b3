package plugin

import (
	"context"

	extism "github.com/extism/go-sdk"

	"github.com/sparkhost/sparkhost/host/plugin/internal/meter"
)

// What the functions for extism guests cost, beside the call itself: a crossing takes some
// 130 ns, one into the kernel some 2 µs and 10 KB, and the kernel some 1.5 ns for each block that there
// is. Without the latter, a guest that makes blocks without end would buy time that grows with the
// square of its fuel.
const (
	unitsPerCrossing = 300
	unitsPerKernel   = 5000
	unitsPerBlock    = 4
	maxVarBytes      = 1 << 20 // names and values of a call's variables; extism's own default
)

// A hostFunction is one of the functions of extism:host/env. Addresses are i64.
type hostFunction struct {
	name, params, results string
	base                  int64 // units
	run                   func(d *desk, c *extism.CurrentPlugin, stack []uint64)
}

// hostFunctions are the functions that the PDKs import. Missing are those by which go-sdk itself speaks to
// the kernel: reset, input_set, output_offset, output_length, error_get, memory_bytes. There is no
// config but that of the request, and no network.
var hostFunctions = []hostFunction{
	{"alloc", i64, i64, unitsPerKernel, func(d *desk, c *extism.CurrentPlugin, s []uint64) { s[0] = d.allocate(c, s[0]) }},
	{"free", i64, "", unitsPerKernel, func(d *desk, c *extism.CurrentPlugin, s []uint64) { d.release(c, s[0]) }},
	{"length", i64, i64, unitsPerCrossing, func(d *desk, _ *extism.CurrentPlugin, s []uint64) { s[0] = d.lengthAt(s[0]) }},
	{"length_unsafe", i64, i64, unitsPerCrossing, func(d *desk, _ *extism.CurrentPlugin, s []uint64) { s[0] = d.lengthAt(s[0]) }},
	{"input_length", "", i64, unitsPerCrossing, func(d *desk, _ *extism.CurrentPlugin, s []uint64) { s[0] = d.input.n }},
	{"input_offset", "", i64, unitsPerCrossing, func(d *desk, _ *extism.CurrentPlugin, s []uint64) { s[0] = d.input.at }},
	{"input_load_u8", i64, i32, unitsPerCrossing, func(d *desk, _ *extism.CurrentPlugin, s []uint64) { s[0] = d.inputAt(s[0]) & 0xff }},
	{"input_load_u64", i64, i64, unitsPerCrossing, func(d *desk, _ *extism.CurrentPlugin, s []uint64) { s[0] = d.inputAt(s[0]) }},
	{"load_u8", i64, i32, unitsPerCrossing, func(d *desk, _ *extism.CurrentPlugin, s []uint64) { s[0] = d.load(s[0], 1) }},
	{"load_u64", i64, i64, unitsPerCrossing, func(d *desk, _ *extism.CurrentPlugin, s []uint64) { s[0] = d.load(s[0], 8) }},
	{"store_u8", i64 + i32, "", unitsPerCrossing, func(d *desk, _ *extism.CurrentPlugin, s []uint64) { d.store(s[0], 1, s[1]) }},
	{"store_u64", i64 + i64, "", unitsPerCrossing, func(d *desk, _ *extism.CurrentPlugin, s []uint64) { d.store(s[0], 8, s[1]) }},
	{"output_set", i64 + i64, "", unitsPerCrossing, func(d *desk, _ *extism.CurrentPlugin, s []uint64) { d.answer(span{s[0], s[1]}) }},
	{"error_set", i64, "", unitsPerCrossing, func(d *desk, _ *extism.CurrentPlugin, s []uint64) { d.fail(s[0]) }},
	{"config_get", i64, i64, unitsPerCrossing, func(_ *desk, _ *extism.CurrentPlugin, s []uint64) { s[0] = 0 }},
	{"var_get", i64, i64, unitsPerCrossing, func(d *desk, c *extism.CurrentPlugin, s []uint64) { s[0] = d.variable(c, s[0]) }},
	{"var_set", i64 + i64, "", unitsPerCrossing, func(d *desk, c *extism.CurrentPlugin, s []uint64) { d.setVariable(c, s[0], s[1]) }},
	{"http_request", i64 + i64, i64, unitsPerCrossing, func(*desk, *extism.CurrentPlugin, []uint64) {
		panic(fault(KindCapability, "it called http_request, but a plugin has no network"))
	}},
	{"http_status_code", "", i32, unitsPerCrossing, func(_ *desk, _ *extism.CurrentPlugin, s []uint64) { s[0] = 0 }},
	{"http_headers", "", i64, unitsPerCrossing, func(_ *desk, _ *extism.CurrentPlugin, s []uint64) { s[0] = 0 }},
	{"get_log_level", "", i32, unitsPerCrossing, func(_ *desk, _ *extism.CurrentPlugin, s []uint64) { s[0] = 0 }}, // trace: all of it
	{"log_trace", i64, "", unitsPerCrossing, logAs("trace: ")},
	{"log_debug", i64, "", unitsPerCrossing, logAs("debug: ")},
	{"log_info", i64, "", unitsPerCrossing, logAs("info: ")},
	{"log_warn", i64, "", unitsPerCrossing, logAs("warn: ")},
	{"log_error", i64, "", unitsPerCrossing, logAs("error: ")},
}

func hostFunctionNamed(name string) (hostFunction, bool) {
	for _, f := range hostFunctions {
		if f.name == name {
			return f, true
		}
	}
	return hostFunction{}, false
}

// linkedFunctions returns the functions that go-sdk links to a guest: ours, and that of metering.
func linkedFunctions() []extism.HostFunction {
	exhausted := extism.NewHostFunctionWithStack(meter.ImportName, func(ctx context.Context, _ *extism.CurrentPlugin, _ []uint64) {
		deskOf(ctx).tank.refill()
	}, nil, nil)
	exhausted.SetNamespace(meter.ImportModule)
	functions := []extism.HostFunction{exhausted}
	for _, f := range hostFunctions {
		linked := extism.NewHostFunctionWithStack(f.name, func(ctx context.Context, c *extism.CurrentPlugin, stack []uint64) {
			d := deskOf(ctx)
			if d.plugin == nil {
				panic(fault(KindABI, "its start section calls %s.%s, before there is a request", extismModule, f.name))
			}
			f.run(d, c, stack)
		}, []byte(f.params), []byte(f.results))
		linked.SetNamespace(linkedModule)
		functions = append(functions, linked)
	}
	return functions
}

func (d *desk) lengthAt(at uint64) uint64 {
	if i, ok := d.find(at); ok {
		return d.blocks[i].n
	}
	return 0
}

// inputAt reads up to eight bytes of the input; what lies beyond its end is zero, so that a
// guest may read the last ones whole.
func (d *desk) inputAt(offset uint64) uint64 {
	if offset >= d.input.n {
		return 0
	}
	if d.input.n-offset >= 8 {
		v, _ := d.kernel.ReadUint64Le(uint32(d.input.at + offset))
		return v
	}
	v := uint64(0)
	for i, b := range d.view(span{d.input.at + offset, d.input.n - offset}) {
		v |= uint64(b) << (8 * i)
	}
	return v
}

// load reads one or eight bytes from anywhere: nothing there is secret.
func (d *desk) load(at, n uint64) uint64 {
	size := uint64(d.kernel.Size())
	switch {
	case at > size || n > size-at:
		panic(fault(KindTrap, "bad access: it reads %d bytes at %d, outside of the memory for messages", n, at))
	case n == 1:
		b, _ := d.kernel.ReadByte(uint32(at))
		return uint64(b)
	}
	v, _ := d.kernel.ReadUint64Le(uint32(at))
	return v
}

// store writes one or eight bytes to a block of the guest.
func (d *desk) store(at, n, v uint64) {
	if !d.owns(span{at, n}) {
		panic(fault(KindTrap, "bad access: it writes %d bytes at %d of the memory for messages, where it has no block", n, at))
	}
	if n == 1 {
		d.kernel.WriteByte(uint32(at), byte(v))
		return
	}
	d.kernel.WriteUint64Le(uint32(at), v)
}

// answer notes the output. It is read when the function has returned.
func (d *desk) answer(s span) {
	if limit := int64(d.limits.OutputBytes); s.n > uint64(limit) {
		panic(over(KindContract, int64(min(s.n, 1<<62)), limit, "its answer"))
	}
	if s.n > 0 && !d.owns(s) {
		panic(fault(KindContract, "its answer is said to be %d bytes at %d, where it has no such block", s.n, s.at))
	}
	d.output = s
}

// fail notes the guest's own error; address 0 takes it back.
func (d *desk) fail(at uint64) {
	d.failure = span{}
	if at != 0 {
		d.failure = d.block(at)
	}
}

// variable looks a variable of this call up: address 0 if there is none.
func (d *desk) variable(c *extism.CurrentPlugin, name uint64) uint64 {
	value, ok := d.vars[d.name(c, name)]
	if !ok {
		return 0
	}
	at := d.allocate(c, uint64(len(value)))
	d.kernel.Write(uint32(at), value)
	return at
}

// setVariable sets a variable for the rest of this call; address 0 forgets it.
func (d *desk) setVariable(c *extism.CurrentPlugin, name, value uint64) {
	key := d.name(c, name)
	if old, ok := d.vars[key]; ok {
		d.held -= len(key) + len(old)
		delete(d.vars, key)
	}
	if value == 0 {
		return
	}
	s := d.block(value)
	if n := int64(d.held) + int64(len(key)) + int64(s.n); n > maxVarBytes {
		panic(over(KindMemory, n, maxVarBytes, "its variables"))
	}
	d.tank.charge(int64(s.n))
	if d.vars == nil {
		d.vars = map[string][]byte{}
	}
	d.vars[key] = append([]byte{}, d.view(s)...)
	d.held += len(key) + int(s.n)
	d.release(c, value)
}

// name copies the name of a variable and frees its block.
func (d *desk) name(c *extism.CurrentPlugin, at uint64) string {
	s := d.block(at)
	d.tank.charge(int64(s.n))
	name := string(d.view(s))
	d.release(c, at)
	return name
}

// logAs writes a message to the instance's log and frees its block.
func logAs(level string) func(*desk, *extism.CurrentPlugin, []uint64) {
	return func(d *desk, c *extism.CurrentPlugin, stack []uint64) {
		s := d.block(stack[0])
		_, _ = d.log.Write([]byte(level))
		_, _ = d.log.Write(d.view(s))
		_, _ = d.log.Write([]byte{'\n'})
		d.release(c, stack[0])
	}
}
