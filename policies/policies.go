// Package policies carries the shipped policies inside the host's binary.
package policies

import "embed"

// FS holds the shipped *.policy.hcl files at its root.
//
//go:embed *.policy.hcl
var FS embed.FS
