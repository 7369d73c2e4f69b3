// Package plugin runs scoring plugins that nobody has to trust.
//
// Start with [NewSandbox], load modules with [Sandbox.Load] and call them with [Plugin.Call]:
//
//	sandbox, err := plugin.NewSandbox(ctx, plugin.Options{CacheDir: dir})
//	p, err := sandbox.Load(ctx, plugin.Source{Name: "authority", Wasm: wasm}, plugin.Limits{})
//	settings, err := p.Settings(config)
//	response, call, err := p.Call(ctx, &contract.Request{Config: settings, Tables: tables})
//
// # What a plugin gets
//
// The declared columns of the request, and nothing else: no file, no environment, no
// argument, no network. Its clocks and its randomness are the same in every instance (see
// world.go), so a response is a function of module, config and input. Instructions, memory,
// wall time, output and log are bounded by [Limits]; docs/sandbox.md says what bounds what.
//
// # Two ABIs
//
// A module is called in one of two ways, which its exports and imports tell ([Plugin.ABI]). Guests of the
// spark ABI get and give the packed messages of sdk/contract, with one copy each way. Guests of the
// extism ABI, written with an Extism PDK, get and give the same messages as JSON through the
// kernel of extism's go-sdk, eight bytes a call: some 25 times slower for an empty call, more for a large one.
// Digests, limits, errors, memo and pool are the same for both.
//
// # Fuel
//
// Modules are rewritten at load so that they count their instructions (internal/meter) and
// come back to the host after each million: there the call ends if its limit, its time or
// its context has, and other goroutines get their turn. A call reports what it used.
// The count of a fresh instance is the same on every machine; that of a warm one depends on its past.
//
// # The way of a module
//
// [Sandbox.Load] reads the module's sections ([Inspect]), refuses what it must not import
// and names what it lacks, validates and meters it, compiles it once per digest and memory limit, starts one
// instance, asks it for its manifest and checks that. Instances live in a bounded pool;
// one that trapped, exited, ran out of fuel or time or broke the contract is never used again.
//
// # Failures
//
// Every failure is an [*Error]; errors.Is(err, KindTrap) and the other kinds tell what to do.
//
// # Concurrency
//
// A [Sandbox] and a [Plugin] may be used by many goroutines.
package plugin
