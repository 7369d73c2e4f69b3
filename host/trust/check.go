package trust

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/host/sign"
)

// A Check holds modules against everything that has a say about their signers.
type Check struct {
	Trusts []*Trust // each must be satisfied
	Today  string   // by which keys expire, as 2006-01-02 in UTC; empty: none does
}

// Add appends a trust unless it is nil.
func (c *Check) Add(t *Trust) {
	if t != nil {
		c.Trusts = append(c.Trusts, t)
	}
}

// Module checks a module that was read with o, and returns the ID of the key that signed it: "" if nothing demands a signature and there is none.
// locked is the signer that the lock pins, or empty. An error that says no matches [ErrRefused]; others are of reading
// signatures. A built-in module is part of this program and needs none.
func (c *Check) Module(ctx context.Context, m *fetch.Module, o fetch.Options, locked string) (string, error) {
	what := m.Reference.Text
	switch {
	case m.Reference.Scheme == fetch.SchemeBuiltin:
		return "", nil
	case len(c.Trusts) == 0 && locked == "":
		return "", nil
	case len(c.Trusts) == 0:
		return "", refuse(CodeNoKey, what, "the lock says that the key "+locked+" signed it, and no key is trusted here")
	}
	e, err := m.Evidence(ctx, o, false)
	if err != nil {
		return "", err
	}
	signer, err := c.evidence(m, e, locked)
	if errors.Is(err, ErrRefused) && e.Kept && !o.Offline { // the publisher may have signed it since
		fresh, failed := m.Evidence(ctx, o, true)
		if failed != nil {
			return "", errors.Join(err, failed)
		}
		return c.evidence(m, fresh, locked)
	}
	return signer, err
}

func (c *Check) evidence(m *fetch.Module, e *fetch.Evidence, locked string) (signer string, err error) {
	for _, t := range c.Trusts {
		if signer, err = t.signer(m, e, locked, c.Today); err != nil {
			return "", err
		}
	}
	return signer, nil
}

// signer finds the key of a trust that signed the module: the locked one before the others, and expired ones last.
func (t *Trust) signer(m *fetch.Module, e *fetch.Evidence, locked, today string) (string, error) {
	what, a := m.Reference.Text, e.Artifact(m)
	for _, signers := range t.order(locked, today) {
		if s, err := sign.Verify(e.Bundles, signers, a, sign.PredicateSignature); err == nil {
			return t.accept(what, s, locked, today)
		}
	}
	_, err := sign.Verify(e.Bundles, t.signers(nil), a, sign.PredicateSignature)
	if !errors.Is(err, sign.ErrUnsigned) {
		return "", Refusal(what, fmt.Errorf("%w (keys of %s)", err, t.Where))
	}
	switch {
	case locked != "":
		return "", refuse(CodeChanged, what, "the key "+locked+" signed it when it was locked, and now it has no signature")
	case t.Require:
		return "", refuse(CodeUnsigned, what, t.Where+" requires a signature, and there is none")
	}
	return "", nil
}

// accept holds a verified signer against its last day and the lock.
func (t *Trust) accept(what string, s *sign.Signed, locked, today string) (string, error) {
	// Several may have one ID: identities under two roots, while one is replaced by the other.
	i := slices.IndexFunc(t.Keys, func(k Key) bool { return k.Public == s.Key && k.Identity == s.Identity })
	switch k := t.Keys[i]; {
	case k.expired(today):
		return "", refuse(CodeExpired, what, fmt.Sprintf("%s %q of %s signed it, which is accepted until %s", k.kind(), k.Name, t.Where, k.Until))
	case locked != "" && s.Signer != locked:
		return "", refuse(CodeChanged, what, fmt.Sprintf("%s %q (%s) signed it, but the lock pins the signer %s", k.kind(), k.Name, s.Signer, locked))
	}
	return s.Signer, nil
}

// order sorts keys into the order in which they are tried.
func (t *Trust) order(locked, today string) []sign.Signers {
	return []sign.Signers{
		t.signers(func(k Key) bool { return k.id() == locked && !k.expired(today) }),
		t.signers(func(k Key) bool { return !k.expired(today) }),
		t.signers(nil),
	}
}

// Signers returns all whose signatures the trust accepts, whatever the day.
func (t *Trust) Signers() sign.Signers { return t.signers(nil) }

// signers lists those that a condition holds for; nil: all.
func (t *Trust) signers(want func(Key) bool) sign.Signers {
	var out sign.Signers
	for _, k := range t.Keys {
		switch {
		case want != nil && !want(k):
		case k.Identity != nil:
			out.Identities = append(out.Identities, k.Identity)
		default:
			out.Keys = append(out.Keys, k.Public)
		}
	}
	return out
}

// Attestations returns the predicates of the signed statements about a module, one by a key of each trust. Without any trust
// it is refused, since nobody vouches for the module.
func (c *Check) Attestations(ctx context.Context, m *fetch.Module, o fetch.Options, predicateType string) ([][]byte, error) {
	if len(c.Trusts) == 0 {
		return nil, refuse(CodeNoKey, m.Reference.Text, "an attestation is asked for, and no key is trusted here")
	}
	e, err := m.Evidence(ctx, o, true)
	if err != nil {
		return nil, err
	}
	var out [][]byte
	for _, t := range c.Trusts {
		s, err := sign.Verify(e.Bundles, t.signers(func(k Key) bool { return !k.expired(c.Today) }), e.Artifact(m), predicateType)
		if err != nil {
			return nil, Refusal(m.Reference.Text, fmt.Errorf("attestation of its behaviour: %w", err))
		}
		out = append(out, s.Statement.Predicate)
	}
	return out, nil
}

// Behaviour returns the error of a module that does not behave as attested.
func Behaviour(what, reason string) error { return refuse(CodeBehaviour, what, reason) }
