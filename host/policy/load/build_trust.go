package load

import (
	"fmt"
	"time"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/sign"
)

// trust reads the keys that a policy trusts.
func (b *builder) trust() {
	n := b.n.Section("trust")
	b.p.Trust = policy.Trust{RequireSignature: n.Flag("require_signature"), At: n.Pos()}
	for _, k := range n.All("key") {
		b.p.Trust.Keys = append(b.p.Trust.Keys, b.trustedKey(k))
	}
	for _, i := range n.All("identity") {
		b.p.Trust.Identities = append(b.p.Trust.Identities, b.trustedIdentity(i))
	}
	if b.p.Trust.RequireSignature && len(b.p.Trust.Keys)+len(b.p.Trust.Identities) == 0 {
		b.report(diag.Error(diag.CodeMissing, n.ValueAt("require_signature"), "trust requires signatures and names no key", "Add a key block, as in key \"team\" { file = \"team.pub\" }."))
	}
}

func (b *builder) trustedKey(n *syntax.Node) policy.TrustedKey {
	k := policy.TrustedKey{Name: n.Label, File: n.Text("file"), Until: b.lastDay(n), At: n.Pos()}
	k.PEM = b.trustFile(n, "file", "key", ".pub", ".pem")
	if k.PEM == nil {
		return k
	}
	if _, err := sign.ParsePublicKey(k.PEM); err != nil {
		b.report(diag.Error(diag.CodeType, n.ValueAt("file"), fmt.Sprintf("The key file %q is not a public key", k.File), err.Error()+". `sparkhost plugin keygen` makes a pair of keys."))
	}
	return k
}

func (b *builder) trustedIdentity(n *syntax.Node) policy.TrustedIdentity {
	i := policy.TrustedIdentity{Name: n.Label, Issuer: n.Text("issuer"), Subject: n.Text("subject"), Root: n.Text("root"), Until: b.lastDay(n), At: n.Pos()}
	i.JSON = b.trustFile(n, "root", "root", ".json")
	if i.JSON == nil || !n.Has("issuer") || !n.Has("subject") {
		return i
	}
	if _, err := sign.NewIdentity(i.Issuer, i.Subject, i.JSON); err != nil {
		b.report(diag.Error(diag.CodeType, n.At, fmt.Sprintf("The identity %q cannot be used", i.Name), err.Error()+". docs/signing.md shows one."))
	}
	return i
}

// lastDay reads the attribute until.
func (b *builder) lastDay(n *syntax.Node) string {
	until := n.Text("until")
	if _, err := time.Parse(day, until); n.Has("until") && err != nil {
		b.report(diag.Error(diag.CodeType, n.ValueAt("until"), fmt.Sprintf("%q is not a date", until), "Write the last day as YEAR-MONTH-DAY, such as \"2030-01-31\"."))
	}
	return until
}

// trustFile reads the file beside the policy that an attribute names; nil after a report.
func (b *builder) trustFile(n *syntax.Node, attribute, what string, suffixes ...string) []byte {
	at, name := n.ValueAt(attribute), n.Text(attribute)
	shown, src, err := b.beside(at.Filename, name, suffixes...)
	if err != nil {
		b.report(diag.Error(diag.CodeUnreadable, at, fmt.Sprintf("The %s file %q cannot be read", what, name), err.Error()+"."))
		return nil
	}
	b.attached[shown] = &hcl.File{Bytes: src}
	return src
}
