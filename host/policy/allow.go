package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// allowable are the warnings that a policy may allow itself: what is seldom meant, and may be. What
// is never meant, such as a name that nothing uses, is corrected.
var allowable = []Code{codeConstant, codeUnlimited, codeShortOfFuel, codeReward, codeWeights, codeOneSided, codeSameSources}

func allowableIDs() []string {
	var out []string
	for _, c := range allowable {
		out = append(out, c.ID)
	}
	return out
}

func allowSchema() block {
	return block{
		Name: allowBlock, Label: "code", Labels: allowableIDs(),
		Doc:   "Switches a warning off for this policy, not for those that extend it. It is no part of the digest.",
		Attrs: []attr{{Name: "reason", Kind: kindText, Required: true, Doc: "why it is meant"}},
	}
}

const allowBlock = "allow"

// allowed drops the warnings that the policy allows itself, and checks that it says why.
func (b *builder) allowed() {
	var codes []string
	for _, n := range b.n.all(allowBlock) {
		codes = append(codes, n.label)
		if strings.TrimSpace(n.text("reason")) == "" {
			b.report(problem(codeMissing, n.valueAt("reason"), fmt.Sprintf("allow %q has no reason", n.label), "Say why it is meant, for whoever reads the policy next."))
		}
	}
	b.diags = slices.DeleteFunc(b.diags, func(d *hcl.Diagnostic) bool {
		return d.Severity == hcl.DiagWarning && contains(codes, codeOf(d).ID)
	})
}
