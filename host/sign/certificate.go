//go:build keyless

package sign

import (
	"bytes"
	"crypto/x509"
	"errors"
	"fmt"

	protobundle "github.com/sigstore/protobuf-specs/gen/pb-go/bundle/v1"
	"github.com/sigstore/sigstore-go/pkg/bundle"
	"github.com/sigstore/sigstore-go/pkg/fulcio/certificate"
	"github.com/sigstore/sigstore-go/pkg/root"
	"github.com/sigstore/sigstore-go/pkg/verify"
	"google.golang.org/protobuf/encoding/protojson"
)

// Keyless says whether this program verifies certificates: whether it is built with the tag keyless.
const Keyless = true

// parsed returns the bundle as sigstore-go reads it.
func (b *Bundle) parsed() (out *bundle.Bundle, cert *x509.Certificate, err error) {
	defer noPanic(&err)
	form, err := b.form()
	if err != nil {
		return nil, nil, err
	}
	if out, err = bundle.NewBundle(form); err != nil {
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

// Bounds of a bundle with a certificate. sigstore-go verifies entries of logs by the keys that they hold, of any size, before it knows whether
// the log is trusted. A bundle of the public instance has about 10 KB, of which one entry has 3.
const (
	maxCertified = 512 << 10 // bytes of the bundle
	maxEntries   = 8         // of logs; as many timestamps
	maxEntry     = 16 << 10  // bytes of the body of an entry
	maxTimestamp = 32 << 10  // bytes
)

// form reads the bundle within the bounds. The error matches [ErrMalformed].
func (b *Bundle) form() (*protobundle.Bundle, error) {
	if len(b.text) > maxCertified {
		return nil, fmt.Errorf("%w: with a certificate, it has more than %d bytes", ErrMalformed, maxCertified)
	}
	var out protobundle.Bundle
	if err := protojson.Unmarshal(b.text, &out); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	entries, times := out.GetVerificationMaterial().GetTlogEntries(), out.GetVerificationMaterial().GetTimestampVerificationData().GetRfc3161Timestamps()
	if len(entries) > maxEntries || len(times) > maxEntries {
		return nil, fmt.Errorf("%w: it has more than %d entries of logs, or timestamps", ErrMalformed, maxEntries)
	}
	for _, e := range entries {
		if len(e.GetCanonicalizedBody()) > maxEntry {
			return nil, fmt.Errorf("%w: an entry of its log has more than %d bytes", ErrMalformed, maxEntry)
		}
	}
	for _, t := range times {
		if len(t.GetSignedTimestamp()) > maxTimestamp {
			return nil, fmt.Errorf("%w: a timestamp has more than %d bytes", ErrMalformed, maxTimestamp)
		}
	}
	return &out, nil
}

// checkRoot says whether a trusted root can be used: it names an authority of certificates, and who vouches for a time.
func checkRoot(text []byte) (err error) {
	defer noPanic(&err)
	r, err := root.NewTrustedRootFromJSON(text)
	switch {
	case err != nil:
		return err
	case len(r.FulcioCertificateAuthorities()) == 0:
		return errors.New("it names no authority of certificates")
	case len(r.RekorLogs())+len(r.TimestampingAuthorities()) == 0:
		return errors.New("it names neither a log nor an authority of timestamps")
	}
	return nil
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
