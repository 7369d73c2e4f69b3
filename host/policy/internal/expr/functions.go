package expr

import (
	"errors"
	"math/big"
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// Functions are all that expressions may call; none reads file, environment,
// time or randomness, so that a decision replays from its record. All contexts share the map, and none writes into it.
var Functions = sync.OnceValue(func() map[string]function.Function {
	return map[string]function.Function{
		"min":      stdlib.MinFunc,
		"max":      stdlib.MaxFunc,
		"abs":      stdlib.AbsoluteFunc,
		"clamp":    clampFunc(),
		"contains": containsFunc(),
		"length":   stdlib.LengthFunc,
		"coalesce": stdlib.CoalesceFunc,
	}
})

func numberParam(name string) function.Parameter {
	return function.Parameter{Name: name, Type: cty.Number}
}

// clampFunc is clamp(x, low, high).
func clampFunc() function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{numberParam("x"), numberParam("low"), numberParam("high")},
		Type:   function.StaticReturnType(cty.Number),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			switch {
			case args[1].GreaterThan(args[2]).True():
				return cty.NilVal, errors.New("clamp: low is greater than high")
			case args[0].LessThan(args[1]).True():
				return args[1], nil
			case args[0].GreaterThan(args[2]).True():
				return args[2], nil
			}
			return args[0], nil
		},
	})
}

// containsFunc is contains(list, value).
func containsFunc() function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{{Name: "list", Type: cty.DynamicPseudoType}, {Name: "value", Type: cty.DynamicPseudoType}},
		Type:   function.StaticReturnType(cty.Bool),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			for it := args[0].ElementIterator(); it.Next(); {
				if _, v := it.Element(); v.Type().Equals(args[1].Type()) && v.Equals(args[1]).True() {
					return cty.True, nil
				}
			}
			return cty.False, nil
		},
	})
}

// Harden replaces the operators of hcl that accept what this language refuses
// (equality with null, null for false in && and ||, division by zero: trap 2), that contradict each other
// (order and equality of numbers: trap 1) or whose results have no bound.
func Harden(e hclsyntax.Node) {
	_ = hclsyntax.VisitAll(e, func(n hclsyntax.Node) hcl.Diagnostics {
		if op, ok := n.(*hclsyntax.BinaryOpExpr); ok {
			op.Op = strictOp(op.Op)
		}
		return nil
	})
}

func strictOp(op *hclsyntax.Operation) *hclsyntax.Operation {
	switch op {
	case hclsyntax.OpLogicalAnd:
		return And
	case hclsyntax.OpLogicalOr:
		return Or
	case hclsyntax.OpEqual, hclsyntax.OpNotEqual:
		return &hclsyntax.Operation{Type: cty.Bool, Impl: equalFunc(op == hclsyntax.OpEqual)}
	case hclsyntax.OpLessThan:
		return orderOp(op, "<", func(c int) bool { return c < 0 })
	case hclsyntax.OpLessThanOrEqual:
		return orderOp(op, "<=", func(c int) bool { return c <= 0 })
	case hclsyntax.OpGreaterThan:
		return orderOp(op, ">", func(c int) bool { return c > 0 })
	case hclsyntax.OpGreaterThanOrEqual:
		return orderOp(op, ">=", func(c int) bool { return c >= 0 })
	case hclsyntax.OpMultiply:
		return &hclsyntax.Operation{Type: cty.Number, Impl: productFunc()}
	case hclsyntax.OpDivide:
		return &hclsyntax.Operation{Type: cty.Number, Impl: divisionFunc(cty.Value.Divide)}
	case hclsyntax.OpModulo:
		return &hclsyntax.Operation{Type: cty.Number, Impl: divisionFunc(cty.Value.Modulo)}
	}
	return op
}

// And and Or are && and || of hardened expressions. Where one side decides, the other may be null or fail; else
// null is refused, which hcl's own operators take for false on one side.
var (
	And = logic(hclsyntax.OpLogicalAnd, cty.False)
	Or  = logic(hclsyntax.OpLogicalOr, cty.True)
)

func logic(op *hclsyntax.Operation, decides cty.Value) *hclsyntax.Operation {
	return &hclsyntax.Operation{Impl: op.Impl, Type: cty.Bool,
		ShortCircuit: func(lhs, rhs cty.Value, lhsDiags, rhsDiags hcl.Diagnostics) (cty.Value, hcl.Diagnostics) {
			switch {
			case !lhs.IsNull() && !rhs.IsNull():
				return op.ShortCircuit(lhs, rhs, lhsDiags, rhsDiags)
			case lhs.RawEquals(decides):
				return decides, lhsDiags
			case rhs.RawEquals(decides):
				return decides, rhsDiags
			}
			return cty.NilVal, nil
		},
	}
}

// equalFunc refuses null, which hcl's own operator accepts.
func equalFunc(want bool) function.Function {
	sign := map[bool]string{true: "==", false: "!="}[want]
	return function.New(&function.Spec{
		Params: []function.Parameter{
			{Name: sign, Type: cty.DynamicPseudoType, AllowUnknown: true},
			{Name: sign, Type: cty.DynamicPseudoType, AllowUnknown: true},
		},
		Type: function.StaticReturnType(cty.Bool),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			if args[0].IsKnown() && args[1].IsKnown() && args[0].Type() == cty.Number && args[1].Type() == cty.Number {
				return cty.BoolVal((compareNumbers(args[0], args[1]) == 0) == want), nil
			}
			equal := args[0].Equals(args[1])
			if !equal.IsKnown() {
				return equal, nil
			}
			return cty.BoolVal(equal.True() == want), nil
		},
	})
}

// orderOp compares known numbers by compareNumbers and leaves unknown ones, which
// carry ranges, to hcl.
func orderOp(op *hclsyntax.Operation, sign string, holds func(int) bool) *hclsyntax.Operation {
	param := numberParam(sign)
	param.AllowUnknown = true
	return &hclsyntax.Operation{Type: cty.Bool, Impl: function.New(&function.Spec{
		Params: []function.Parameter{param, param},
		Type:   function.StaticReturnType(cty.Bool),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			if !args[0].IsKnown() || !args[1].IsKnown() {
				return op.Impl.Call(args)
			}
			return cty.BoolVal(holds(compareNumbers(args[0], args[1]))), nil
		},
	})}
}

// compareNumbers orders two numbers of 512 bits; what differs by less than 400 bits
// tell apart, as 0.1 + 0.2 and 0.3 do, is equal. All comparisons use it, so that
// exactly one of <, == and > holds.
func compareNumbers(a, b cty.Value) int {
	x, y := a.AsBigFloat(), b.AsBigFloat()
	c := x.Cmp(y)
	if c == 0 || x.Sign() != y.Sign() || x.IsInf() || y.IsInf() {
		return c
	}
	gap := new(big.Float).Sub(x, y)
	if gap.MantExp(nil) < x.MantExp(nil)-400 {
		return 0
	}
	return c
}

// Sign returns the sign of a hardened comparison of numbers that has one end: "<", "<=", ">", ">=" or "=="; "" for other operators.
func Sign(op *hclsyntax.Operation) string {
	switch name := op.Impl.Params()[0].Name; name {
	case "<", "<=", ">", ">=", "==":
		return name
	}
	return ""
}

func divisionFunc(op func(a, b cty.Value) cty.Value) function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{numberParam(DivisionParam), numberParam(DivisionParam)},
		Type:   function.StaticReturnType(cty.Number),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			if args[1].AsBigFloat().Sign() == 0 {
				return cty.NilVal, errors.New("division by zero")
			}
			if _, err := moderate(args[0].Divide(args[1])); err != nil { // % counts it out first
				return cty.NilVal, err
			}
			return op(args[0], args[1]), nil
		},
	})
}

// DivisionParam names the parameters of / and %, by which they are known.
const DivisionParam = "dividend or divisor"
