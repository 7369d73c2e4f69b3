package sdk

import "github.com/sparkhost/sparkhost/sdk/contract"

// The spark ABI 1, as the module exports it:
//
//	spark_abi_1() i32                the marker: the module speaks this ABI; returns 1
//	spark_alloc(size i32) i32        a place of size bytes for the next request; it stays valid
//	                                 until the next spark_alloc
//	spark_describe() i64             the encoded Manifest
//	spark_score(ptr, len i32) i64    the encoded Response to the encoded Request at ptr
//	spark_assess(ptr, len i32) i64   likewise
//	spark_calibrate(ptr, len i32) i64 likewise
//
// An i64 result is an address times 2^32 plus a length; the bytes stay valid until the next
// call of any export. A panic of the plugin is written to stderr and traps.

// keep is how much memory an idle buffer may hold on to.
const keep = 4 << 20

// A guest is the state of a module between calls: buffers whose memory is reused, and
// nothing that could make one call depend on another.
type guest struct {
	plugin Plugin
	input  []byte
	output []byte
	req    contract.Request
}

// served is the module's plugin: exports are functions without a receiver.
var served guest

// Serve makes p the plugin that this module exports. Call it once, from an init
// function: the host initialises the module and calls its exports, but never runs main. In a native
// build it has no effect that can be seen.
func Serve(p Plugin) { served.plugin = p }

// reserve returns the place for a request of that size. A place too large to keep for a small
// request is given back, and with it what the large request left behind.
func (g *guest) reserve(size uint32) []byte {
	if n := uint32(cap(g.input)); n == 0 || n < size || n > keep && size <= keep/4 {
		*g = guest{plugin: g.plugin, input: make([]byte, size, max(size, 64))}
	}
	g.input = g.input[:size]
	return g.input[:max(size, 1)]
}

func (g *guest) describe() []byte {
	g.output = g.plugin.Manifest.Marshal(g.output[:0])
	return g.output
}

// answer runs the request that lies in the place last reserved.
func (g *guest) answer(kind contract.Kind, request []byte) []byte {
	g.output = call(&g.plugin, kind, &g.req, request).Marshal(g.output[:0])
	return g.output
}
