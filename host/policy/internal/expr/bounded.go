package expr

import (
	"errors"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
)

// maxExponent bounds what products and quotients may become, as a power of two: between 2^-4096 and 2^4096. Their digits, which
// grow with the exponent, then stay below 1,500, and the whole quotient behind % below 1 KB.
const maxExponent = 4096

const magnitude = "too large or too small"

var errMagnitude = errors.New(magnitude)

// productFunc is hcl's *, whose result is bounded.
func productFunc() function.Function {
	return function.New(&function.Spec{
		Params:       []function.Parameter{numberParam("factor"), numberParam("factor")},
		Type:         function.StaticReturnType(cty.Number),
		RefineResult: func(b *cty.RefinementBuilder) *cty.RefinementBuilder { return b.NotNull() },
		Impl:         func(args []cty.Value, _ cty.Type) (cty.Value, error) { return moderate(args[0].Multiply(args[1])) },
	})
}

// moderate refuses a number beyond maxExponent.
func moderate(v cty.Value) (cty.Value, error) {
	if f := v.AsBigFloat(); f.IsInf() || f.MantExp(nil) > maxExponent || f.MantExp(nil) < -maxExponent {
		return cty.NilVal, errMagnitude
	}
	return v, nil
}
