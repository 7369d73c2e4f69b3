//go:build !wasm && !tinygo

package sdk

import "embed"

// Languages holds the SDKs for other languages, one folder each, as `sparkhost plugin new`
// copies them into a project.
//
//go:embed c/*.h c/*.c rust/Cargo.toml rust/src assemblyscript/*.ts
var Languages embed.FS

// Go holds the sources of the SDK for Go, tests included: this package and those below it. `sparkhost
// plugin new` copies them into a project, so that it builds without a network. They import the
// standard library alone.
//
//go:embed *.go contract golden sdktest
var Go embed.FS
