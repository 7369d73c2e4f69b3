//go:build !wasm && !tinygo

package sdk

import "embed"

// Languages holds the SDKs for other languages, one folder each, as `sparkhost plugin new`
// copies them into a project.
//
//go:embed c/*.h c/*.c rust/Cargo.toml rust/src assemblyscript/*.ts
var Languages embed.FS
