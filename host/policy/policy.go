// Package policy turns HCL into an immutable, checked [Policy]. It knows no wasm
// and fetches nothing.
//
// [Load] reads a policy file or folder and [Set.Policy] resolves one policy of
// it. Mistakes are diagnostics with file, line, column, source line and hint; all
// of them are reported at once, in stable order.
//
// What a policy may hold is package schema; internal/syntax and internal/expr read the text against it; how mistakes are
// told is package diag, and the language's reference is written by package reference.
//
// Codes such as B-06 or C14 are explained in docs/mechanisms.md.
package policy
