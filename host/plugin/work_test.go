package plugin

import (
	"bytes"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin/hostile"
	"github.com/sparkhost/sparkhost/host/plugin/internal/meter"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// twice gives two modules of about twice the code: with every function twice, and with every function's
// instructions twice.
func twice(wasm []byte, m *Module) [][]byte {
	bodies := bodiesOf(wasm)
	types := entries(append(m.funcTypes, m.funcTypes...), func(b []byte, t uint32) []byte { return appendUint(b, uint64(t)) })
	code := appendUint(nil, uint64(2*len(bodies)))
	longer := appendUint(nil, uint64(len(bodies)))
	for _, body := range append(bodies, bodies...) {
		code = append(code, body...)
	}
	for _, body := range bodies {
		r := &sectionReader{b: body}
		whole := r.take(r.u32())
		if len(whole) > 0 {
			whole = append(bytes.Clone(whole[:len(whole)-1]), instructionsOf(whole)...)
		}
		longer = append(appendUint(longer, uint64(len(whole))), whole...)
	}
	return [][]byte{
		replaceSections(wasm, map[byte][]byte{sectionFunc: types, sectionCode: code}),
		replaceSections(wasm, map[byte][]byte{sectionCode: longer}),
	}
}

// instructionsOf returns the part of a function after its locals.
func instructionsOf(function []byte) []byte {
	r := &sectionReader{b: function}
	r.each(maxLocals, func() { r.u32(); r.byte() })
	return r.b
}

// room returns the memory allocated while a module is inspected and rewritten. It follows from the module alone.
func room(wasm []byte) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Inspect(wasm); err == nil {
		_, _, _ = meter.Rewrite(wasm, meter.Options{Hosts: hostCosts})
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// checkDoubling holds inspection and rewriting to work that grows with the code, and not faster.
func checkDoubling(t *testing.T, wasm []byte) {
	m, err := Inspect(wasm)
	if err != nil {
		return
	}
	const slack = 64 << 10 // of lists that grow in steps
	once := room(wasm)
	for i, more := range twice(wasm, m) {
		assert.LessOrEqual(t, room(more), once*5/2+slack, "way %d", i)
	}
}

func TestTwiceTheCodeIsTwiceTheWork(t *testing.T) {
	for _, c := range thorough.Each(append(hostile.Costly(), hostile.Cases()...), 12) {
		if !strings.Contains(c.Name, "hundred thousand") { // what has twice as many is refused at once
			t.Run(c.Name, func(t *testing.T) { checkDoubling(t, c.Wasm()) })
		}
	}
	guest := guestWasm(t)
	m, err := Inspect(guest)
	require.NoError(t, err)
	require.Greater(t, len(twice(guest, m)[0]), len(guest)*5/4)
	checkDoubling(t, guest)
}

func FuzzTwiceTheCodeIsTwiceTheWork(f *testing.F) {
	f.Add(handmade().bytes())
	for _, c := range hostile.Cases() {
		if wasm := c.Wasm(); len(wasm) <= 8000 {
			f.Add(wasm)
		}
	}
	f.Fuzz(func(t *testing.T, wasm []byte) { checkDoubling(t, wasm) })
}
