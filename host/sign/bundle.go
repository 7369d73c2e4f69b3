package sign

import (
	"encoding/json"
	"fmt"
	"strings"
)

// MediaType is that of the bundles that this package writes.
const MediaType = "application/vnd.dev.sigstore.bundle.v0.3+json"

// MaxBundle bounds a bundle that is read, in bytes.
const MaxBundle = 4 << 20

// A Bundle is one signature, in Sigstore's JSON form.
type Bundle struct {
	MediaType string    `json:"mediaType"`
	Material  material  `json:"verificationMaterial"`
	Message   *message  `json:"messageSignature,omitempty"`
	Envelope  *envelope `json:"dsseEnvelope,omitempty"`

	text []byte // as it was read: it may hold more, such as entries of a transparency log
}

// material says by which key a bundle is signed.
type material struct {
	PublicKey   *keyHint        `json:"publicKey,omitempty"`
	Certificate json.RawMessage `json:"certificate,omitempty"`
	Chain       json.RawMessage `json:"x509CertificateChain,omitempty"`
}

type keyHint struct {
	Hint string `json:"hint,omitempty"`
}

// A message is a signature over the bytes of a file.
type message struct {
	Digest struct {
		Algorithm string `json:"algorithm"`
		Digest    []byte `json:"digest"`
	} `json:"messageDigest"`
	Signature []byte `json:"signature"`
}

// An envelope is a signature over a payload that it holds.
type envelope struct {
	Payload     []byte      `json:"payload"`
	PayloadType string      `json:"payloadType"`
	Signatures  []signature `json:"signatures"`
}

type signature struct {
	Sig   []byte `json:"sig"`
	KeyID string `json:"keyid,omitempty"`
}

// pae returns the text that an envelope's signature is made over, the pre-authentication encoding of DSSE v1. It equals dsse.PAE of
// go-securesystemslib, whose package also verifies signatures of SSH and links that protocol.
func (e *envelope) pae() []byte {
	return fmt.Appendf(nil, "DSSEv1 %d %s %d %s", len(e.PayloadType), e.PayloadType, len(e.Payload), e.Payload)
}

// ParseBundle reads a bundle of any version 0.x. The error matches [ErrMalformed].
func ParseBundle(text []byte) (*Bundle, error) {
	if len(text) > MaxBundle {
		return nil, fmt.Errorf("%w: it has more than %d bytes", ErrMalformed, MaxBundle)
	}
	var b Bundle
	if err := json.Unmarshal(text, &b); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	switch {
	case !strings.HasPrefix(b.MediaType, "application/vnd.dev.sigstore.bundle"):
		return nil, fmt.Errorf("%w: its mediaType is %q", ErrMalformed, b.MediaType)
	case (b.Message == nil) == (b.Envelope == nil):
		return nil, fmt.Errorf("%w: it needs either a messageSignature or a dsseEnvelope", ErrMalformed)
	case b.Envelope != nil && len(b.Envelope.Signatures) != 1:
		return nil, fmt.Errorf("%w: its envelope has %d signatures, and one is needed", ErrMalformed, len(b.Envelope.Signatures))
	}
	b.text = text
	return &b, nil
}

// keyless says whether the bundle is signed by a certificate instead of a key.
func (b *Bundle) keyless() bool { return given(b.Material.Certificate) || given(b.Material.Chain) }

func given(m json.RawMessage) bool { return len(m) > 0 && string(m) != "null" }

// hint names the key, or is empty.
func (b *Bundle) hint() string {
	if b.Material.PublicKey == nil {
		return ""
	}
	return b.Material.PublicKey.Hint
}

// JSON returns the bundle as it was read, otherwise in one line, as it is stored.
func (b *Bundle) JSON() ([]byte, error) {
	if b.text != nil {
		return b.text, nil
	}
	return json.Marshal(b)
}
