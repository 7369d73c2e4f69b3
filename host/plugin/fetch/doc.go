// Package fetch reads a plugin's module from wherever a reference says it is: this binary, a
// file, a plugin project's folder, an https address or an OCI registry.
//
//	module, err := fetch.Open(ctx, "oci://registry.example/team/brevity:1.2.0", fetch.Options{
//		Digest: pinned, // sha256 of the module, from the policy or the lock
//		Dir:    kept,   // what came over the network is kept here by digest
//	})
//
// [Push] puts a module into a registry, in the form that other WebAssembly tools read.
//
// # What is trusted
//
// Nothing that answers. A module is read up to a size cap and under a timeout, its sha256 is
// compared with the digest that the caller wants before anyone sees the bytes, and what is kept
// is compared again each time it is read. With a digest, a module that is kept is never asked for
// again; from a registry it is asked for by that digest, so that a moved tag changes nothing.
//
// Addresses are https; plain http is for loopback only. The environment is not read: proxy and
// credentials file are options.
package fetch
