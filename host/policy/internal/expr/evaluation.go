package expr

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy/diag"
)

// Why says in the language's own words why hcl could not compute an expression that was checked before: what is
// left are divisions, bounds, magnitudes and what is not known.
func Why(diags hcl.Diagnostics) string {
	for _, d := range diags {
		if d.Severity != hcl.DiagError {
			continue
		}
		for _, w := range whys {
			if strings.Contains(d.Detail, w.raw) {
				return w.said
			}
		}
	}
	return "its values have incompatible types"
}

// UnknownOperand is the message about an expression that computes with null.
const UnknownOperand = "it uses an unknown value"

// whys maps messages of hcl, its functions and ours to those for operators.
var whys = []struct{ raw, said string }{
	{"division by zero", "it divides by zero"},
	{magnitude, "a number becomes " + magnitude + ": products and quotients lie between 1e-1233 and 1e1233"},
	{"low is greater than high", "the bounds of clamp are in the wrong order"},
	{"must not be null", UnknownOperand},
	{"condition value is null", UnknownOperand},
	{"a null value in a string", UnknownOperand},
	{"no non-null arguments", "all values given to coalesce are unknown"},
}

// NotComputed returns the report of that, where null are the paths that are not known in the state.
func NotComputed(diags hcl.Diagnostics, at hcl.Range, null []string) *hcl.Diagnostic {
	said := Why(diags)
	detail := diag.Capital(said) + "."
	if len(null) > 0 {
		detail = fmt.Sprintf("Not known in this state: %s. ", strings.Join(null, ", "))
		if said == UnknownOperand {
			detail += fmt.Sprintf("If that can happen, write coalesce(%s, fallback).", null[0])
		} else {
			detail += diag.Capital(said) + "."
		}
	}
	return diag.Error(diag.CodeEvaluation, at, "Cannot compute the value", detail)
}
