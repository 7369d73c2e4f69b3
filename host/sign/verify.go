package sign

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
)

// Reasons why a bundle is not a good signature, from the furthest from a good one to the nearest.
var (
	ErrUnsigned  = errors.New("not signed")
	ErrMalformed = errors.New("not a signature bundle")
	ErrKeyless   = errors.New("signed with a certificate")
	ErrUnknown   = errors.New("signed by an unknown key")
	ErrInvalid   = errors.New("the signature is not valid")
	ErrOther     = errors.New("the signature is of something else")
)

var ranks = []error{ErrUnsigned, ErrMalformed, ErrKeyless, ErrUnknown, ErrInvalid, ErrOther}

func rank(err error) int {
	return slices.IndexFunc(ranks, func(kind error) bool { return errors.Is(err, kind) })
}

// An Artifact names the bytes that a signature must be of.
type Artifact struct {
	Bytes  []byte
	Digest string // sha256 of Bytes, lower-case hex
	// Manifests are the digests of manifests that are known to hold the artifact as their only module.
	Manifests []string
}

// ArtifactOf returns the artifact of a module.
func ArtifactOf(b []byte) Artifact { return Artifact{Bytes: b, Digest: hex.EncodeToString(sum(b))} }

func (a Artifact) digests() []string { return append([]string{a.Digest}, a.Manifests...) }

func sum(b []byte) []byte {
	s := sha256.Sum256(b)
	return s[:]
}

// Signers are those whose signatures are accepted.
type Signers struct {
	Keys       []*PublicKey
	Identities []*Identity
}

// A Signed is a verified bundle.
type Signed struct {
	Signer    string     // ID of the key or identity that signed it
	Key       *PublicKey // the one of the signers that verified it; nil for an identity
	Identity  *Identity  // likewise; nil for a key
	Statement *Statement // nil if the bundle signs bytes
}

// Verify returns the first of the bundles' texts that one of the signers has signed, that signs a and has the predicate type.
// A type of [PredicateSignature] also accepts a signature over bytes. Otherwise the error matches one of this package's
// sentinels, of the bundle that came nearest; bundles of other predicates do not count.
func Verify(bundles [][]byte, by Signers, a Artifact, predicateType string) (*Signed, error) {
	nearest := fmt.Errorf("%w: no signature was found", ErrUnsigned)
	for _, text := range bundles {
		s, err := verifyOne(text, by, a, predicateType)
		switch {
		case err == nil && s != nil:
			return s, nil
		case err != nil && rank(err) > rank(nearest):
			nearest = err
		}
	}
	return nil, nearest
}

// verifyOne verifies one bundle; nil without an error if it is of another predicate.
func verifyOne(text []byte, by Signers, a Artifact, predicateType string) (*Signed, error) {
	b, err := ParseBundle(text)
	if err != nil {
		return nil, err
	}
	statement, err := b.Statement()
	switch {
	case err != nil:
		return nil, err
	case statement == nil && predicateType != PredicateSignature, statement != nil && statement.PredicateType != predicateType:
		return nil, nil
	case b.keyless():
		return b.verifyCertificate(by.Identities, a, statement)
	case statement == nil:
		return b.verifyMessage(by.Keys, a)
	}
	return b.verifyStatement(by.Keys, a, statement)
}

func (b *Bundle) verifyMessage(keys []*PublicKey, a Artifact) (*Signed, error) {
	key, err := b.by(keys, a.Bytes, b.Message.Signature)
	if errors.Is(err, ErrInvalid) {
		return nil, b.Message.of(a, err)
	}
	if err != nil {
		return nil, err
	}
	return &Signed{Signer: key.ID, Key: key}, nil
}

// of blames an invalid signature on the artifact if the message says that it is of other bytes.
func (m *message) of(a Artifact, err error) error {
	if said := m.Digest.Digest; len(said) > 0 && !bytes.Equal(said, sum(a.Bytes)) {
		return fmt.Errorf("%w: it is of a file with the sha256 %x, not %s", ErrOther, said, a.Digest)
	}
	return err
}

func (b *Bundle) verifyStatement(keys []*PublicKey, a Artifact, s *Statement) (*Signed, error) {
	key, err := b.by(keys, b.Envelope.pae(), b.Envelope.Signatures[0].Sig)
	switch {
	case err != nil:
		return nil, err
	case !s.about(a.digests()):
		return nil, s.of(a)
	}
	return &Signed{Signer: key.ID, Key: key, Statement: s}, nil
}

// by finds the key that made a signature. The hint only tells an invalid signature of a known key from one of a stranger.
func (b *Bundle) by(keys []*PublicKey, text, sig []byte) (*PublicKey, error) {
	known := false
	for _, k := range keys {
		if k.verify(text, sig) {
			return k, nil
		}
		known = known || k.hint() == b.hint()
	}
	if known {
		return nil, fmt.Errorf("%w: the bundle names a trusted key, but that key did not make it", ErrInvalid)
	}
	return nil, fmt.Errorf("%w: none of the %d trusted keys made it (its key's hint is %q)", ErrUnknown, len(keys), b.hint())
}
