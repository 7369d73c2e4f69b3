// Package trust decides whether the signatures of a plugin suffice: for the policy that names it, for the trust file of the
// machine, and for the lock, which pins the signer.
//
// A signature that is there must be good. Only require_signature, or a signer in the lock, refuses a plugin that has none.
package trust

import (
	"fmt"
	"time"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/sign"
)

// A Key is one whose signatures are accepted, or an identity in its place.
type Key struct {
	Name     string
	Public   *sign.PublicKey // nil for an identity
	Identity *sign.Identity  // nil for a key
	Until    string          // last day, as 2006-01-02 in UTC; empty: no end
}

// id names the signer in a lock.
func (k Key) id() string {
	if k.Identity != nil {
		return k.Identity.ID
	}
	return k.Public.ID
}

// kind returns the block that names it.
func (k Key) kind() string {
	if k.Identity != nil {
		return "identity"
	}
	return "key"
}

// expired says whether the key has ended by a day; an empty day asks nothing.
func (k Key) expired(today string) bool { return today != "" && k.Until != "" && k.Until < today }

// A Trust is one set of keys with what it demands.
type Trust struct {
	Where   string // who demands it, as errors show it
	Require bool   // a plugin without a signature is refused
	Keys    []Key
}

// Of makes the trust of a policy, nil if it demands nothing.
func Of(p policy.Trust) (*Trust, error) {
	if !p.Asks() {
		return nil, nil
	}
	t := &Trust{Where: fmt.Sprintf("%s:%d", p.At.File, p.At.Line), Require: p.RequireSignature}
	for _, k := range p.Keys {
		public, err := sign.ParsePublicKey(k.PEM)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: key %q: %w", k.At.File, k.At.Line, k.Name, err)
		}
		t.Keys = append(t.Keys, Key{Name: k.Name, Public: public, Until: k.Until})
	}
	for _, i := range p.Identities {
		identity, err := sign.NewIdentity(i.Issuer, i.Subject, i.JSON)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: identity %q: %w", i.At.File, i.At.Line, i.Name, err)
		}
		t.Keys = append(t.Keys, Key{Name: i.Name, Identity: identity, Until: i.Until})
	}
	return t, nil
}

// day checks the form of a date.
func day(text string) error {
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return fmt.Errorf("%q is not a date; write the last day as YEAR-MONTH-DAY, such as 2030-01-31", text)
	}
	return nil
}
