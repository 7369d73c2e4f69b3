package policy

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// models binds the policy's roles, lists the models that they name, and notes which blocks would ask for more.
func (b *builder) models() {
	roles := b.n.section("roles")
	for _, role := range schema.Roles() {
		if l := roles.leaf(role); l != nil {
			b.p.Roles = append(b.p.Roles, Role{Role: role, Model: roles.text(role), At: diag.PosOf(l.at)})
		}
	}
	for _, n := range b.effective("model", "model") {
		for _, r := range b.p.Roles {
			if r.Model == n.label {
				b.gatherVariables(n)
				b.p.Models = append(b.p.Models, b.model(n))
				break
			}
		}
	}
	b.n.visit(func(n *node) {
		if n.schema.Name == "gap" && !n.flag("use_model") {
			return // rules, by the operator's choice
		}
		for _, l := range n.leaves {
			for _, role := range rolesOf(l) {
				if !roles.has(role) {
					b.p.Unbound = append(b.p.Unbound, Unbound{Role: role, Block: title(n), At: diag.PosOf(l.at)})
				}
			}
		}
	})
}

// rolesOf are the roles that an attribute names, each once; none if it names something else.
func rolesOf(l *leaf) []string {
	if !slices.Contains(l.attr.OneOf, schema.Roles()[0]) {
		return nil
	}
	switch v := l.value.(type) {
	case string:
		if slices.Contains(schema.Roles(), v) {
			return []string{v}
		}
	case []string:
		return slices.Compact(slices.Sorted(slices.Values(v)))
	}
	return nil
}

func (b *builder) model(n *node) Model {
	if n.text("endpoint") == "anthropic" {
		for _, name := range []string{"flavour", "thinking"} {
			if n.has(name) {
				b.report(diag.Error(diag.CodeConflict, n.valueAt(name), fmt.Sprintf("%s belongs to endpoint \"openai\"", name), "Remove it."))
			}
		}
	}
	return Model{
		Name: n.label, Endpoint: n.text("endpoint"), Flavour: n.text("flavour"), BaseURL: n.text("base_url"), Model: n.text("name"), KeyEnv: n.text("key"),
		Schema: n.text("schema"), Temperature: n.text("temperature"), Thinking: n.text("thinking"), Effort: n.text("effort"), Free: n.flag("free"),
		CeilingMicroUSD: n.long("ceiling"), AllowHTTP: n.flag("allow_http"), Interval: n.duration("interval"), InFlight: n.whole("in_flight"),
		Timeout: n.duration("timeout"), Tries: n.whole("tries"), At: n.pos(),
	}
}

func (b *builder) checkModelName(l *leaf) {
	name, _ := l.value.(string)
	b.used[key{"model", name}] = true
	if _, ok := b.defs[key{"model", name}]; !ok {
		b.report(diag.Error(diag.CodeUnknownName, l.at, fmt.Sprintf("There is no model %q", name), diag.DidYouMean(name, b.available("model"))))
	}
}

// decodeSecret reads an attribute that is a secret and nothing else: its value is the name of the environment variable.
func decodeSecret(l *leaf) (any, *hcl.Diagnostic) {
	if name, is := secretCall(l.expr); is {
		return name, nil
	}
	detail := fmt.Sprintf("Write %s = secret(\"NAME\"), NAME being an environment variable. Keys are never written into a policy.", l.attr.Name)
	if _, call := l.expr.(*hclsyntax.FunctionCallExpr); call {
		detail = fmt.Sprintf("Write %s = secret(\"NAME\") with the name of an environment variable: letters, digits and underscores.", l.attr.Name)
	}
	return nil, diag.Error(diag.CodeType, l.at, l.attr.Name+" is a secret", detail)
}
