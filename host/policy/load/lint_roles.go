package load

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/model/binding"
	"github.com/sparkhost/sparkhost/host/model/flavour"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// lintRoles notes which blocks would ask a role that is bound to no model. Where the policy binds any role, it warns of those blocks, and
// of each binding of one role that no block asks: both look like a model at work, and none is asked.
func (b *builder) lintRoles(given bindings) {
	asked := map[string][]string{} // the blocks that ask, by role
	b.n.Visit(func(n *syntax.Node) {
		if n.Schema.Name == "gap" && !n.Flag("use_model") {
			return // rules, by the operator's choice
		}
		for _, l := range n.Leaves {
			for _, role := range rolesOf(l) {
				asked[role] = append(asked[role], syntax.Title(n))
				if !b.bound(role) {
					b.p.Unbound = append(b.p.Unbound, policy.Unbound{Role: role, Block: syntax.Title(n), At: diag.PosOf(l.At)})
				}
			}
		}
	})
	if len(b.p.Roles) == 0 || len(given) > 0 && !b.asked() {
		return
	}
	for _, role := range schema.Roles() {
		b.lintRole(role, asked[role], given)
	}
}

// asked tells whether the operator named this policy, and not one that extends it: bindings of the flag are meant for that one.
func (b *builder) asked() bool {
	if b.fragment != "" {
		return b.n.Label == b.fragment
	}
	return b.defs[key{"policy", b.n.Label}].file.named
}

func (b *builder) lintRole(role string, asking []string, given bindings) {
	at, explicit := b.explicit(role, given)
	switch {
	case explicit && len(asking) == 0:
		b.report(diag.Warning(diag.CodeUnusedRole, at, fmt.Sprintf("Role %s is bound to a model, and nothing in %s asks it", role, syntax.Title(b.n)),
			"Remove the binding, or name the role where a model should be asked."))
	case !b.bound(role) && len(asking) > 0 && chats(role) && slices.ContainsFunc(b.p.Roles, func(r policy.Role) bool { return chats(r.Role) }):
		b.report(diag.Warning(diag.CodeUnboundRole, b.n.At, fmt.Sprintf("Role %s is bound to no model", role),
			fmt.Sprintf("By rules go on: %s. Bind the role too, or allow this warning.", strings.Join(slices.Compact(asking), ", "))))
	}
}

// explicit tells whether a binding names the role, and where.
func (b *builder) explicit(role string, given bindings) (hcl.Range, bool) {
	if slices.ContainsFunc(given, func(g binding.Binding) bool { return g.Role == role }) {
		return hcl.Range{}, true
	}
	if l := b.n.Section("roles").Leaf(role); l != nil && !given.names(role) {
		return l.At, true
	}
	return hcl.Range{}, false
}

// chats tells whether a role is that of a model which writes. Who binds a reranker alone does not mean the others to be bound, and who binds
// the others does not miss a reranker.
func chats(role string) bool { return flavour.FormOf(role) == "" }

func (b *builder) bound(role string) bool {
	return slices.ContainsFunc(b.p.Roles, func(r policy.Role) bool { return r.Role == role })
}
