// Package conformance holds a plugin to what the host demands of every plugin, and says in words
// what its author has to do.
//
//	report, err := conformance.Run(ctx, conformance.Subject{Name: "brevity", Wasm: wasm}, conformance.Options{})
//	if err == nil && !report.OK() { … }
//
// Requests are made up from the plugin's manifest (package sample), by the names and types of its columns and from
// a seed; the author's own requests and golden files are used beside them. Equal modules, subjects and options give
// equal reports, figures included. docs/plugin-conformance.md explains each check.
//
// A plugin may refuse a request with an error of its own: where the request is odd, that is an answer.
package conformance
