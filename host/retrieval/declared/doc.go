// Package declared makes sources of what policies declare: an address, how a query is written into it, and the paths that lead to the
// fields of a document in JSON or XML. It needs no Go code per source; docs/sources.md has the language with examples, and
// policies/sources the sources that ship in this form.
//
// [Parse] reads the settings of a block source "NAME" { http { … } } and reports all mistakes at once, each with the setting's name.
// [New] opens the source. Limits, retries, caches and recordings are those of package web, as for sources written in Go.
package declared
