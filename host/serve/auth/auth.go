// Package auth knows who may use the service: tokens, which are kept as hashes only, and the roles that they have.
package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Role says what a token is good for. Each role may do what the ones before it may.
type Role string

// The roles, least first.
const (
	Ask     Role = "ask"     // ask, read runs and policies, replay
	Operate Role = "operate" // also reload policies, check sources, cancel the runs of others, see all clients
)

// Roles lists the roles, least first.
func Roles() []Role { return []Role{Ask, Operate} }

// Allows says whether a role may do what needs another.
func (r Role) Allows(needed Role) bool {
	return slices.Contains(Roles(), r) && slices.Index(Roles(), r) >= slices.Index(Roles(), needed)
}

// A Token is one line of a token file.
type Token struct {
	Name            string  `hcl:"name,label"`
	Hash            string  `hcl:"hash"`                       // sha256 of the token, in hex
	Role            Role    `hcl:"role"`                       //
	QuestionsPerDay int64   `hcl:"questions_per_day,optional"` // 0: no limit of its own
	USDPerDay       float64 `hcl:"usd_per_day,optional"`       // 0: no limit of its own
}

// prefix tells tokens from other secrets, for people and for scanners of leaks.
const prefix = "spk_"

// NewSecret makes a token of 256 random bits. Whoever has it has what its role allows; only its hash is kept.
func NewSecret() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // it does not fail: crypto/rand ends the program instead
	return prefix + base64.RawURLEncoding.EncodeToString(b[:])
}

// Hash returns the form in which a secret is kept. A plain digest suffices: secrets are random and as long as it is, so none can be guessed from it.
func Hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// A Keyring holds the tokens of a service. It is immutable and may be used by many goroutines.
type Keyring struct{ tokens []Token }

// NewKeyring checks tokens. The error names all that is wrong with them.
func NewKeyring(tokens []Token) (*Keyring, error) {
	var errs []error
	seen := map[string]bool{}
	for _, t := range tokens {
		if raw, err := hex.DecodeString(t.Hash); err != nil || len(raw) != sha256.Size {
			errs = append(errs, fmt.Errorf("token %q: hash must be 64 hex digits; make a token with `sparkhost serve token %s`", t.Name, t.Name))
		}
		if !slices.Contains(Roles(), t.Role) {
			errs = append(errs, fmt.Errorf("token %q: role must be ask or operate, not %q", t.Name, t.Role))
		}
		if seen[t.Name] {
			errs = append(errs, fmt.Errorf("token %q: the name is used twice", t.Name))
		}
		if t.QuestionsPerDay < 0 || !(t.USDPerDay >= 0) {
			errs = append(errs, fmt.Errorf("token %q: budgets must not be negative", t.Name))
		}
		seen[t.Name] = true
	}
	return &Keyring{slices.Clone(tokens)}, errors.Join(errs...)
}

// Find returns the token with that secret. Every token is compared, in constant time each.
func (k *Keyring) Find(secret string) (found Token, ok bool) {
	hash := []byte(Hash(secret))
	for _, t := range k.tokens {
		if subtle.ConstantTimeCompare(hash, []byte(strings.ToLower(t.Hash))) == 1 {
			found, ok = t, true
		}
	}
	return found, ok
}
