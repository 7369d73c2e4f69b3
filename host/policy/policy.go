// Package policy turns HCL into an immutable, checked [Policy]. It knows no wasm
// and fetches nothing.
//
// [Load] reads a policy file or folder and [Set.Policy] resolves one policy of
// it. Mistakes are diagnostics with file, line, column, source line and hint; all
// of them are reported at once, in stable order.
//
// Codes such as B-06 or C14 are explained in docs/mechanisms.md.
package policy
