package load

import (
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

func extractOf(claims *syntax.Node) policy.Extract {
	n := claims.Child("extract", "")
	if n == nil {
		return policy.Extract{}
	}
	return policy.Extract{Role: n.Text("role"), Documents: n.Whole("documents"), Batch: n.Whole("batch"), MaxOutput: n.Whole("max_output"), Timeout: n.Duration("timeout"), At: n.Pos()}
}

func planningOf(outer *syntax.Node) policy.Planning {
	n := outer.Child("plan", "")
	if n == nil {
		return policy.Planning{}
	}
	return policy.Planning{Role: n.Text("role"), SubClaims: n.Whole("sub_claims"), MaxOutput: n.Whole("max_output"), Timeout: n.Duration("timeout"), At: n.Pos()}
}
