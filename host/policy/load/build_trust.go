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
	if b.p.Trust.RequireSignature && len(b.p.Trust.Keys) == 0 {
		b.report(diag.Error(diag.CodeMissing, n.ValueAt("require_signature"), "trust requires signatures and names no key", "Add a key block, as in key \"team\" { file = \"team.pub\" }."))
	}
}

func (b *builder) trustedKey(n *syntax.Node) policy.TrustedKey {
	k := policy.TrustedKey{Name: n.Label, File: n.Text("file"), Until: n.Text("until"), At: n.Pos()}
	if _, err := time.Parse(day, k.Until); n.Has("until") && err != nil {
		b.report(diag.Error(diag.CodeType, n.ValueAt("until"), fmt.Sprintf("%q is not a date", k.Until), "Write the last day as YEAR-MONTH-DAY, such as \"2030-01-31\"."))
	}
	at := n.ValueAt("file")
	shown, src, err := b.beside(at.Filename, k.File, ".pub", ".pem")
	if err != nil {
		b.report(diag.Error(diag.CodeUnreadable, at, fmt.Sprintf("The key file %q cannot be read", k.File), err.Error()+"."))
		return k
	}
	b.attached[shown] = &hcl.File{Bytes: src}
	if _, err := sign.ParsePublicKey(src); err != nil {
		b.report(diag.Error(diag.CodeType, at, fmt.Sprintf("The key file %q is not a public key", k.File), err.Error()+". `sparkhost plugin keygen` makes a pair of keys."))
	}
	k.PEM = src
	return k
}
