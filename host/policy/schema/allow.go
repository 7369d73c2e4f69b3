package schema

import "github.com/sparkhost/sparkhost/host/policy/diag"

// allowable are the warnings that a policy may allow itself: what is seldom meant, and may be. What
// is never meant, such as a name that nothing uses, is corrected.
var allowable = []diag.Code{diag.CodeUnusedRole, diag.CodeUnboundRole, diag.CodeConstant, diag.CodeUnlimited, diag.CodeShortOfFuel, diag.CodeReward, diag.CodeWeights, diag.CodeOneSided, diag.CodeSameSources}

func allowableIDs() []string {
	var out []string
	for _, c := range allowable {
		out = append(out, c.ID)
	}
	return out
}

func allowSchema() Block {
	return Block{
		Name: AllowBlock, Label: "code", Labels: allowableIDs(),
		Doc:   "Switches off a warning for this policy, but not for policies that extend it. Does not change the digest.",
		Attrs: []Attr{{Name: "reason", Kind: KindText, Required: true, Doc: "reason"}},
	}
}

// AllowBlock is the name of the block that switches a warning off.
const AllowBlock = "allow"
