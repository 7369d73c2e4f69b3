package sign

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
)

// ErrKey says that a file holds no key that this package can use.
var ErrKey = errors.New("unusable key")

// A PublicKey verifies signatures. It is immutable.
type PublicKey struct {
	ID  string // sha256 of the key in DER form (SubjectPublicKeyInfo), lower-case hex
	key crypto.PublicKey
	der []byte
}

// ParsePublicKey reads the first PEM block "PUBLIC KEY". The error matches [ErrKey].
func ParsePublicKey(text []byte) (*PublicKey, error) {
	block, _ := pem.Decode(text)
	switch {
	case block == nil:
		return nil, fmt.Errorf("%w: it is not PEM", ErrKey)
	case block.Type != "PUBLIC KEY":
		return nil, fmt.Errorf("%w: it holds a %s, not a PUBLIC KEY", ErrKey, block.Type)
	}
	key, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKey, err)
	}
	return newPublicKey(key)
}

func newPublicKey(key crypto.PublicKey) (*PublicKey, error) {
	switch k := key.(type) {
	case ed25519.PublicKey:
	case *ecdsa.PublicKey:
		if k.Curve != elliptic.P256() {
			return nil, fmt.Errorf("%w: the curve of an ECDSA key must be P-256, not %s", ErrKey, k.Curve.Params().Name)
		}
	default:
		return nil, fmt.Errorf("%w: it must be ECDSA P-256 or Ed25519, not %T", ErrKey, key)
	}
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKey, err)
	}
	sum := sha256.Sum256(der)
	return &PublicKey{ID: hex.EncodeToString(sum[:]), key: key, der: der}, nil
}

// PEM returns the key as a PEM block.
func (k *PublicKey) PEM() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: k.der})
}

// hint names the key in bundles, as sigstore-go writes it.
func (k *PublicKey) hint() string {
	sum := sha256.Sum256(k.der)
	return base64.StdEncoding.EncodeToString(sum[:])
}

// verify says whether sig is the key's signature of message: ECDSA over its sha256 in ASN.1 form, Ed25519 pure or, as
// cosign signs files, prehashed.
func (k *PublicKey) verify(message, sig []byte) bool {
	switch key := k.key.(type) {
	case *ecdsa.PublicKey:
		sum := sha256.Sum256(message)
		return ecdsa.VerifyASN1(key, sum[:], sig)
	case ed25519.PublicKey:
		if ed25519.Verify(key, message, sig) {
			return true
		}
		sum := sha512.Sum512(message)
		return ed25519.VerifyWithOptions(key, sum[:], sig, &ed25519.Options{Hash: crypto.SHA512}) == nil
	}
	return false
}

// Equal says whether two keys are the same.
func (k *PublicKey) Equal(o *PublicKey) bool { return bytes.Equal(k.der, o.der) }
