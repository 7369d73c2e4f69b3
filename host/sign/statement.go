package sign

import (
	"encoding/json"
	"fmt"
	"slices"
)

const (
	statementType = "https://in-toto.io/Statement/v1"

	// PayloadType is that of an envelope that holds an in-toto statement.
	PayloadType = "application/vnd.in-toto+json"

	// PredicateSignature is the type of a statement that only signs, as cosign writes it for artifacts of a registry.
	PredicateSignature = "https://sigstore.dev/cosign/sign/v1"
)

// A Subject is something that a statement is about.
type Subject struct {
	Name   string            `json:"name"`
	Digest map[string]string `json:"digest"` // algorithm to hex
}

// SubjectOf names something by its sha256 in hex.
func SubjectOf(name, sha256 string) Subject {
	return Subject{Name: name, Digest: map[string]string{"sha256": sha256}}
}

// A Statement is an in-toto statement: a predicate about subjects.
type Statement struct {
	Type          string          `json:"_type"`
	Subject       []Subject       `json:"subject"`
	PredicateType string          `json:"predicateType"`
	Predicate     json.RawMessage `json:"predicate,omitempty"`
}

// about says whether the statement names one of the digests.
func (s *Statement) about(digests []string) bool {
	return slices.ContainsFunc(s.Subject, func(one Subject) bool { return slices.Contains(digests, one.Digest["sha256"]) })
}

// of says that the statement is about something else than a.
func (s *Statement) of(a Artifact) error {
	return fmt.Errorf("%w: it is of %s with the sha256 %s, not %s", ErrOther, s.Subject[0].Name, s.Subject[0].Digest["sha256"], a.Digest)
}

// Statement decodes the statement of a bundle; nil without an error if the bundle signs bytes. It is not verified.
func (b *Bundle) Statement() (*Statement, error) {
	if b.Envelope == nil {
		return nil, nil
	}
	if b.Envelope.PayloadType != PayloadType {
		return nil, fmt.Errorf("%w: its payload is %q, not an in-toto statement", ErrMalformed, b.Envelope.PayloadType)
	}
	var s Statement
	if err := json.Unmarshal(b.Envelope.Payload, &s); err != nil {
		return nil, fmt.Errorf("%w: its statement: %w", ErrMalformed, err)
	}
	if len(s.Subject) == 0 {
		return nil, fmt.Errorf("%w: its statement names no subject", ErrMalformed)
	}
	return &s, nil
}

// SignBytes signs the bytes of a file.
func (k *PrivateKey) SignBytes(b []byte) (*Bundle, error) {
	sig, err := k.sign(b)
	if err != nil {
		return nil, err
	}
	m := &message{Signature: sig}
	m.Digest.Algorithm, m.Digest.Digest = "SHA2_256", sum(b)
	return &Bundle{MediaType: MediaType, Material: k.material(), Message: m}, nil
}

// NewStatement writes a statement of predicateType about subjects. A nil predicate is an empty object.
func NewStatement(predicateType string, predicate json.RawMessage, subjects ...Subject) ([]byte, error) {
	if predicate == nil {
		predicate = json.RawMessage("{}")
	}
	return json.Marshal(Statement{Type: statementType, Subject: subjects, PredicateType: predicateType, Predicate: predicate})
}

// SignStatement signs a [NewStatement].
func (k *PrivateKey) SignStatement(predicateType string, predicate json.RawMessage, subjects ...Subject) (*Bundle, error) {
	payload, err := NewStatement(predicateType, predicate, subjects...)
	if err != nil {
		return nil, err
	}
	e := &envelope{Payload: payload, PayloadType: PayloadType}
	sig, err := k.sign(e.pae())
	if err != nil {
		return nil, err
	}
	e.Signatures = []signature{{Sig: sig}}
	return &Bundle{MediaType: MediaType, Material: k.material(), Envelope: e}, nil
}

func (k *PrivateKey) material() material {
	return material{PublicKey: &keyHint{Hint: k.Public.hint()}}
}
