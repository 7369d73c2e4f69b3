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
		Doc:   "Switches a warning off for this policy, not for those that extend it. It is no part of the digest.",
		Attrs: []Attr{{Name: "reason", Kind: KindText, Required: true, Doc: "why it is meant"}},
	}
}

// AllowBlock is the name of the block that switches a warning off.
const AllowBlock = "allow"
