// Package policies carries the shipped policies and their tests inside the host's binary.
package policies

import "embed"

// FS holds the shipped *.policy.hcl files, and the lists that they name, at its root, and in the folder sources the sources that are declared.
//
//go:embed *.policy.hcl *.csv sources/*.policy.hcl
var FS embed.FS

// Tests holds the tests of the shipped policies, *.policytest.hcl files, at its root.
//
//go:embed *.policytest.hcl
var Tests embed.FS
