// Package keyless signs plugins with a certificate instead of a key: a Sigstore instance gives it to whoever holds an
// OpenID Connect token, such as a job of a public CI, for a key that lives as long as the command, and keeps a public log of
// what was signed. Only a program built with the tag keyless can do it; package sign verifies such signatures.
package keyless

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sparkhost/sparkhost/host/sign"
)

// ErrNotBuilt says that this program is built without the tag keyless.
var ErrNotBuilt = errors.New("this program is built without keyless signatures; build it with go build -tags keyless")

// ErrServices says that a service of the instance refused, or answered what its trusted root does not vouch for.
var ErrServices = errors.New("keyless signing")

// Services are the addresses of a Sigstore instance. The zero value is the public one.
type Services struct {
	Authority string // gives certificates (Fulcio); default https://fulcio.sigstore.dev
	Log       string // of what was signed (Rekor, version 1); default https://rekor.sigstore.dev
	Times     string // RFC 3161 timestamps, with its path; empty: the log's time counts
}

func (s Services) orPublic() Services {
	s.Authority = cmp.Or(s.Authority, "https://fulcio.sigstore.dev")
	s.Log = cmp.Or(s.Log, "https://rekor.sigstore.dev")
	return s
}

// A Signer signs for whom a token names. Each signature asks the services; none is returned that does not verify under the
// trusted root. It is not safe for concurrent use.
type Signer struct {
	token    string
	root     []byte
	services Services
	identity *sign.Identity // of the last signature
}

// New makes a signer; root is the trusted root of the instance in JSON. The error matches [ErrNotBuilt] or sign.ErrIdentity.
func New(token string, root []byte, s Services) (*Signer, error) {
	if !sign.Keyless {
		return nil, ErrNotBuilt
	}
	// Issuer and subject are those of the certificate, so that the token is for the authority alone to read.
	if _, err := sign.NewIdentity("https://issuer.invalid", "subject", root); err != nil {
		return nil, err
	}
	return &Signer{token: token, root: root, services: s.orPublic()}, nil
}

// Identity returns the one that made the last signature, nil before.
func (s *Signer) Identity() *sign.Identity { return s.identity }

// SignBytes signs the bytes of a file. The error matches [ErrServices].
func (s *Signer) SignBytes(ctx context.Context, b []byte) (*sign.Bundle, error) {
	return s.verified(ctx, b, false, sign.ArtifactOf(b), sign.PredicateSignature)
}

// SignStatement signs a sign.NewStatement about at least one subject. The error matches [ErrServices].
func (s *Signer) SignStatement(ctx context.Context, predicateType string, predicate json.RawMessage, subjects ...sign.Subject) (*sign.Bundle, error) {
	payload, err := sign.NewStatement(predicateType, predicate, subjects...)
	if err != nil {
		return nil, err
	}
	return s.verified(ctx, payload, true, sign.Artifact{Digest: subjects[0].Digest["sha256"]}, predicateType)
}

// verified signs and verifies.
func (s *Signer) verified(ctx context.Context, payload []byte, statement bool, a sign.Artifact, predicateType string) (*sign.Bundle, error) {
	text, err := s.bundle(ctx, payload, statement)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrServices, err)
	}
	b, err := sign.ParseBundle(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrServices, err)
	}
	subject, issuer, err := b.Certified()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrServices, err)
	}
	if s.identity, err = sign.NewIdentity(issuer, subject, s.root); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrServices, err)
	}
	if _, err := sign.Verify([][]byte{text}, sign.Signers{Identities: []*sign.Identity{s.identity}}, a, predicateType); err != nil {
		return nil, fmt.Errorf("%w: under the trusted root, %w", ErrServices, err)
	}
	return b, nil
}
