package syntax

import (
	"fmt"
	"regexp"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// envName matches a variable that names a secret.
var envName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,127}$`)

// AdmitSecrets lets the settings of a source or plugin be secrets, those of inner blocks too.
func (n *Node) AdmitSecrets(env func(string) (string, bool)) {
	if env == nil {
		env = func(string) (string, bool) { return "", false }
	}
	for _, l := range n.Leaves {
		if l.Attr.Kind == schema.KindAny || l.Attr.Kind == schema.KindConfig {
			l.env = env
		}
	}
	for _, c := range n.Children {
		c.AdmitSecrets(env)
	}
}

// secretName reads secret("NAME"), where secrets are admitted.
func (l *Leaf) secretName(e hclsyntax.Expression) (string, bool) {
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
func (s *Settings) conceal(setting, name string, env func(string) (string, bool)) {
	s.Secret = append(s.Secret, setting)
	if s.Named == nil {
		s.Named = map[string]string{}
	}
	s.Named[setting] = name
	if value, set := env(name); set && value != "" {
		s.Values[setting] = value
	}
}

// decodeSecret reads an attribute that is a secret and nothing else: its value is the name of the environment variable.
func decodeSecret(l *Leaf) (any, *hcl.Diagnostic) {
	if name, is := secretCall(l.Expr); is {
		return name, nil
	}
	detail := fmt.Sprintf("Write %s = secret(\"NAME\"), NAME being an environment variable. Never write keys into a policy.", l.Attr.Name)
	if _, call := l.Expr.(*hclsyntax.FunctionCallExpr); call {
		detail = fmt.Sprintf("Write %s = secret(\"NAME\") with the name of an environment variable: letters, digits and underscores.", l.Attr.Name)
	}
	return nil, diag.Error(diag.CodeType, l.At, l.Attr.Name+" is a secret", detail)
}
