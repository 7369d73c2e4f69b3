//go:build keyless

package sign

import (
	"bytes"
	"crypto/x509"
	"fmt"

	"github.com/sigstore/sigstore-go/pkg/bundle"
	"github.com/sigstore/sigstore-go/pkg/fulcio/certificate"
	"github.com/sigstore/sigstore-go/pkg/root"
	"github.com/sigstore/sigstore-go/pkg/verify"
)

// Keyless says whether this program verifies certificates: whether it is built with the tag keyless.
const Keyless = true

// parsed is the bundle as sigstore-go reads it.
func (b *Bundle) parsed() (out *bundle.Bundle, cert *x509.Certificate, err error) {
	defer noPanic(&err)
	out = &bundle.Bundle{}
	if err := out.UnmarshalJSON(b.text); err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	content, err := out.VerificationContent()
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if content.Certificate() == nil {
		return nil, nil, fmt.Errorf("%w: it has no certificate", ErrMalformed)
	}
	return out, content.Certificate(), nil
}

// noPanic makes a panic over a bundle that was made to cause it an error.
func noPanic(err *error) {
	if v := recover(); v != nil {
		*err = fmt.Errorf("%w: %v", ErrMalformed, v)
	}
}

// Certified reads to whom the certificate was given, and by which issuer's token; nothing is verified. The error matches
// [ErrMalformed].
func (b *Bundle) Certified() (subject, issuer string, err error) {
	_, cert, err := b.parsed()
	if err != nil {
		return "", "", err
	}
	summary, err := certificate.SummarizeCertificate(cert)
	if err != nil {
		return "", "", fmt.Errorf("%w: its certificate: %w", ErrMalformed, err)
	}
	return summary.SubjectAlternativeName, summary.Issuer, nil
}

// underRoot verifies the signature, its time, the certificate at that time, and its entries in the logs that the root names.
// A root that names no log of a kind asks for none.
func (b *Bundle) underRoot(trusted []byte, a Artifact) (err error) {
	defer noPanic(&err)
	parsed, _, err := b.parsed()
	if err != nil {
		return err
	}
	material, err := root.NewTrustedRootFromJSON(trusted)
	if err != nil {
		return fmt.Errorf("the trusted root: %w", err)
	}
	options := []verify.VerifierOption{verify.WithObserverTimestamps(1)}
	if len(material.RekorLogs()) > 0 {
		options = append(options, verify.WithTransparencyLog(1))
	}
	if len(material.CTLogs()) > 0 {
		options = append(options, verify.WithSignedCertificateTimestamps(1))
	}
	verifier, err := verify.NewVerifier(material, options...)
	if err != nil {
		return err
	}
	of := verify.WithArtifact(bytes.NewReader(a.Bytes))
	if b.Envelope != nil {
		of = verify.WithoutArtifactUnsafe() // the caller compares the subjects of the statement, which must be the verified one
		if !bytes.Equal(parsed.GetDsseEnvelope().GetPayload(), b.Envelope.Payload) {
			return fmt.Errorf("%w: it can be read in two ways", ErrMalformed)
		}
	}
	_, err = verifier.Verify(parsed, verify.NewPolicy(of, verify.WithoutIdentitiesUnsafe())) // so it does the identity
	return err
}
