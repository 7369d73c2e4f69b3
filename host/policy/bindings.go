package policy

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/model/binding"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// bindings are what Options.Models says.
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

// checkBindings reports each binding that is none.
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

// of are a role's bindings: those that name it or, without any, those for all roles. The first is asked, the others are fallbacks.
func (bs bindings) of(role string) []Role {
	for _, name := range []string{role, ""} {
		var out []Role
		for _, b := range bs {
			if b.Role == name && !slices.ContainsFunc(out, func(r Role) bool { return r.Model == b.Endpoint() }) {
				out = append(out, Role{Role: role, Model: b.Endpoint(), At: Pos{File: flagOf}})
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// models are the models that the bindings name, each once.
func (bs bindings) models() []Model {
	var out []Model
	for _, b := range bs {
		m := Model{
			Name: b.Endpoint(), Endpoint: b.Wire(), Flavour: b.Dialect(), BaseURL: b.BaseURL, Model: b.Name, KeyEnv: b.KeyEnv(), At: Pos{File: flagOf},
		}
		if !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}
