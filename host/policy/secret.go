package policy

import (
	"regexp"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// envName is what names a secret.
var envName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,127}$`)

// admitSecrets lets the settings of a source or plugin be secrets.
func (n *node) admitSecrets(env func(string) (string, bool)) {
	if env == nil {
		env = func(string) (string, bool) { return "", false }
	}
	for _, l := range n.leaves {
		if l.attr.Kind == schema.KindAny || l.attr.Kind == schema.KindConfig {
			l.env = env
		}
	}
}

// secretName reads secret("NAME"), where secrets are admitted.
func (l *leaf) secretName(e hclsyntax.Expression) (string, bool) {
	if l.env == nil {
		return "", false
	}
	return secretCall(e)
}

// secretCall reads secret("NAME").
func secretCall(e hclsyntax.Expression) (string, bool) {
	call, is := e.(*hclsyntax.FunctionCallExpr)
	if !is || call.Name != "secret" || len(call.Args) != 1 || call.ExpandFinal || len(call.Args[0].Variables()) > 0 {
		return "", false
	}
	v, diags := call.Args[0].Value(&hcl.EvalContext{})
	if diags.HasErrors() || v.IsNull() || v.Type() != cty.String || !envName.MatchString(v.AsString()) {
		return "", false
	}
	return v.AsString(), true
}

// conceal takes a secret's value in, if the environment has it.
func (s *settings) conceal(setting, name string, env func(string) (string, bool)) {
	s.secret = append(s.secret, setting)
	if s.named == nil {
		s.named = map[string]string{}
	}
	s.named[setting] = name
	if value, set := env(name); set && value != "" {
		s.values[setting] = value
	}
}
