// Package policy describes an immutable, checked [Policy] and takes its decisions: a [Condition] is evaluated over the metrics
// of a [State], and a [Course] follows one run through rounds, gaps, reactions and gates.
//
// Package load reads policies from HCL, package suite runs their tests, package schema says what a policy may hold, package
// diag how mistakes are reported. This package reads no files and knows no WebAssembly.
//
// Codes such as B-06 or C14 are explained in docs/mechanisms.md.
package policy
