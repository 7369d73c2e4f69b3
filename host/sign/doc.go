// Package sign signs plugins with keys and verifies signatures by keys and identities, offline.
//
// A signature is a Sigstore bundle of version 0.3, which cosign and sigstore-go read and write, too: either a message
// signature over the module's bytes, or a DSSE envelope with an in-toto statement that names digests. [Verify] finds among
// several bundles one by a trusted signer for one [Artifact].
//
//	key, err := sign.ParsePublicKey(pem)
//	signed, err := sign.Verify(bundles, sign.Signers{Keys: []*sign.PublicKey{key}}, sign.ArtifactOf(wasm))
//
// Keys are ECDSA P-256 or Ed25519, in PEM; private keys may be encrypted in cosign's format. Equal keys and inputs give
// equal signatures: ECDSA nonces are those of RFC 6979. An [Identity] signs with a certificate instead ("keyless"), which only a program built with the tag keyless verifies;
// package keyless makes such signatures.
package sign
