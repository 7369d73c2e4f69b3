package sign

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"

	"github.com/secure-systems-lab/go-securesystemslib/encrypted"
)

// ErrPassword says that an encrypted key needs a password, or another one.
var ErrPassword = errors.New("wrong password")

// PEM types of encrypted keys: cosign's own first, then the earlier one.
const (
	typeEncrypted      = "ENCRYPTED SIGSTORE PRIVATE KEY"
	typeEncryptedOlder = "ENCRYPTED COSIGN PRIVATE KEY"
)

// A PrivateKey makes signatures.
type PrivateKey struct {
	Public *PublicKey
	key    crypto.Signer
}

// The kinds of keys that [Generate] makes.
const (
	KindECDSA   = "ecdsa-p256"
	KindEd25519 = "ed25519"
)

// Generate makes a new key of a kind.
func Generate(kind string) (*PrivateKey, error) {
	switch kind {
	case KindECDSA:
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			return nil, err
		}
		return newPrivateKey(key)
	case KindEd25519:
		_, key, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			return nil, err
		}
		return newPrivateKey(key)
	}
	return nil, fmt.Errorf("%w: the kind must be %s or %s, not %q", ErrKey, KindECDSA, KindEd25519, kind)
}

func newPrivateKey(key any) (*PrivateKey, error) {
	signer, ok := key.(crypto.Signer)
	if !ok {
		return nil, fmt.Errorf("%w: a %T cannot sign", ErrKey, key)
	}
	public, err := newPublicKey(signer.Public())
	if err != nil {
		return nil, err
	}
	return &PrivateKey{Public: public, key: signer}, nil
}

// ParsePrivateKey reads the first PEM block of text: PKCS #8, SEC 1, or encrypted as by cosign, for which alone password
// is used. The error matches [ErrKey] or [ErrPassword].
func ParsePrivateKey(text, password []byte) (*PrivateKey, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, fmt.Errorf("%w: it is not PEM", ErrKey)
	}
	key, err := decode(block, password)
	if err != nil {
		return nil, err
	}
	return newPrivateKey(key)
}

func decode(block *pem.Block, password []byte) (key any, err error) {
	der := block.Bytes
	switch block.Type {
	case typeEncrypted, typeEncryptedOlder:
		if der, err = encrypted.Decrypt(block.Bytes, password); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrPassword, err)
		}
	case "EC PRIVATE KEY":
		if key, err = x509.ParseECPrivateKey(der); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrKey, err)
		}
		return key, nil
	case "PRIVATE KEY":
	default:
		return nil, fmt.Errorf("%w: it holds a %s, not a private key", ErrKey, block.Type)
	}
	if key, err = x509.ParsePKCS8PrivateKey(der); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKey, err)
	}
	return key, nil
}

// PEM returns the key in PKCS #8, encrypted in cosign's format unless password is empty.
func (k *PrivateKey) PEM(password []byte) ([]byte, error) {
	der, err := x509.MarshalPKCS8PrivateKey(k.key)
	if err != nil {
		return nil, err
	}
	if len(password) == 0 {
		return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
	}
	secret, err := encrypted.Encrypt(der, password)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: typeEncrypted, Bytes: secret}), nil
}

// sign signs a message: ECDSA over its sha256 with the nonce of RFC 6979, pure Ed25519 over itself.
func (k *PrivateKey) sign(message []byte) ([]byte, error) {
	if _, pure := k.key.(ed25519.PrivateKey); pure {
		return k.key.Sign(nil, message, crypto.Hash(0))
	}
	sum := sha256.Sum256(message)
	return k.key.Sign(nil, sum[:], crypto.SHA256)
}
