package load

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// allowed drops the warnings that the policy allows itself, and checks that it says why.
func (b *builder) allowed() {
	var codes []string
	for _, n := range b.n.All(schema.AllowBlock) {
		codes = append(codes, n.Label)
		if strings.TrimSpace(n.Text("reason")) == "" {
			b.report(diag.Error(diag.CodeMissing, n.ValueAt("reason"), fmt.Sprintf("allow %q has no reason", n.Label), "Give a reason, for the next reader of the policy."))
		}
	}
	b.diags = slices.DeleteFunc(b.diags, func(d *hcl.Diagnostic) bool {
		return d.Severity == hcl.DiagWarning && slices.Contains(codes, diag.Of(d).ID)
	})
}
