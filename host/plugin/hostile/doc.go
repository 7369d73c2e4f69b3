// Package hostile is a corpus of small modules that try what a plugin must not be able to do:
// hang, exhaust, crash or mislead the host. Each has a name, one sentence of why it is there, and
// what the host must say of it.
//
// The sources are the builders in this package: every module is assembled from them, nothing is stored. The
// test beside them runs all; other tests take the list from [Cases]:
//
//	for _, c := range hostile.Cases() {
//		p, err := sandbox.Load(ctx, plugin.Source{Name: "hostile", Wasm: c.Wasm()}, limits)
//
// The package knows no host, so that the host's own tests can use it: kinds of failure are the texts of
// plugin.Kind.
package hostile
