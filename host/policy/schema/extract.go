package schema

import "time"

// AuxiliaryTimeout is how long one exchange with a model may take that only helps, where no setting says otherwise (U35).
const AuxiliaryTimeout = 20 * time.Second

func extractSchema() Block {
	return Block{
		Name: "extract",
		Doc: "A model reads claims out of the best documents (S0-12): each with its type, its number and how sure it is. They take the place of those that rules read out of the same " +
			"documents; where the model gives none for a document, or its role is bound to none, the rules' stay. It is recorded as synthesis, and paid for with what reserve_for does not keep for the answer (C24).",
		Attrs: append(switches(), []Attr{
			{Name: "role", Kind: KindName, Required: true, OneOf: Roles(), Doc: "the model"},
			{Name: "documents", Kind: KindInt, Default: int64(5), Min: 1, Max: 100, Doc: "how many documents, the best ones that are read; one question each, side by side (S0-13)"},
			{Name: "max_output", Kind: KindInt, Default: int64(256), Min: 16, Max: 100000, Doc: "tokens of one answer"},
			{Name: "timeout", Kind: KindDuration, Default: AuxiliaryTimeout, Doc: "of one exchange (U35)"},
		}...),
	}
}

func planningSchema() Block {
	return Block{
		Name: "plan",
		Doc: "A model takes the question apart before the first round (B-02): sub-questions for {sub_claim} and for gap analysis, and the field of science for {domain} (U12). " +
			"The rounds and their intents stay as they are, so that it can add queries but take none away (S0-03). Where it fails, or its role is bound to none, rules do it.",
		Attrs: append(switches(), []Attr{
			{Name: "role", Kind: KindName, Required: true, OneOf: Roles(), Doc: "the model"},
			{Name: "sub_claims", Kind: KindInt, Default: int64(6), Min: 1, Max: 20, Doc: "how many sub-questions are kept, the first ones"},
			{Name: "max_output", Kind: KindInt, Default: int64(400), Min: 16, Max: 100000, Doc: "tokens of the answer"},
			{Name: "timeout", Kind: KindDuration, Default: AuxiliaryTimeout, Doc: "of one exchange (U35)"},
		}...),
	}
}
