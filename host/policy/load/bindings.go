package load

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/model/binding"
	"github.com/sparkhost/sparkhost/host/model/flavour"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// bindings are the bindings in Options.Models.
type bindings []binding.Binding

// flagOf is the place of a binding that no file holds.
const flagOf = "--model"

// bindingsOf reads bindings that checkBindings found right.
func bindingsOf(texts []string) bindings {
	var out bindings
	for _, text := range texts {
		if b, err := binding.Parse(text); err == nil {
			out = append(out, b)
		}
	}
	return out
}

// checkBindings reports each --model that cannot be parsed or names an unknown role.
func checkBindings(texts []string) hcl.Diagnostics {
	var diags hcl.Diagnostics
	for _, text := range texts {
		b, err := binding.Parse(text)
		switch {
		case err != nil:
			diags = append(diags, diag.Error(diag.CodeUnknownName, hcl.Range{}, err.Error(), "See sparkhost run --help."))
		case b.Role != "" && !slices.Contains(schema.Roles(), b.Role):
			diags = append(diags, diag.Error(diag.CodeUnknownName, hcl.Range{}, "--model "+text+": there is no role \""+b.Role+"\"", diag.DidYouMean(b.Role, schema.Roles())))
		}
	}
	return diags
}

// names tells whether a role is bound by the flag.
func (bs bindings) names(role string) bool { return len(bs.of(role)) > 0 }

// of returns a role's bindings: those that name it or, without any, those for all roles. The first is asked, the others are fallbacks.
func (bs bindings) of(role string) []policy.Role {
	names := []string{role, ""}
	if flavour.FormOf(role) != "" {
		names = names[:1] // only who names it means it
	}
	for _, name := range names {
		var out []policy.Role
		for _, b := range bs {
			if b.Role == name && !slices.ContainsFunc(out, func(r policy.Role) bool { return r.Model == b.Endpoint() }) {
				out = append(out, policy.Role{Role: role, Model: b.Endpoint(), At: policy.Pos{File: flagOf}})
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// models returns the models that the bindings name, each once.
func (bs bindings) models() []policy.Model {
	var out []policy.Model
	for _, b := range bs {
		m := policy.Model{
			Name: b.Endpoint(), Endpoint: b.Wire(), Flavour: b.Dialect(), BaseURL: b.BaseURL, Model: b.Name, KeyEnv: b.KeyEnv(), At: policy.Pos{File: flagOf},
		}
		if !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}
