package policy

import "time"

// An Extract lets a model read claims out of the best documents (S0-12, S0-13). The zero value does not.
type Extract struct {
	Role      string
	Documents int // the best ones that are read
	MaxOutput int // tokens of one answer
	Timeout   time.Duration
	At        Pos
}

// A Planning lets a model take questions apart (B-02). The zero value does not.
type Planning struct {
	Role      string
	SubClaims int // kept at most, the first ones
	MaxOutput int // tokens of the answer
	Timeout   time.Duration
	At        Pos
}

// AuxiliaryTimeout is how long one exchange with a model may take that only helps, where no setting says otherwise (U35).
const AuxiliaryTimeout = 20 * time.Second

func extractSchema() block {
	return block{
		Name: "extract",
		Doc: "A model reads claims out of the best documents (S0-12): each with its type, its number and how sure it is. They take the place of those that rules read out of the same " +
			"documents; where the model gives none for a document, or its role is bound to none, the rules' stay. It is recorded as synthesis, and paid for with what reserve_for does not keep for the answer (C24).",
		Attrs: append(switches(), []attr{
			{Name: "role", Kind: kindName, Required: true, OneOf: modelRoles, Doc: "the model"},
			{Name: "documents", Kind: kindInt, Default: int64(5), Min: 1, Max: 100, Doc: "how many documents, the best ones that are read; one question each, side by side (S0-13)"},
			{Name: "max_output", Kind: kindInt, Default: int64(256), Min: 16, Max: 100000, Doc: "tokens of one answer"},
			{Name: "timeout", Kind: kindDuration, Default: AuxiliaryTimeout, Doc: "of one exchange (U35)"},
		}...),
	}
}

func planningSchema() block {
	return block{
		Name: "plan",
		Doc: "A model takes the question apart before the first round (B-02): sub-questions for {sub_claim} and for gap analysis, and the field of science for {domain} (U12). " +
			"The rounds and their intents stay as they are, so that it can add queries but take none away (S0-03). Where it fails, or its role is bound to none, rules do it.",
		Attrs: append(switches(), []attr{
			{Name: "role", Kind: kindName, Required: true, OneOf: modelRoles, Doc: "the model"},
			{Name: "sub_claims", Kind: kindInt, Default: int64(6), Min: 1, Max: 20, Doc: "how many sub-questions are kept, the first ones"},
			{Name: "max_output", Kind: kindInt, Default: int64(400), Min: 16, Max: 100000, Doc: "tokens of the answer"},
			{Name: "timeout", Kind: kindDuration, Default: AuxiliaryTimeout, Doc: "of one exchange (U35)"},
		}...),
	}
}

func extractOf(claims *node) Extract {
	n := claims.child("extract", "")
	if n == nil {
		return Extract{}
	}
	return Extract{Role: n.text("role"), Documents: n.whole("documents"), MaxOutput: n.whole("max_output"), Timeout: n.duration("timeout"), At: n.pos()}
}

func planningOf(policy *node) Planning {
	n := policy.child("plan", "")
	if n == nil {
		return Planning{}
	}
	return Planning{Role: n.text("role"), SubClaims: n.whole("sub_claims"), MaxOutput: n.whole("max_output"), Timeout: n.duration("timeout"), At: n.pos()}
}
