package sign

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// ErrIdentity says that an identity cannot be used.
var ErrIdentity = errors.New("unusable identity")

// MaxRoot bounds a trusted root, in bytes; that of the public Sigstore instance has about 7,000.
const MaxRoot = 1 << 20

// An Identity is somebody whom an issuer of OpenID Connect tokens knows, such as a workflow of a repository. A certificate
// that lived for minutes binds a signature to it, and a trusted root vouches for the authority that gave the certificate
// and for the log that saw it. It is immutable.
type Identity struct {
	ID      string // sha256 of issuer and subject, lower-case hex
	Issuer  string // URL
	Subject string // as the certificate has it, a URL or an address of mail; a * at the end stands for any rest
	root    []byte
}

// NewIdentity makes an identity under a trusted root in Sigstore's JSON form, of at most [MaxRoot] bytes. Issuer and subject
// are compared with the whole texts of the certificate. The error matches [ErrIdentity].
func NewIdentity(issuer, subject string, root []byte) (*Identity, error) {
	if u, err := url.Parse(issuer); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return nil, fmt.Errorf("%w: the issuer must be a URL such as https://token.actions.githubusercontent.com, not %q", ErrIdentity, issuer)
	}
	if before, after, star := strings.Cut(subject, "*"); before == "" || star && after != "" {
		return nil, fmt.Errorf("%w: the subject must be a text with at most one *, at its end, not %q", ErrIdentity, subject)
	}
	if len(root) > MaxRoot {
		return nil, fmt.Errorf("%w: its trusted root has more than %d bytes", ErrIdentity, MaxRoot)
	}
	var form struct {
		MediaType string `json:"mediaType"`
	}
	if err := json.Unmarshal(root, &form); err != nil {
		return nil, fmt.Errorf("%w: its trusted root is not JSON: %w", ErrIdentity, err)
	}
	if !strings.HasPrefix(form.MediaType, "application/vnd.dev.sigstore.trustedroot") {
		return nil, fmt.Errorf("%w: the mediaType of its trusted root is %q; `cosign trusted-root create` makes one", ErrIdentity, form.MediaType)
	}
	if err := checkRoot(root); err != nil {
		return nil, fmt.Errorf("%w: its trusted root: %w", ErrIdentity, err)
	}
	return &Identity{ID: identityID(issuer, subject), Issuer: issuer, Subject: subject, root: root}, nil
}

// is says whether a certificate was given to the identity.
func (i *Identity) is(subject, issuer string) bool {
	before, _, star := strings.Cut(i.Subject, "*")
	return issuer == i.Issuer && (subject == i.Subject || star && strings.HasPrefix(subject, before))
}

func identityID(issuer, subject string) string {
	return hex.EncodeToString(sum([]byte(issuer + "\n" + subject)))
}

// verifyCertificate verifies a bundle that is signed with a certificate; s is nil if it signs bytes.
func (b *Bundle) verifyCertificate(identities []*Identity, a Artifact, s *Statement) (*Signed, error) {
	switch {
	case len(identities) == 0:
		return nil, fmt.Errorf("%w: no identity is trusted here", ErrKeyless)
	case !Keyless:
		return nil, fmt.Errorf("%w: this program is built without the tag keyless, and verifies keys only", ErrKeyless)
	}
	subject, issuer, err := b.Certified()
	if err != nil {
		return nil, err
	}
	err = fmt.Errorf("%w: its certificate was given to %.300q by %.300q, which is none of the %d trusted identities", ErrUnknown, subject, issuer, len(identities))
	for _, i := range identities {
		if !i.is(subject, issuer) {
			continue
		}
		var signed *Signed
		if signed, err = b.signedBy(i, a, s); err == nil {
			return signed, nil
		}
	}
	return nil, err
}

// signedBy verifies the bundle under the identity's root, then that it is of the artifact.
func (b *Bundle) signedBy(i *Identity, a Artifact, s *Statement) (*Signed, error) {
	if err := b.underRoot(i.root, a); err != nil {
		err = fmt.Errorf("%w: it names a trusted identity, but does not hold: %w", ErrInvalid, err)
		if s == nil {
			return nil, b.Message.of(a, err)
		}
		return nil, err
	}
	if s != nil && !s.about(a.digests()) {
		return nil, s.of(a)
	}
	return &Signed{Signer: i.ID, Identity: i, Statement: s}, nil
}
