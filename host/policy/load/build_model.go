package load

import (
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/model/flavour"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// models binds the policy's roles, lists the models that they name, and notes which blocks would ask for more.
func (b *builder) models() {
	given := bindingsOf(b.opts.Models)
	for _, role := range schema.Roles() {
		if !given.names(role) {
			b.p.Roles = append(b.p.Roles, b.written(role)...)
		}
		b.p.Roles = append(b.p.Roles, given.of(role)...)
	}
	for _, n := range b.effective("model", "model") {
		for _, r := range b.p.Roles {
			if r.Model == n.Label {
				b.gatherVariables(n)
				b.p.Models = append(b.p.Models, b.model(n))
				break
			}
		}
	}
	b.p.Models = append(b.p.Models, given.models()...)
	b.checkServed()
	b.lintRoles(given)
}

// checkServed reports roles that are bound to models which cannot do what is asked of them.
func (b *builder) checkServed() {
	for _, r := range b.p.Roles {
		for _, m := range b.p.Models {
			if m.Name != r.Model || flavour.Serves(m.Endpoint, r.Role) {
				continue
			}
			at := b.n.At
			if l := b.n.Section("roles").Leaf(r.Role); l != nil {
				at = l.At
			}
			b.report(diag.Error(diag.CodeConflict, at, fmt.Sprintf("Role %s cannot be served by model %q of endpoint %q", r.Role, m.Name, m.Endpoint), "See docs/models.md, Models without chat."))
		}
	}
}

// written returns the bindings of a role that the policy writes: the first is asked, the others are its fallbacks.
func (b *builder) written(role string) []policy.Role {
	l := b.n.Section("roles").Leaf(role)
	if l == nil {
		return nil
	}
	var out []policy.Role
	for _, name := range l.References() {
		out = append(out, policy.Role{Role: role, Model: name, At: diag.PosOf(l.At)})
	}
	return out
}

// rolesOf returns the roles that an attribute names, each once; none if it names something else.
func rolesOf(l *syntax.Leaf) []string {
	if slices.ContainsFunc(l.Attr.OneOf, func(word string) bool { return !slices.Contains(schema.Roles(), word) }) || len(l.Attr.OneOf) == 0 {
		return nil
	}
	switch v := l.Value.(type) {
	case string:
		if slices.Contains(schema.Roles(), v) {
			return []string{v}
		}
	case []string:
		return slices.Compact(slices.Sorted(slices.Values(v)))
	}
	return nil
}

func (b *builder) model(n *syntax.Node) policy.Model {
	if n.Text("endpoint") == "anthropic" {
		for _, name := range []string{"flavour", "thinking"} {
			if n.Has(name) {
				b.report(diag.Error(diag.CodeConflict, n.ValueAt(name), fmt.Sprintf("%s requires endpoint = \"openai\"", name), "Remove it."))
			}
		}
	}
	if f, _ := flavour.Of(n.Text("flavour")); slices.Contains(flavour.Forms(), n.Text("endpoint")) && !f.Has(flavour.Form(n.Text("endpoint"))) {
		b.report(diag.Error(diag.CodeConflict, n.ValueAt("endpoint"), fmt.Sprintf("flavour %q does not have endpoint %q", n.Text("flavour"), n.Text("endpoint")), "See docs/models.md, Models without chat."))
	}
	return policy.Model{
		Name: n.Label, Endpoint: n.Text("endpoint"), Flavour: n.Text("flavour"), BaseURL: n.Text("base_url"), Model: n.Text("name"), KeyEnv: n.Text("key"),
		Schema: n.Text("schema"), Temperature: n.Text("temperature"), Thinking: n.Text("thinking"), Effort: n.Text("effort"), Free: n.Flag("free"),
		CeilingMicroUSD: n.Long("ceiling"), AllowHTTP: n.Flag("allow_http"), Interval: n.Duration("interval"), InFlight: n.Whole("in_flight"),
		Timeout: n.Duration("timeout"), Tries: n.Whole("tries"), At: n.Pos(),
	}
}

func (b *builder) checkModelName(l *syntax.Leaf) {
	for _, name := range l.References() {
		b.used[key{"model", name}] = true
		if _, ok := b.defs[key{"model", name}]; !ok {
			b.report(diag.Error(diag.CodeUnknownName, l.At, fmt.Sprintf("There is no model %q", name), diag.DidYouMean(name, b.available("model"))))
		}
	}
}
