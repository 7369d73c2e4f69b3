// Package plugin runs scoring plugins that nobody has to trust.
//
// Start with [NewHost], load modules with [Host.Load] and call them with [Plugin.Call]:
//
//	host, err := plugin.NewHost(ctx, plugin.Options{CacheDir: dir})
//	p, err := host.Load(ctx, plugin.Source{Name: "authority", Wasm: wasm}, plugin.Limits{})
//	settings, err := p.Settings(config)
//	response, call, err := p.Call(ctx, &contract.Request{Config: settings, Tables: tables})
//
// # What a plugin gets
//
// The declared columns of the request, and nothing else: no file, no environment, no
// argument, no network. Its clocks and its randomness are the same in every instance (see
// sandbox.go), so a response is a function of module, config and input. Memory, wall time,
// output and log are bounded by [Limits].
//
// # The way of a module
//
// [Host.Load] reads the module's sections ([Inspect]), refuses what it must not import
// and names what it lacks, compiles it once per digest and memory limit, starts one
// instance, asks it for its manifest and checks that. Instances live in a bounded pool;
// one that trapped, exited, ran out of time or broke the contract is never used again.
//
// # Failures
//
// Every failure is an [*Error]; errors.Is(err, KindTrap) and the other kinds tell what to do.
//
// # Concurrency
//
// A [Host] and a [Plugin] may be used by many goroutines.
package plugin
